// The heartbeat of a running import: keeps its lease, tells how far it is, and stops it when it was cancelled.
import { setImmediate as breath } from 'node:timers/promises';
import type { Ctx } from '../../../core/kernel/context.ts';
import { jobStore } from '../store.ts';

/** The import must not go on: a person cancelled it, or this process ends or lost the job. */
export class ImportStop extends Error {
  readonly why: 'cancelled' | 'interrupted';

  constructor(why: 'cancelled' | 'interrupted') {
    super(`the import was ${why}`);
    this.why = why;
  }
}

export interface ImportProgress {
  phase: 'reading' | 'files' | 'pages' | 'relations';
  done: number;
  /** 0 while nobody knows */
  total: number;
}

const BEAT_MS = 500;
/** How long the event loop may be kept busy in one go. */
const BREATH_MS = 15;

export interface PulseOptions {
  jobId: string;
  owner: string;
  signal: AbortSignal;
  listener?: (progress: ImportProgress) => void;
}

export class Pulse {
  readonly #ctx: Ctx;
  readonly #options: PulseOptions;
  #beaten = 0;
  #phase: ImportProgress['phase'] | undefined;
  #last: ImportProgress = { phase: 'reading', done: 0, total: 0 };
  #breathed = performance.now();

  constructor(ctx: Ctx, options: PulseOptions) {
    this.#ctx = ctx;
    this.#options = options;
  }

  get owner(): string {
    return this.#options.owner;
  }

  /** Tells the listener that all is done; returns what remains to be written of it. */
  complete(): ImportProgress {
    const { phase, done, total } = this.#last;
    const all = Math.max(done, total);
    const progress = { phase, done: all, total: all };
    this.#options.listener?.(progress);
    return progress;
  }

  /** Called between items. @throws ImportStop */
  async tick(progress: ImportProgress): Promise<void> {
    const { signal, listener, jobId, owner } = this.#options;
    if (signal.aborted) throw new ImportStop('interrupted');
    // Folders may come after the notes, in the same phase: the greater total is the one people saw.
    if (progress.phase !== this.#last.phase || progress.total >= this.#last.total) this.#last = progress;
    const now = performance.now();
    if (now - this.#breathed > BREATH_MS) {
      await breath();
      this.#breathed = performance.now();
    }
    if (now - this.#beaten < BEAT_MS && progress.phase === this.#phase) return;
    this.#phase = progress.phase;
    this.#beaten = now;
    listener?.(progress);
    const kept = await this.#ctx.tx((tx) => jobStore.beat(tx, jobId, owner, progress));
    if (!kept)
      throw new ImportStop(
        (await jobStore.byId(this.#ctx, jobId))?.status === 'cancelled' ? 'cancelled' : 'interrupted',
      );
  }
}
