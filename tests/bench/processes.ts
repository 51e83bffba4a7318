// Starts servers as processes of their own and reads their time to the first answer and their memory.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Call, send } from './load.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Running {
  base: string;
  /** milliseconds from spawn to the first right answer */
  startMs: number;
  /** milliseconds of a processor until then */
  startUsed: number;
  /** resident memory in MB */
  memory(): number;
  /** milliseconds of a processor that it has used so far */
  used(): number;
  stop(): Promise<void>;
}

/** Resident memory of a process in MB. */
export const memoryOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** The kernel counts in hundredths of a second, behind the name of the program, which may hold anything but `)`. */
function usedBy(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** What `npm start` runs. */
export const startScript = (): string =>
  (JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: { start: string } }).scripts.start;

/** Starts a command and waits for the line that ends in its address, then for `first` to answer 200. */
export async function start(command: string[], env: Record<string, string>, first: Call): Promise<Running> {
  if (env.DATA_DIR) mkdirSync(env.DATA_DIR, { recursive: true });
  const started = performance.now();
  const [program = '', ...args] = command;
  const child: ChildProcess = spawn(program, args, {
    cwd: root,
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  const base = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      const found = /(http:\/\/\S+)/.exec(String(chunk))?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`${command.join(' ')} ended with ${code}`)));
  });
  const agent = new Agent();
  const answer = await send(base, agent, first);
  agent.destroy();
  if (answer.status !== 200) throw new Error(`${command.join(' ')}: first answer ${answer.status} ${answer.text}`);
  return {
    base,
    startMs: performance.now() - started,
    startUsed: usedBy(child.pid),
    memory: () => memoryOf(child.pid),
    used: () => usedBy(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await Promise.race([once(child, 'exit'), new Promise((resolve) => setTimeout(resolve, 10_000))]);
      child.kill('SIGKILL');
      process.off('exit', abandon);
    },
  };
}
