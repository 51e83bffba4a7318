// What people and programs get to read: tables, fields, progress on a terminal and in a pipe.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Output } from '../../cli/output.ts';
import { showProgress } from '../../cli/progress.ts';

function record(json: boolean, isTTY = false) {
  const written = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    isTTY,
    columns: 60,
    write: (text: string) => {
      written[name] += text;
    },
  });
  return { written, output: new Output(json, { stdout: stream('stdout'), stderr: stream('stderr') }), stream };
}

describe('Output', () => {
  it('keeps standard output for the one object in JSON mode', () => {
    const { written, output } = record(true);
    output.line('working');
    output.table([{ id: 1 }]);
    output.result({ id: 1 });
    output.finish(0);
    assert.equal(written.stdout, '{"ok":true,"id":1}\n');
    assert.equal(written.stderr, 'working\n');
  });

  it('says ok false for a failed command that threw nothing', () => {
    const { written, output } = record(true);
    output.finish(1);
    assert.equal(written.stdout, '{"ok":false}\n');
  });

  it('aligns columns, numbers to the right, and keeps control characters out', () => {
    const { written, output } = record(false);
    output.table([
      { id: 7, name: 'Ada\u001b[2J', note: null },
      { id: 12, name: 'Grace', note: 'admin' },
    ]);
    output.result({ hidden: true });
    output.finish(0);
    assert.equal(written.stdout, 'ID  NAME     NOTE\n 7  Ada [2J\n12  Grace    admin\n');
  });

  it('shows the result to people when the command wrote nothing else', () => {
    const { written, output } = record(false);
    output.result({ id: 3, login: 'ada' });
    output.finish(0);
    assert.equal(written.stdout, 'id     3\nlogin  ada\n');
  });

  it('names the fields of a refusal', () => {
    const { written, output } = record(false);
    output.fail({
      code: 'validation_failed',
      detail: 'Refused.',
      errors: [{ at: 'email', detail: 'is taken' }],
      exitCode: 1,
    });
    assert.equal(written.stdout, '');
    assert.equal(written.stderr, 'Refused.\n  email: is taken\n');
  });
});

describe('progress', () => {
  const steps: [number, number][] = [
    [500, 10],
    [1999, 20],
    [2000, 30],
    [2500, 40],
    [4100, 80],
  ];

  function play(isTTY: boolean): string {
    const { written, stream } = record(false, isTTY);
    let now = 0;
    const progress = showProgress('Pages', stream('stderr'), () => now);
    for (const [at, done] of steps) {
      now = at;
      progress.update(done, 100);
    }
    now = 5000;
    progress.end();
    return written.stderr;
  }

  it('is a plain line at most every 2 seconds and at the end of a pipe', () => {
    assert.equal(play(false), 'Pages: 30/100, 15/s\nPages: 80/100, 20/s\nPages: 80/100, 16/s\n');
  });

  it('is one line drawn again on a terminal, never wider than it', () => {
    const drawn = play(true);
    const frames = drawn.trimEnd().split('\r\u001b[K').slice(1);
    // The third step comes 1 ms after the second.
    assert.equal(frames.length, steps.length);
    assert.equal(frames.at(-1), 'Pages [###################-----] 80/100  80% 16/s');
    assert.ok(frames.every((frame) => frame.length < 60));
    assert.ok(drawn.endsWith('\n'));
  });

  it('says nothing of work that was never counted', () => {
    const { written, stream } = record(false);
    showProgress('Pages', stream('stderr')).end();
    assert.equal(written.stderr, '');
  });
});

it('ends as if nothing were amiss when whoever reads has read enough', async () => {
  const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  assert.deepEqual([code, stderr], [0, '']);
});
