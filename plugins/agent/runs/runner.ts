// The runs that this process works on: a few at a time, each with a lease, and all of them named when the process ends.
import type { App } from '../../../core/kernel/app.ts';
import { agentRunStore } from './run-store.ts';

const AT_ONCE = 4;
const LEASE_MS = 60_000;
const RENEWAL_MS = 20_000;
const STOPS = 'agent.stop';

export type RunStopReason = 'stopped' | 'interrupted';

export class Runner {
  readonly #app: App;
  readonly #busy = new Map<number, { stop: AbortController; ended: Promise<void> }>();
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(app: App) {
    this.#app = app;
    app.bus.subscribe(STOPS, (id) => this.#busy.get(Number(id))?.stop.abort('stopped' satisfies RunStopReason));
  }

  /** aborts when the process ends: whoever watches a run may watch it elsewhere */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  get isFull(): boolean {
    return this.#busy.size >= AT_ONCE || this.#app.draining;
  }

  /** Until when a run that begins now, or goes on, is believed to have somebody who works on it. */
  lease(): { owner: string; lease_until: string } {
    return {
      owner: this.#app.instance,
      lease_until: new Date(Date.parse(this.#app.now()) + LEASE_MS).toISOString(),
    };
  }

  /** `work` must not throw; `signal` aborts with an Ending. */
  begin(runId: number, work: (signal: AbortSignal) => Promise<void>): void {
    const stop = new AbortController();
    const ended = work(stop.signal).finally(() => this.#busy.delete(runId));
    this.#busy.set(runId, { stop, ended });
    this.#timer ??= setInterval(() => void this.#renew(), RENEWAL_MS).unref();
  }

  /** Wherever it runs. */
  stop(runId: number): Promise<void> {
    return this.#app.bus.publish(STOPS, String(runId));
  }

  async #renew(): Promise<void> {
    if (!this.#busy.size) return;
    const ctx = this.#app.context({ type: 'system', reason: 'agent' });
    const { lease_until } = this.lease();
    await ctx
      .tx((tx) => agentRunStore.renew(tx, [...this.#busy.keys()], lease_until))
      .catch((err) => this.#app.log.warn({ err }, 'the leases of runs could not be renewed'));
  }

  /** Ends what runs, and waits until each run says so. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const all = [...this.#busy.values()];
    for (const { stop } of all) stop.abort('interrupted' satisfies RunStopReason);
    await Promise.all(all.map(({ ended }) => ended));
    // Whoever watches has been told by now.
    this.#closing.abort();
  }
}

const runners = new WeakMap<App, Runner>();

/** The one of a running product. */
export function runnerOf(app: App): Runner {
  const known = runners.get(app) ?? new Runner(app);
  runners.set(app, known);
  return known;
}
