// What the agent keeps: conversations, what was said in them, and runs with their actions.
import type { ToolSource } from './tools/tool.ts';

/** What the agent may do unasked: read, nothing that changes, or also write at the conversation's page and below. */
export const MODES = ['ask', 'approve', 'auto'] as const;
export type AgentMode = (typeof MODES)[number];

export interface Conversation {
  id: number;
  user_id: number;
  workspace_id: number | null;
  page_id: number | null;
  title: string;
  mode: AgentMode;
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

export interface ConversationMessage {
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

/** Bounds of the memory of a conversation (specification, Limits). */
export const NOTE_MAX = 700;
export const NOTES_MAX = 20;

export interface MemoryNote {
  id: number;
  text: string;
  created_at: string;
}

export const SUGGESTIONS = ['ask', 'rewrite', 'shorten', 'continue', 'translate'] as const;
export type SuggestionKind = (typeof SUGGESTIONS)[number];

/** `waiting` for a decision of the person; `undone` when all that it wrote was taken back. */
export const RUN_STATUSES = ['running', 'waiting', 'done', 'stopped', 'failed', 'undone'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Null: the model could not tell. */
export type FillValue = string | number | boolean | null;

/** What is wished of a property that is filled from others. */
export interface FillInput {
  collection_id: number;
  property_id: number;
  /** properties that the model is shown */
  from: number[];
  wish: string;
  /** leaves rows alone that have a value */
  onlyEmpty: boolean;
  /** by row that was looked at: it gets what was shown, and the model is not asked again */
  seen?: Record<string, FillValue>;
  /** of those rows as they were then: about one that was changed since the model is asked anew */
  versions?: Record<string, number>;
}

export interface AgentRun {
  id: number;
  user_id: number;
  /** null: of an agent of another program */
  conversation_id: number | null;
  token_id: number | null;
  status: RunStatus;
  code: string;
  detail: string;
  model: string;
  tokens_in: number;
  tokens_out: number;
  tokens_reserved: number;
  steps: number;
  /** whether the model was shown something that only some people may read */
  private_read: boolean;
  /** whether the model was shown words of somebody other than the person */
  tainted: boolean;
  owner: string | null;
  lease_until: string | null;
  day: string;
  /** of one that fills a property */
  fill: FillInput | null;
  created_at: string;
  ended_at: string | null;
}

export type ActionStatus = 'proposed' | 'approved' | 'denied' | 'done' | 'failed' | 'undone';

export type KeptReason = 'changed' | 'went_out' | 'refused';

/** A call that changes something or reaches further than this workspace's pages. */
export interface AgentAction {
  id: number;
  run_id: number;
  call_id: string;
  tool: string;
  args: Record<string, unknown>;
  preview: ActionPreview | null;
  status: ActionStatus;
  /** once, for the rest of the run, or by the mode of the conversation */
  allowed: 'once' | 'run' | 'mode' | null;
  detail: string;
  page_id: number | null;
  version_before: number | null;
  version_after: number | null;
  undo: UndoMethod | null;
  undone_at: string | null;
  undone_by: number | null;
  /** why it stayed when it was to be undone, and who had changed it */
  kept_reason: KeptReason | null;
  kept_by: number | null;
  created_at: string;
  decided_at: string | null;
}

/** What comes of an action, before anybody allows it. */
export interface ActionPreview {
  page: ToolSource | null;
  /** what would be read differently, as the history of a page shows it */
  lines: { kind: 'same' | 'added' | 'removed' | 'changed' | 'moved'; pieces: { kind: string; text: string }[] }[];
  /** all that is sent or set, by what it is, as `agent.field.…` calls it; `before`: what it takes the place of */
  fields: { name: string; text: string; before?: string }[];
}

/** How an action is taken back. */
export type UndoMethod =
  /** `inside`: how many pages came with it, of a template or out of the trash */
  | { kind: 'trash'; inside?: number }
  | { kind: 'restore' }
  | { kind: 'version'; version_id: number }
  | { kind: 'place'; parent_id: number | null; position: number }
  | { kind: 'values'; values: Record<string, unknown> }
  | { kind: 'tags'; before: string[]; after: string[] }
  | { kind: 'comment'; comment_id: number; body: string }
  | { kind: 'property'; collection_id: number; property_id: number };
