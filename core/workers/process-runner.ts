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

/**
 * Calls an exported function of `module` in a process that ends with it, and with this one; what it takes and gives is
 * copied. `signal` kills it.
 * @throws Error of the function with its `code`, or one that says how the process ended
 */
export async function runInProcess<T>(module: URL, name: string, args: unknown[], signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted();
  const child = fork(ENTRY, { serialization: 'advanced', execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
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
