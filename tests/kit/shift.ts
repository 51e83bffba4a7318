/**
 * One process that runs test files one after the other: to start, to load the product and to warm up takes longer than
 * most files do. All such processes take their files from one list, so that none is idle before the others.
 */
import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { holdBrowser, releaseBrowser } from './browser.ts';

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

let before = '';
let last = '';

/** An error outside of tests changes nothing but the exit code: the last two files must answer for it, each alone. */
function tellStrays(): void {
  if (process.exitCode) appendFileSync(join(queue, 'strays'), `${before}\n${last}\n`);
  process.exitCode = undefined;
}

holdBrowser();
// Ahead of the runner, which then says that the process failed when any of its tests did.
process.once('beforeExit', tellStrays);
for (const [index, file] of readFileSync(join(queue, 'files'), 'utf8').split('\n').entries()) {
  if (!take(index)) continue;
  [before, last] = [last, file];
  await describe(file, async () => {
    await import(pathToFileURL(file).href);
  });
  tellStrays();
}
await releaseBrowser();
