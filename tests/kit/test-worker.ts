/**
 * One process that runs test files one after the other: to start, to load the product and to warm up takes longer than
 * most files do. All such processes take their files from one list, so that none is idle before the others.
 */
import type { AsyncHook } from 'node:async_hooks';
import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The runner notes of each promise and timer to which test it belongs. It needs that while a file names its tests; while
 * they run, only errors outside of tests are told apart by it, and it takes a fourth of the time of what is tested.
 */
const hooks = createRequire(import.meta.url)('node:async_hooks') as typeof import('node:async_hooks');
const { createHook } = hooks;
let belonging: AsyncHook | undefined;
hooks.createHook = (given) => {
  hooks.createHook = createHook;
  belonging = createHook(given);
  return belonging;
};
const { before: first, describe } = await import('node:test');
// After the above: what imports the runner first leaves it the hook that it makes.
const { holdBrowser, releaseBrowser } = await import('./browser.ts');

/** Has the list (`files`, a path a line), a file for each number of a path that is taken, and `strays`. */
const queue = process.env.TEST_QUEUE!;

function take(index: number): boolean {
  try {
    closeSync(openSync(join(queue, String(index)), 'wx'));
    return true;
  } catch {
    return false;
  }
}

/** A file that waits for ever fails, and the next one begins. */
const LONGEST_MS = 900_000;

let before = '';
let last = '';

/** An error outside of tests changes nothing but the exit code: the last two files must answer for it, each alone. */
function tellStrays(): void {
  if (process.exitCode) appendFileSync(join(queue, 'strays'), `${before}\n${last}\n`);
  process.exitCode = undefined;
}

/** Which test it belongs to is not known, and that test may wait for ever: others go on with the rest of the list. */
function end(error: unknown): void {
  process.stderr.write(`An error outside of tests, in ${last}: ${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
}

holdBrowser();
// Ahead of the runner, which then says that the process failed when any of its tests did.
process.once('beforeExit', tellStrays);
process.prependListener('uncaughtException', end);
process.prependListener('unhandledRejection', end);
for (const [index, file] of readFileSync(join(queue, 'files'), 'utf8').split('\n').entries()) {
  if (!take(index)) continue;
  [before, last] = [last, file];
  await describe(file, { timeout: LONGEST_MS }, async () => {
    first(() => {
      if (!belonging) throw new Error('The hook of the runner was made before it could be kept.');
      belonging.disable();
    });
    await import(pathToFileURL(file).href);
  });
  belonging?.enable();
  tellStrays();
}
await releaseBrowser();

/** What a failed test leaves open keeps no run from its end: the last file answers for it, alone. */
const LEFT_OPEN_MS = 20_000;

setTimeout(() => {
  process.stderr.write(`Still open after the last test: ${process.getActiveResourcesInfo().join(', ')}\n`);
  appendFileSync(join(queue, 'strays'), `${last}\n`);
  process.exit(1);
}, LEFT_OPEN_MS).unref();
