// Work in a process of its own: what it answers, how it fails, and that it ends with whoever waits for it.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runInProcess } from '../../../core/workers/process-runner.ts';
import { scratchFolder } from '../../../testing/folders.ts';
import { until } from '../../../testing/until.ts';

const TASKS = new URL('./process-tasks.ts', import.meta.url);

const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a process of its own', () => {
  it('takes and gives copies', async () => {
    const given = new Map([['a', new Date(0)]]);
    assert.deepEqual(await runInProcess(TASKS, 'same', [given]), given);
  });

  it('hands on why something failed, with the code of the system', async () => {
    await assert.rejects(runInProcess(TASKS, 'fail', ['no room', 'ENOSPC']), { message: 'no room', code: 'ENOSPC' });
  });

  it('says how it ended when it gave no answer', async () => {
    await assert.rejects(runInProcess(TASKS, 'end', []), /its process ended with SIGKILL/);
  });

  it('is killed when it is told to stop, and is not told so by the signals that the program gets', async () => {
    const stop = new AbortController();
    const waiting = runInProcess(TASKS, 'waitForEver', [], stop.signal);
    stop.abort();
    await assert.rejects(waiting, /its process ended with SIGKILL/);
    assert.equal(await runInProcess(TASKS, 'signalled', []), 'still here');
  });

  it('ends with the program, also when that is killed', async () => {
    const file = join(scratchFolder(), 'pid');
    const program = fork(TASKS, [file], { execArgv: [] });
    await until(() => existsSync(file));
    const pid = Number(readFileSync(file, 'utf8'));
    assert.ok(lives(pid));
    program.kill('SIGKILL');
    await until(() => !lives(pid));
  });
});
