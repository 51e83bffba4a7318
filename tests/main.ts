/**
 * Runs all tests, or those of the files named. Files in which something failed are run once more, one by one: a failure
 * that only load brings about is told, and ends nothing; one that comes twice fails the run.
 */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { globalSetup, globalTeardown } from './setup.ts';

const ROOT = join(import.meta.dirname, '..');
/** Browsers and databases wait for one another: twice as many files as cores keep the cores busy. */
const AT_ONCE = Math.min(8, 2 * availableParallelism());

/** Browser tests take longest, so they begin. */
function filesOf(named: string[]): string[] {
  if (named.length > 0) return named.map((file) => join(process.cwd(), file));
  const all = globSync('tests/**/*.test.ts', { cwd: ROOT }).sort();
  const isLong = (file: string) => file.startsWith(join('tests', 'browser'));
  return [...all.filter(isLong), ...all.filter((file) => !isLong(file))].map((file) => join(ROOT, file));
}

/** The files that took longest, in seconds: where the next minute can be saved. */
const LONGEST = 12;

function longest(took: Map<string, number>): string {
  const slow = [...took].sort(([, a], [, b]) => b - a).slice(0, LONGEST);
  return slow.map(([file, ms]) => `${relative(ROOT, file)} ${Math.round(ms / 1000)}`).join(', ');
}

/** Runs files and answers with those that failed. Each file is a test of its own there, named by its path. */
async function failuresIn(files: string[], concurrency: number): Promise<string[]> {
  const failed: string[] = [];
  const took = new Map<string, number>();
  const events = run({ files, concurrency });
  events.on('test:complete', ({ name, details }) => {
    if (!files.includes(name)) return;
    took.set(name, details.duration_ms);
    if (!details.passed) failed.push(name);
  });
  for await (const text of events.compose(spec)) process.stdout.write(text);
  process.stdout.write(`\nLongest, in seconds: ${longest(took)}\n`);
  return failed;
}

const files = filesOf(process.argv.slice(2));
await globalSetup();
const failed = await failuresIn(files, AT_ONCE);
if (failed.length > 0) {
  const names = failed.map((file) => relative(ROOT, file)).join(', ');
  process.stdout.write(`\nFAILED ONCE, now tried alone: ${names}\n\n`);
  process.exitCode = (await failuresIn(failed, 1)).length > 0 ? 1 : 0;
  if (process.exitCode === 0) process.stdout.write(`\nUNSTEADY, passed alone: ${names}\n`);
}
await globalTeardown();
