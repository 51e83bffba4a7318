// What happened, as writers tell it and as readers of the stream get it.

import type { Ctx } from './context.ts';

export type Origin = 'user' | 'import' | 'automation' | 'agent' | 'sync' | 'system';

export interface EventInput {
  /** `page.created` */
  type: string;
  data: { id: number; collection_id?: number; [key: string]: unknown };
  workspace_id: number | null;
  changed?: string[];
  origin?: Origin;
  depth?: number;
}

/** The envelope of contract 7. */
export interface DomainEvent {
  id: string;
  seq: number;
  type: string;
  timestamp: string;
  data: { id: number; collection_id?: number; [key: string]: unknown };
  actor_id: number | null;
  workspace_id: number | null;
  changed: string[];
  origin: Origin;
  depth: number;
}

export type EventHandler = (ctx: Ctx, event: DomainEvent) => Promise<void>;
