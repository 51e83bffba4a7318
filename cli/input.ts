// Reads what commands ask for beside their options: text from a pipe, and passwords without showing them.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageProblem } from '../core/kernel/plugin.ts';

export const readInput = (): Promise<string> => text(process.stdin);

/** Asks on a terminal without echo; elsewhere takes the first line of standard input. @throws UsageProblem for none */
export async function readSecret(prompt: string): Promise<string> {
  const secret = process.stdin.isTTY ? await ask(prompt) : ((await readInput()).split(/\r?\n/)[0] ?? '');
  if (!secret) throw new UsageProblem(`${prompt}: nothing was given`);
  return secret;
}

async function ask(prompt: string): Promise<string> {
  process.stderr.write(`${prompt}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
