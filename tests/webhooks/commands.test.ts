// Webhooks for who runs the service: the command line beside a running server and without one, and doctor.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { diagnose } from '../../core/cli/doctor.ts';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { commandLine } from '../cli/run.ts';
import type { TestApp } from '../kit/app.ts';
import { type Receiver, statusOf, withReceiver } from './receiver.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let receiver: Receiver;
  let database: TestDatabase;
  withReceiver(
    async () => {
      database = await open();
      return database;
    },
    (app, given) => {
      t = app;
      receiver = given;
    },
  );
  const run = (...args: string[]) =>
    commandLine({ dataDir: database.dataDir, url: database.url })(args, {
      env: { OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}`, SECRET_KEY: 'a key for tests that is long enough' },
    });
  const hookAt = async (path: string): Promise<number> => {
    const body = { workspace_id: t.ws1, url: receiver.url(path), name: `At ${path}` };
    return (await t.call('ann', 'POST', '/api/v2/webhooks', { body })).body.id;
  };

  it('lists, tests and sends again', async () => {
    const hook = await hookAt('/listed');
    const listed = await run('webhook', 'list');
    assert.equal(listed.code, 0, listed.stderr);
    assert.match(listed.stdout, /At \/listed.*well/);
    const tested = await run('webhook', 'test', String(hook), '--json');
    assert.equal(tested.code, 0, tested.stdout);
    assert.equal((tested.json() as { delivery: { status: string } }).delivery.status, 'success');
    assert.doesNotMatch(listed.stdout + tested.stdout, /whsec_|_encrypted/);
    receiver.behaviors['/listed'] = statusOf(500);
    const missed = await run('webhook', 'test', String(hook));
    assert.deepEqual([missed.code, missed.stdout.trim()], [1, 'It did not arrive: status 500.'], missed.stderr);
    delete receiver.behaviors['/listed'];
    const { delivery } = tested.json() as { delivery: { id: number } };
    receiver.received = [];
    const again = await run('webhook', 'redeliver', String(hook), String(delivery.id));
    assert.deepEqual([again.code, again.stdout.trim()], [0, '1 to be sent.']);
    await until(() => receiver.at('/listed').length === 1);
    for (const [args, code] of [
      [['webhook', 'test', '99999'], 1],
      [['webhook', 'test', 'x'], 2],
      [['webhook', 'redeliver', String(hook)], 2],
      [['webhook', 'redeliver', String(hook), '--since', 'soon'], 2],
    ] as const)
      assert.equal((await run(...args)).code, code, args.join(' '));
  });

  it('tells of secrets that cannot be read, and of what is held by nobody', async () => {
    const verdict = async () => (await diagnose(t.app, () => {})).find(({ name }) => name === 'webhooks');
    assert.equal((await verdict())?.ok, true);
    const hook = await hookAt('/doctor');
    const row = { webhook_id: hook, event_id: 'x', event: 'page.created', status: 'pending', attempt: 0 };
    const then = '2020-01-01T00:00:00.000Z';
    const db = t.app.database.writer;
    await db('webhooks').where({ id: hook }).update({ enabled: 0 });
    await db('webhook_deliveries').insert({ ...row, lease_owner: 'gone', lease_until: then, created_at: then });
    assert.match((await verdict())?.detail ?? '', /held by a process that is gone/);
    await db('webhook_deliveries').where({ webhook_id: hook }).delete();
    await db('webhooks').where({ id: hook }).update({ enabled: 1, secret_encrypted: 'v1.x' });
    assert.match((await verdict())?.detail ?? '', /encrypted with another SECRET_KEY/);
  });
});
