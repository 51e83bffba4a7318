// Work in threads: bounded in time and memory, able to ask back, and each failure says what it was.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type WorkerOptions, WorkerRunner, WorkerStopped } from '../../../core/workers/worker-runner.ts';

async function within<T>(options: WorkerOptions, use: (runner: WorkerRunner) => Promise<T>): Promise<T> {
  const runner = new WorkerRunner(new URL('./worker-tasks.ts', import.meta.url), options);
  try {
    return await use(runner);
  } finally {
    runner.close();
  }
}

const isStopped = (reason: WorkerStopped['reason']) => (error: Error) =>
  error instanceof WorkerStopped && error.reason === reason;

it('stops what takes too long, and goes on with a new thread', () =>
  within({ timeMs: 3000 }, async (runner) => {
    await assert.rejects(runner.run('runOn'), isStopped('time'));
    assert.equal(await runner.run('sum', 1, 2), 3);
  }));

it('stops what takes too much memory', () =>
  within({}, (runner) => assert.rejects(runner.run('fill'), isStopped('memory'))));

it('has limits and the same reasons in a process', async () => {
  await within({ memoryMb: 64 }, async (runner) => {
    assert.equal(await runner.runApart('sum', 1, 2), 3);
    await assert.rejects(runner.runApart('fail'), { message: 'it is damaged' });
    await assert.rejects(runner.runApart('fill'), { message: 'it needs too much memory' });
  });
  await within({ timeMs: 1000 }, (runner) =>
    assert.rejects(runner.runApart('runOn'), { message: 'it takes longer than 3 s' }),
  );
});

it('gives a thread the memory that its work is allowed, and keeps it apart from others', () =>
  within({ memoryMb: 64 }, async (small) => {
    const thread = await small.run('thread');
    await within({}, async (usual) => {
      assert.notEqual(await usual.run('thread'), thread);
      assert.equal(await usual.run('memory'), 512);
    });
    assert.equal(await small.run('memory'), 64);
    assert.equal(await small.run('thread'), thread);
  }));

it('hands on why something failed, and keeps the thread', () =>
  within({}, async (runner) => {
    const thread = await runner.run('thread');
    await assert.rejects(runner.run('fail'), { message: 'it is damaged' });
    assert.equal(await runner.run('thread'), thread);
  }));

it('answers what the work asks', () =>
  within({ reply: async ({ thing }: { thing: string }) => thing.length }, async (runner) => {
    assert.equal(await runner.run('total', ['bread', 'salt']), 9);
    assert.equal(await runner.run('total', ['oil']), 3);
  }));

it('fails with the reason for which a question was not answered', () =>
  within(
    {
      reply: () => {
        throw new Error('nobody knows');
      },
    },
    async (runner) => {
      await assert.rejects(runner.run('total', ['bread']), { message: 'nobody knows' });
      assert.equal(await runner.run('sum', 2, 2), 4);
    },
  ));

it('hands large contents over instead of copying them, and copies small ones', () =>
  within({}, async (runner) => {
    const { files } = await runner.run<{ files: { bytes: Uint8Array }[] }>('contents');
    assert.deepEqual(
      files.map(({ bytes }) => [bytes.length, bytes[0]]),
      [
        [2_000_000, 7],
        [10, 7],
        [5, 's'.charCodeAt(0)],
      ],
    );
    assert.deepEqual(await runner.run('lengths'), [0, 0, 5]);
  }));
