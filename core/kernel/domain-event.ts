// What happened, as writers tell it and as readers of the stream get it.
import type { App } from './app.ts';
import type { Ctx } from './context.ts';

export type Origin = 'user' | 'import' | 'automation' | 'agent' | 'sync' | 'system';

interface EventData {
  id: number;
  collection_id?: number;
  /** brought into the row while people write together: for whoever looks on, and for no reader of the stream */
  live?: true;
  /** what was brought into the row since the last one, told once: for readers of the stream, who do not see this mark */
  checkpoint?: true;
  [key: string]: unknown;
}

export interface EventInput {
  /** `page.created` */
  type: string;
  data: EventData;
  workspace_id: number | null;
  changed?: string[];
  origin?: Origin;
}

/** The envelope of contract 7. */
export interface DomainEvent {
  id: string;
  seq: number;
  type: string;
  timestamp: string;
  data: EventData;
  actor_id: number | null;
  workspace_id: number | null;
  changed: string[];
  origin: Origin;
  /** how many automations led here, one by the other */
  depth: number;
  /** their ids, the first one first */
  chain: number[];
}

export type EventHandler = (ctx: Ctx, event: DomainEvent) => Promise<void>;

/** A reader of what happened, with a place of its own in the stream; called after commit, at least once and in order. */
export interface EventStream {
  /** The types it asks for now, e.g. `page.created`, `page.*`, `*`; asked before each run. None: all is passed over. */
  types(app: App): string[] | Promise<string[]>;
  /** Takes some events. When it throws they come again, one by one, and one at which it throws eight times is left out. */
  run(ctx: Ctx, events: DomainEvent[]): Promise<void>;
  /** how many it is handed at most, default 200 */
  atOnce?: number;
}
