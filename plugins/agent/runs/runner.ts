// The runs that this process works on: a few at a time, each with a lease, and all of them named when the process ends.
import { Problem } from '../../../core/http/problem.ts';
import type { App } from '../../../core/kernel/app.ts';
import { agentRunStore } from './run-store.ts';

const AT_ONCE = 4;
const LEASE_MS = 60_000;
const RENEWAL_MS = 20_000;
/** Whoever deletes a conversation waits so long at most for the run in it. */
const END_MS = 2000;
const STOPS = 'agent.stop';

export type RunStopReason = 'stopped' | 'interrupted';

export class Runner {
  readonly #app: App;
  readonly #busy = new Map<number, { stop: AbortController; ended: Promise<void> }>();
  readonly #closing = new AbortController();
  #taken = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(app: App) {
    this.#app = app;
    app.bus.subscribe(STOPS, (id) => this.#busy.get(Number(id))?.stop.abort('stopped' satisfies RunStopReason));
  }

  /** aborts when the process ends: whoever watches a run may watch it elsewhere */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Takes a place, at once and so for nobody else; returns how it is given back. @throws Problem unavailable */
  enter(): () => void {
    if (this.#app.draining) throw new Problem('unavailable', 'The service is about to stop. Try again in a moment.');
    if (this.#taken >= AT_ONCE)
      throw new Problem('unavailable', 'The agent is busy with others. Try again in a moment.');
    this.#taken += 1;
    let isLeft = false;
    return () => {
      if (!isLeft) this.#taken -= 1;
      isLeft = true;
    };
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

  /** Resolves when this process works on it no more, or soon: what it does at this moment may heed no stop. */
  async endOf(runId: number): Promise<void> {
    const busy = this.#busy.get(runId);
    if (!busy) return;
    const waited = Promise.withResolvers<void>();
    const timer = setTimeout(waited.resolve, END_MS);
    await Promise.race([busy.ended, waited.promise]);
    clearTimeout(timer);
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
