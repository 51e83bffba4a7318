// The health of the service: each check says what is wrong and what to do, and says nothing where all is well.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

interface Finding {
  name: string;
  state: string;
  label: string;
  detail: string;
  remedy: string;
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  let late = 0;
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(Date.now() + late).toISOString() });
  });
  after(() => t.stop());

  const ask = (headers: Record<string, string> = {}) => t.call('adm', 'GET', '/api/v2/admin/health', { headers });
  const finding = async (name: string, headers?: Record<string, string>): Promise<Finding> => {
    const { body } = await ask(headers);
    return body.checks.find((one: Finding) => one.name === name);
  };
  /** while `work` runs, the settings are others */
  const settings = async (change: object, work: () => Promise<void>) => {
    const before = Object.fromEntries(Object.keys(change).map((name) => [name, t.app.settings[name]]));
    Object.assign(t.app.settings, change);
    await work().finally(() => Object.assign(t.app.settings, before));
  };

  it('says of each check what was found, and what to do only where something is', async () => {
    const { status, body } = await ask();
    assert.equal(status, 200);
    assert.ok(body.checks.length >= 11);
    for (const { state, label, detail, remedy } of body.checks as Finding[]) {
      assert.doesNotMatch(`${label}${detail}${remedy}`, /admin\.health|backups\.health|\{\w+\}/);
      assert.equal(remedy === '', state === 'ok', label);
    }
  });

  it('tells of no secret, path or person in its report', async () => {
    const { text } = await t.call('adm', 'GET', '/admin/health.json');
    for (const secret of [t.app.settings.SECRET_KEY, t.app.settings.DATA_DIR, 'ann@example.org'])
      assert.ok(!secret || !text.includes(secret), secret);
    assert.match(text, /"platform"/);
  });

  it('an address that is not the one people type', async () => {
    const found = await finding('admin.health.address', { host: 'wiki.example.org' });
    assert.equal(found.state, 'error');
    assert.match(found.detail, /wiki\.example\.org/);
    assert.match(found.remedy, /BASE_URL/);
  });

  it('a proxy that nobody trusts', async () => {
    const found = await finding('admin.health.proxy', { 'x-forwarded-for': '203.0.113.9' });
    assert.match(found.remedy, /TRUST_PROXY/);
  });

  it('a clock that went back', async () => {
    late = 3_600_000;
    await t.call('ann', 'POST', '/api/pages', { title: 'Later', workspace_id: t.ws1 });
    late = 0;
    const found = await finding('admin.health.clock');
    assert.equal(found.state, 'error');
    assert.match(found.detail, /(59|60) minutes behind/);
    await t.app.database.writer('domain_events').delete();
    await t.app.database.writer('jobs').delete();
  });

  it('jobs that wait, and jobs that failed', async () => {
    const at = t.app.now();
    const row = { kind: 'mail.send', payload: '{"id":0}', attempts: 6, error: 'x', created_at: at };
    const [{ id }] = await t.app.database
      .writer('jobs')
      .insert({ ...row, status: 'queued', run_at: at })
      .returning('id');
    late = 10 * 60_000;
    assert.match((await finding('admin.health.jobs')).detail, /waited 10 minutes/);
    late = 0;
    await t.app.database.writer('jobs').where({ id }).update({ status: 'failed' });
    assert.match((await finding('admin.health.jobs')).remedy, /Jobs/);
    await t.app.database.writer('jobs').delete();
    assert.equal((await finding('admin.health.jobs')).state, 'ok');
  });

  it('files that cannot be written', async () => {
    const { put } = t.app.storage;
    t.app.storage.put = async () => {
      throw new Error('permission denied');
    };
    const found = await finding('admin.health.storage').finally(() => {
      t.app.storage.put = put;
    });
    assert.deepEqual([found.state, found.detail], ['error', 'The check itself failed: permission denied']);
    assert.equal((await finding('admin.health.storage')).state, 'ok');
  });

  it('a backup that there is not, and one that is old', async () => {
    assert.equal((await finding('backups.health')).state, 'warning');
    await t.call('adm', 'POST', '/api/v2/admin/backups');
    await t.app.jobs.drain();
    assert.equal((await finding('backups.health')).state, 'ok');
    late = 9 * 86_400_000;
    assert.match((await finding('backups.health')).detail, /last good backup is from/);
    late = 0;
  });

  it('looks at all data as a job, and keeps what that found', async () => {
    assert.equal((await finding('admin.health.data')).state, 'warning');
    assert.equal((await t.call('adm', 'POST', '/api/v2/admin/health/data')).status, 200);
    await t.app.jobs.drain();
    const { body } = await ask();
    assert.ok(body.data.length > 5);
    assert.equal((await finding('admin.health.data')).state, 'ok');
    await t.app.database.writer('health_findings').update({ ok: 0 }).where({ name: body.data[0].name });
    assert.equal((await finding('admin.health.data')).state, 'error');
  });

  describe('mail', () => {
    it('without a server waits in the outbox', async () => {
      assert.match((await finding('admin.health.mail')).remedy, /SMTP_URL/);
    });

    it('reports a mail server that cannot be reached', async () => {
      const closed = createServer().listen(0, '127.0.0.1');
      await once(closed, 'listening');
      const { port } = closed.address() as { port: number };
      closed.close();
      await settings({ SMTP_URL: `smtp://127.0.0.1:${port}` }, async () => {
        const found = await finding('admin.health.mail');
        assert.equal(found.state, 'error');
        assert.match(found.detail, /did not respond as expected/);
      });
    });

    it('reports that a working mail server is fine', async () => {
      const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'] });
      server.listen(0, '127.0.0.1');
      await once(server.server, 'listening');
      const { port } = server.server.address() as { port: number };
      await settings({ SMTP_URL: `smtp://127.0.0.1:${port}` }, async () => {
        assert.equal((await finding('admin.health.mail')).state, 'ok');
      }).finally(() => server.close());
    });
  });

  it('is for administrators alone, and a page for them', async () => {
    for (const path of ['/api/v2/admin/health', '/admin/health', '/admin/health.json'])
      assert.equal((await t.call('ann', 'GET', path)).status, 403, path);
    const { text, status } = await t.call('adm', 'GET', '/admin/health');
    assert.equal(status, 200);
    assert.match(text, /Live updates/);
    assert.equal((await t.form('adm', '/admin/health/data')).status, 303);
  });
});
