// Runs work in a process of its own where a thread will not do: drivers of databases take the whole program with them when
// their thread is stopped.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ProcessTask {
  module: string;
  name: string;
  args: unknown[];
}

/** `code`: of the error, as systems have them. */
export type ProcessAnswer = { result: unknown } | { fault: string; code?: string };

const ENTRY = fileURLToPath(new URL('./process-entry.ts', import.meta.url));

/** What a process may take before it is killed. */
export interface ProcessLimits {
  memoryMb: number;
  timeMs: number;
}

/** Of what it has just made: as for threads. */
const YOUNG_MB = 4;

/**
 * Calls an exported function of `module` in a process that ends with it, and with this one; what it takes and gives is
 * copied. `signal` kills it.
 * @throws Error of the function with its `code`, or one that says how the process ended
 */
export async function runInProcess<T>(
  module: URL,
  name: string,
  args: unknown[],
  signal?: AbortSignal,
  limits?: ProcessLimits,
): Promise<T> {
  signal?.throwIfAborted();
  const execArgv = limits ? [`--max-old-space-size=${limits.memoryMb}`, `--max-semi-space-size=${YOUNG_MB}`] : [];
  // An engine that has no more room says pages of what nobody needs.
  const errors = limits ? 'ignore' : 'inherit';
  const child = fork(ENTRY, { serialization: 'advanced', execArgv, stdio: ['ignore', 'ignore', errors, 'ipc'] });
  const gone = once(child, 'exit');
  const kill = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  try {
    const answered = once(child, 'message') as Promise<[ProcessAnswer]>;
    const task: ProcessTask = { module: module.href, name, args };
    child.send(task);
    const ended = gone.then(([code, by]) => Promise.reject(new Error(`its process ended with ${by ?? code}`)));
    const [answer] = await Promise.race([answered, ended]);
    if ('fault' in answer) throw Object.assign(new Error(answer.fault), answer.code && { code: answer.code });
    return answer.result as T;
  } finally {
    signal?.removeEventListener('abort', kill);
    kill();
    await gone;
  }
}

/**
 * The same for what may be hostile, within limits as threads have them. It takes a moment longer to begin, and gives back
 * all room when it ends, which a thread keeps for some seconds.
 * @throws Error of the function, or one whose message says which limit was reached, as the end of a sentence
 */
export async function runWithinLimits<T>(
  module: URL,
  name: string,
  args: unknown[],
  limits: ProcessLimits,
): Promise<T> {
  const time = AbortSignal.timeout(limits.timeMs);
  try {
    return await runInProcess<T>(module, name, args, time, limits);
  } catch (error) {
    if (time.aborted) throw new Error(`it takes longer than ${limits.timeMs / 1000} s`);
    // So the engine ends when its room is used up.
    if (/^its process ended with (?:SIGABRT|SIGTRAP|134)$/.test((error as Error).message))
      throw new Error('it needs too much memory');
    throw error;
  }
}
