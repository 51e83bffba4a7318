// What core does around each request: the record of programs, repeated calls, and the service read-only for a while.
import type { Request, ResponseObject, ResponseToolkit, RouteRules } from '@hapi/hapi';
import type { Knex } from 'knex';
import type { HeldTransaction } from '../database/request-transaction.ts';
import type { Ctx } from './context.ts';

/** The record of what API clients did (contract 7). */
export interface ApiAudit {
  /** Writes the row of a v2 change inside its transaction; a request that runs several writes one. */
  change(trx: Knex, request: Request, result: unknown): Promise<void>;
  /** What was done for somebody by no call of a program, such as by an agent; in the transaction in which it is done. */
  acted(tx: Ctx, what: { action: string; resourceId: number | null; detail: string }): Promise<void>;
  /** After the answer is known: reads of credentials and exports, and one refusal a minute of each kind. */
  answered(request: Request, response: ResponseObject): Promise<void>;
}

/** What a request holds while it runs; `created_at` marks the row as its own, since a taken over key has a later one. */
export interface Reservation {
  key: string;
  clientKey: string;
  created_at: string;
  beat: NodeJS.Timeout;
  /** everything the request writes, and its answer */
  held: HeldTransaction;
}

/** Answers of unsafe v2 calls, kept by their `Idempotency-Key` for 24 hours (contract 5). */
export interface Idempotency {
  /** Reserves the key of this request, or gives the kept answer of its twin. */
  begin(request: Request, h: ResponseToolkit): Promise<ResponseObject | undefined>;
  /**
   * Commits the work of a reserved request together with its answer, or rolls it back and frees the key after a failure
   * of ours. A key that another request has taken over is let be, and the work rolled back: the other one does it.
   */
  finish(request: Request, response: ResponseObject): Promise<void>;
  /** Rolls back what a request did that will never be answered, e.g. one that was cut off. */
  abandon(request: Request): Promise<void>;
  /** Removes keys older than 24 hours. */
  purge(): Promise<void>;
}

export interface MaintenanceState {
  read_only: boolean;
  /** over every page; empty: none */
  banner: string;
  /** when it is to end, ISO 8601: after it nothing holds any more; null: when somebody ends it */
  until: string | null;
}

/** The service read-only for a while, and words of administrators over every page. */
export interface Maintenance {
  /** what holds now */
  readonly state: MaintenanceState;
  load(): Promise<void>;
  set(ctx: Ctx, state: MaintenanceState): Promise<void>;
  /** @throws Problem unavailable for what would change something while nothing may be changed */
  check(request: Request, rules: RouteRules): void;
  /** For what changes something without a request of its own. @throws Problem unavailable */
  requireWritable(): void;
}
