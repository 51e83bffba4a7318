// What the agent keeps: conversations, what was said in them, and runs with their actions.
import type { ToolSource } from './tools/tool.ts';

/** What the agent may do unasked: read, nothing that changes, or also write at the conversation's page and below. */
export const MODES = ['ask', 'approve', 'auto'] as const;
export type Mode = (typeof MODES)[number];

export interface Conversation {
  id: number;
  user_id: number;
  workspace_id: number | null;
  page_id: number | null;
  title: string;
  mode: Mode;
  memory_enabled: boolean;
  created_at: string;
  updated_at: string;
}

/** What a model wants called, as it wrote it. */
export interface WantedCall {
  id: string;
  name: string;
  /** JSON, or what the model took for it */
  arguments: string;
}

export interface Message {
  id: number;
  conversation_id: number;
  run_id: number | null;
  role: 'user' | 'assistant' | 'tool';
  text: string;
  calls: WantedCall[];
  call_id: string | null;
  tool: string | null;
  sources: ToolSource[];
  created_at: string;
}

export interface Note {
  id: number;
  text: string;
  created_at: string;
}
