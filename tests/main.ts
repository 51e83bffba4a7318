/**
 * Runs all tests, or those of the files named. Files in which something failed are run once more, each in a process of
 * its own: what fails twice fails the run, and so do more than a few files that pass only alone.
 */
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { scratchFolder } from '../testing/folders.ts';
import { globalSetup, globalTeardown } from './setup.ts';

const ROOT = join(import.meta.dirname, '..');
const WORKER = join(ROOT, 'tests', 'kit', 'test-worker.ts');
/** Browsers and databases wait for one another: twice as many processes as cores keep the cores busy. */
const AT_ONCE = Math.min(8, 2 * availableParallelism());

/** What takes long begins: browsers, then what starts processes of its own, then the longer files of the rest. */
const LONG = ['browser/', 'cli/', 'importers/', 'core/kill', 'contract/', 'permissions/', 'rooms/'];

function weightOf(file: string): number {
  const name = relative(join(ROOT, 'tests'), file);
  const place = LONG.findIndex((begin) => name.startsWith(begin));
  return statSync(file).size + (place < 0 ? 0 : (LONG.length - place) * 1e6);
}

function filesOf(named: string[]): string[] {
  if (named.length > 0) return named.map((file) => resolve(file));
  const all = globSync('tests/**/*.test.ts', { cwd: ROOT }).map((file) => join(ROOT, file));
  return all.sort((a, b) => weightOf(b) - weightOf(a));
}

/** More files than these that pass only alone fail the run. */
const UNSTEADY_MAX = 2;

/** The files that took longest, in seconds: where the next minute can be saved. */
const LONGEST = 12;

function longest(took: Map<string, number>): string {
  const slow = [...took].sort(([, a], [, b]) => b - a).slice(0, LONGEST);
  return slow.map(([file, ms]) => `${relative(ROOT, file)} ${Math.round(ms / 1000)}`).join(', ');
}

/**
 * Runs `processes`, the test files themselves or workers, and answers with those of the files that did not pass: also
 * with those that a process that ended too early has left. With `forceExit` they end with their last test, whatever
 * that has left open.
 */
async function failuresIn(
  files: string[],
  processes: string[],
  concurrency: number,
  forceExit = false,
): Promise<string[]> {
  const passed = new Set<string>();
  const took = new Map<string, number>();
  const events = run({ files: processes, concurrency, forceExit });
  // A file is a test of its own, named by its path.
  events.on('test:complete', ({ name, details }) => {
    if (!files.includes(name)) return;
    took.set(name, details.duration_ms);
    if (details.passed) passed.add(name);
  });
  for await (const text of events.compose(spec)) process.stdout.write(text);
  process.stdout.write(`\nLongest, in seconds: ${longest(took)}\n`);
  return files.filter((file) => !passed.has(file));
}

/** Runs files in as few processes as keep all cores busy; those during which an error got out of all tests failed, too. */
async function failuresInWorkers(files: string[]): Promise<string[]> {
  const queue = scratchFolder();
  writeFileSync(join(queue, 'files'), files.join('\n'));
  writeFileSync(join(queue, 'strays'), '');
  process.env.TEST_QUEUE = queue;
  const failed = await failuresIn(files, Array(Math.min(AT_ONCE, files.length)).fill(WORKER), AT_ONCE);
  const strays = readFileSync(join(queue, 'strays'), 'utf8').split('\n');
  rmSync(queue, { recursive: true });
  return files.filter((file) => failed.includes(file) || strays.includes(file));
}

const files = filesOf(process.argv.slice(2));
await globalSetup();
const failed = await failuresInWorkers(files);
if (failed.length > 0) {
  const names = failed.map((file) => relative(ROOT, file)).join(', ');
  process.stdout.write(`\nFAILED ONCE, now tried alone: ${names}\n\n`);
  process.exitCode = (await failuresIn(failed, failed, 1, true)).length > 0 ? 1 : 0;
  if (process.exitCode === 0) {
    process.stdout.write(`\nUNSTEADY, passed alone: ${names}\n`);
    if (failed.length > UNSTEADY_MAX) process.exitCode = 1;
  }
}
await globalTeardown();
