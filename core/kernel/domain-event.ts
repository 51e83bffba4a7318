// What happened, as writers tell it and as readers of the stream get it.
import type { Knex } from 'knex';
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

/** Of these events, those whose thing is gone for good. */
export type FindPurgedEvents = (events: DomainEvent[]) => Promise<DomainEvent[]>;

export interface LatestEvents {
  type: string;
  workspaceId: number;
  limit: number;
  /** only what happened before the event at this place */
  before?: number | undefined;
  /** those of imports too */
  hasImports: boolean;
}

/** The stream of what happened, kept for 30 days. */
export interface Events {
  /** Adds a reader with a cursor of its own; `name` is kept in the database and must stay the same. */
  subscribe(name: string, stream: EventStream): void;
  /** Writes events in the transaction of `ctx`. */
  write(ctx: Ctx, events: EventInput[]): Promise<void>;
  /**
   * Numbers and delivers what is new, soon: many calls in a burst become one run, and the more a run has to do, the
   * longer the next one waits, so that those who write keep most of the database to themselves.
   */
  signal(): void;
  start(): Promise<void>;
  /** Ends after the handler that runs; the next start goes on behind it. */
  stop(): Promise<void>;
  /**
   * Numbers all committed events and brings every reader up to date; one run of a process at a time. The next one, while
   * it waits for its turn, is the run of all who ask meanwhile.
   */
  run(): Promise<void>;
  /** Since when an event waits for its place in the stream, ISO 8601; null: none does. */
  waitingSince(db: Knex): Promise<string | null>;
  /** When the newest event happened, ISO 8601; null: there is none. */
  newestMoment(db: Knex): Promise<string | null>;
  /** Gives `seq` to at most one batch of committed events; returns how many. */
  number(): Promise<number>;
  /** Events after `position`, in order, at most `limit`. */
  after(db: Knex, position: number, limit?: number): Promise<DomainEvent[]>;
  /** The position behind which everything lies that happened from a moment on, ISO 8601. */
  before(db: Knex, moment: string): Promise<number>;
  /** Of one type in a workspace, the newest first, as far back as the last 200,000 events of all. */
  latest(db: Knex, wanted: LatestEvents): Promise<DomainEvent[]>;
  /** Of one type in a workspace from a moment on, ISO 8601, in the order in which they were written. */
  since(
    db: Knex,
    { type, workspaceId, moment }: { type: string; workspaceId: number; moment: string },
  ): Promise<Pick<DomainEvent, 'data' | 'actor_id'>[]>;
  byId(db: Knex, id: string): Promise<DomainEvent | undefined>;
  /** The number given last. */
  newest(db: Knex): Promise<number>;
  /** Takes what they say, but for ids, out of events of things that are gone for good, once all readers have read them. */
  blank(findGone: FindPurgedEvents, signal: AbortSignal): Promise<void>;
  /** Removes what is older than 30 days. */
  purge(): Promise<void>;
}
