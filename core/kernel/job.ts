// What a job is, and what the queue of jobs offers.
import type { Ctx } from './context.ts';

export interface JobKind {
  /** does the work; a throw means another attempt later. `signal` aborts when the process stops or the lease is lost */
  run(ctx: Ctx, payload: Record<string, unknown>, signal: AbortSignal): Promise<void>;
  /** called when the last attempt has failed, also when it took its process with it; may be called twice */
  failed?(ctx: Ctx, payload: Record<string, unknown>): Promise<void>;
  /** called in the transaction in which somebody gives a failed job another try */
  retried?(ctx: Ctx, payload: Record<string, unknown>): Promise<void>;
  /** five-field cron expression in UTC, or @hourly, @daily */
  cron?: string;
  /** tries before it counts as failed, default 5 */
  attempts?: number;
  /** seconds without a heartbeat after which another process takes over, default 60 */
  leaseSeconds?: number;
}

export interface EnqueueOptions {
  /** ISO 8601; default now */
  runAt?: string;
  /** while a job with this key waits or runs, or once it ran for cron slots, no second one is made */
  uniqueKey?: string;
}

/** Durable work: claimed with a lease, repeated after failures, cron once per slot. */
export interface Jobs {
  define(kind: string, definition: JobKind): void;
  kind(name: string): JobKind | undefined;
  /** What runs by the clock, and when next, ISO 8601. */
  schedule(): { kind: string; cron: string; next_run_at: string | null }[];
  /** Makes a job in the transaction of `ctx`. */
  enqueue(ctx: Ctx, kind: string, payload: object, options?: EnqueueOptions): Promise<void>;
  start(): Promise<void>;
  /**
   * Stops taking work and waits for what runs, which is told to give up after `graceMs`. What does not listen is waited
   * for without end: the caller has the deadline, and the lease gives such work to a later start.
   */
  stop(graceMs?: number): Promise<void>;
  /** Looks for due work now. */
  wake(): void;
  /** Runs all that is due until nothing is left; for tests and commands. */
  drain(): Promise<void>;
  /** Removes what ended a week ago, but for the last slot of each kind. */
  purge(): Promise<void>;
}
