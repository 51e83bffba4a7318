// One process of a test run that answers many calls of the command line: to start and to load takes longer than most do.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export interface Call {
  args: string[];
  env: Record<string, string>;
  cwd: string;
  input: string;
}

const CHILD = new URL('../kit/children/command-line.ts', import.meta.url);

let standing: ChildProcess | null = null;

/** The process keeps the test run alive only while it works. */
function hold(child: ChildProcess, busy: boolean): void {
  for (const one of [child, child.channel, child.stdout, child.stderr]) {
    const handle = one as unknown as { ref(): void; unref(): void } | null | undefined;
    if (busy) handle?.ref();
    else handle?.unref();
  }
}

function start(): ChildProcess {
  const child = fork(CHILD, { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  child.stdout?.setEncoding('utf8');
  child.stderr?.setEncoding('utf8');
  child.once('exit', () => {
    if (standing === child) standing = null;
  });
  return child;
}

/** What a stream says until the zero that ends a call. */
async function said(stream: Readable, signal: AbortSignal): Promise<string> {
  let text = '';
  const read = (chunk: string) => {
    text += chunk;
  };
  stream.on('data', read);
  while (!text.endsWith('\0')) await once(stream, 'data', { signal });
  stream.off('data', read);
  return text.slice(0, -1);
}

/** Exit code, standard output and standard error. */
type Answer = [number, string, string];

async function callNow(call: Call): Promise<Answer> {
  standing ??= start();
  const child = standing;
  const over = new AbortController();
  const { signal } = over;
  hold(child, true);
  const code = once(child, 'message', { signal }).then(([answer]) => answer as number);
  const answer: Promise<Answer> = Promise.all([code, said(child.stdout!, signal), said(child.stderr!, signal)]);
  const ended = once(child, 'exit', { signal }).then(([how]): never => {
    throw new Error(`the process of "${call.args.join(' ')}" ended with ${how}`);
  });
  child.send(call);
  try {
    return await Promise.race([answer, ended]);
  } finally {
    over.abort();
    await Promise.allSettled([answer, ended]);
    if (standing === child) hold(child, false);
  }
}

let waiting: Promise<unknown> = Promise.resolve();

/** Makes a call; calls wait for one another. */
export function callStanding(call: Call): Promise<Answer> {
  const answer = waiting.then(() => callNow(call));
  waiting = answer.catch(() => {});
  return answer;
}
