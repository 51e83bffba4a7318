// Shows how far long work has come: a bar on a terminal, and a plain line now and then where somebody reads a log.
import type { CommandOutput } from '../core/kernel/plugin.ts';

type Progress = ReturnType<CommandOutput['progress']>;

export interface ProgressStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const BAR_MS = 100;
const LINE_MS = 2000;
const WIDTH = 24;

interface State {
  done: number;
  total: number;
  /** milliseconds since the start */
  elapsed: number;
}

const rateOf = ({ done, elapsed }: State): string => {
  const perSecond = elapsed > 0 ? (done * 1000) / elapsed : 0;
  return `${perSecond >= 10 ? Math.round(perSecond) : perSecond.toFixed(1)}/s`;
};

const countOf = ({ done, total }: State): string => (total ? `${done}/${total}` : String(done));

/** `Pages [######------] 120/240  50% 60/s`, cut to the width of the terminal. */
export function bar(label: string, state: State, columns: number): string {
  const share = state.total ? Math.min(1, state.done / state.total) : 0;
  const filled = Math.round(share * WIDTH);
  const drawn = `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}]`;
  const percent = state.total ? ` ${String(Math.floor(share * 100)).padStart(3)}%` : '';
  return `${label} ${drawn} ${countOf(state)}${percent} ${rateOf(state)}`.slice(0, columns - 1);
}

/** `now` gives milliseconds. The last state is shown by `end`, unless nothing was ever counted. */
export function showProgress(
  label: string,
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): Progress {
  const started = now();
  const wait = stream.isTTY ? BAR_MS : LINE_MS;
  let shown = started;
  let state: State = { done: 0, total: 0, elapsed: 0 };
  const draw = (): void => {
    if (stream.isTTY) stream.write(`\r\u001b[K${bar(label, state, stream.columns ?? 80)}`);
    else stream.write(`${label}: ${countOf(state)}, ${rateOf(state)}\n`);
  };
  return {
    update(done, total) {
      const at = now();
      state = { done, total, elapsed: at - started };
      if (at - shown < wait) return;
      shown = at;
      draw();
    },
    end() {
      if (!state.done && !state.total) return;
      state = { ...state, elapsed: now() - started };
      draw();
      if (stream.isTTY) stream.write('\n');
    },
  };
}
