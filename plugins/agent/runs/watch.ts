// Runs as a stream of server-sent events: what was told is read from where the watcher was, then what comes.
import { once } from 'node:events';
import type { Ctx } from '../../../core/kernel/context.ts';
import { actorNow } from './actor-renewal.ts';
import { eventsAfter, onTold, type RunEvent } from './event-log.ts';
import { agentRunStore } from './run-store.ts';
import { runnerOf } from './runner.ts';

/** After so long without a word a comment keeps proxies from closing the connection. */
const HEARTBEAT_MS = 15_000;

const written = ({ id, type, data }: RunEvent): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

/** Resolves with the next word of a run, with silence, or with the end of whoever watches. */
class Bell {
  #isRung = false;
  #ring: () => void = () => {};

  readonly ring = (): void => {
    this.#isRung = true;
    this.#ring();
  };

  async heard(signal: AbortSignal): Promise<void> {
    if (this.#isRung || signal.aborted) {
      this.#isRung = false;
      return;
    }
    const silence = Promise.withResolvers<void>();
    const timer = setTimeout(silence.resolve, HEARTBEAT_MS);
    this.#ring = silence.resolve;
    const ended = new AbortController();
    const aborted = once(signal, 'abort', { signal: ended.signal }).catch(() => {});
    await Promise.race([silence.promise, aborted]);
    ended.abort();
    clearTimeout(timer);
    this.#isRung = false;
  }
}

/**
 * The events of these runs behind `after`, and then those that come, until the last run neither runs nor begins. An event
 * is told in the transaction of what it tells, so a run that is over has told all.
 */
export async function* watchRuns(
  ctx: Ctx,
  runIds: number[],
  after: number,
  gone: AbortSignal,
): AsyncGenerator<string, void> {
  const last = runIds.at(-1);
  if (last === undefined) return;
  const signal = AbortSignal.any([gone, runnerOf(ctx.app).closing]);
  const bell = new Bell();
  const end = onTold(ctx.app, last, bell.ring);
  try {
    for (let seen = after, isTold = false; ; ) {
      const run = await agentRunStore.byId(ctx, last);
      const isRunning = run?.status === 'running';
      const events = await eventsAfter(ctx, runIds, seen);
      for (const event of events) yield written(event);
      seen = events.at(-1)?.id ?? seen;
      if (events.length) isTold = events.some(({ run_id, type }) => run_id === last && type === 'done');
      if (events.length) continue;
      // Deleted with its conversation, and its events with it: that it was stopped is said all the same.
      if (!run && !isTold) yield written({ id: seen, run_id: last, type: 'done', data: { status: 'stopped' } });
      if (!isRunning || signal.aborted) return;
      await bell.heard(signal);
      // Whoever signed out, or was locked out, hears no more of it.
      if (!signal.aborted && !(await actorNow(ctx))) return;
      if (!signal.aborted) yield ': \n\n';
    }
  } finally {
    end();
  }
}
