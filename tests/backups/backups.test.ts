// Backups of the service: made and checked, by hand and by schedule, kept for a while, told of when they fail, and fetched by few.
import assert from 'node:assert/strict';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { SealedReader } from '../../core/files/manifest-zip.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const PATH = '/api/v2/admin/backups';
const DAY = 86_400_000;

onEachEngine((_engine, open) => {
  let t: TestApp;
  let late = 0;
  let folder = '';
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(Date.now() + late).toISOString() });
    folder = join(t.app.settings.DATA_DIR, 'backups');
  });
  after(() => t.stop());
  beforeEach(() => {
    late = 0;
  });

  const call = (method: string, path = '', body?: object, who: Name = 'adm') =>
    t.call(who, method, `${PATH}${path}`, body && { body });
  const make = async () => {
    const { id } = (await call('POST')).body;
    await t.app.jobs.drain();
    return (await call('GET', `/${id}`)).body;
  };
  const schedule = async () => {
    const system = t.app.context({ type: 'system', reason: 'test' });
    await t.app.jobs.kind('backups.schedule')?.run(system, {}, new AbortController().signal);
    await t.app.jobs.drain();
  };
  const told = async (who: Name) =>
    (await t.call(who, 'GET', '/api/v2/notifications')).body.filter(
      (one: { type: string }) => one.type === 'backup_failed',
    );

  it('has everything, is read again, and lies where nobody else reads it', async () => {
    const backup = await make();
    assert.deepEqual([backup.state, backup.cause, backup.error, backup.is_present], ['verified', 'manual', '', true]);
    const path = join(folder, backup.file);
    assert.equal(statSync(path).size, backup.bytes);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    const reader = await SealedReader.open(path);
    const users = await Array.fromAsync(reader.rows<{ login: string }>('tables/users.jsonl'));
    reader.close();
    assert.ok(users.some(({ login }) => login === 'vic'));
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.part')),
      [],
    );
  });

  it('is one while it is being made, however often it is asked for', async () => {
    const [first, second] = [await call('POST'), await call('POST')];
    assert.equal(first.body.id, second.body.id);
    assert.equal((await call('DELETE', `/${first.body.id}`)).status, 409);
    await t.app.jobs.drain();
    assert.notEqual((await call('POST')).body.id, first.body.id);
    await t.app.jobs.drain();
  });

  it('says when it is not as it was any more, and administrators hear of it, nobody else', async () => {
    const backup = await make();
    const path = join(folder, backup.file);
    truncateSync(path, statSync(path).size - 100);
    await call('POST', `/${backup.id}/verify`);
    await t.app.jobs.drain();
    const found = (await call('GET', `/${backup.id}`)).body;
    assert.equal(found.state, 'damaged');
    assert.match(found.error, /^The backup is damaged: /);
    assert.match((await told('adm'))[0].text, /^The backup is damaged/);
    assert.deepEqual(await told('ann'), []);
    assert.equal((await call('DELETE', `/${backup.id}`)).status, 200);
    assert.equal(existsSync(path), false);
    assert.equal((await call('GET', `/${backup.id}`)).status, 404);
  });

  it('leaves nothing behind and says why when it cannot be written', async () => {
    const blocked = join(t.app.settings.DATA_DIR, 'backups');
    const others = readdirSync(blocked);
    const { filename } = await t.app.storage.put(Buffer.from('x'), 'txt', 10);
    await t.ctx('ann').tx((tx) =>
      tx.db('files').insert({
        ...{ workspace_id: t.ws1, filename, name: 'x.txt', mime: 'text/plain', size: 1, sha256: 'x' },
        ...{ created_by: t.user('ann').id, created_at: tx.now() },
      }),
    );
    const [stored] = globSync(`**/${filename}`, { cwd: t.app.settings.DATA_DIR });
    const path = join(t.app.settings.DATA_DIR, stored as string);
    rmSync(path);
    mkdirSync(path);
    const backup = await make();
    rmdirSync(path);
    assert.equal(backup.state, 'failed');
    assert.match(backup.error, /^The backup could not be made: EISDIR/);
    assert.deepEqual(readdirSync(blocked), others);
    assert.equal((await make()).state, 'verified');
  });

  it('ends with the process that makes it, leaves nothing, and is made by the next one', async () => {
    const others = readdirSync(folder);
    const { id } = (await call('POST')).body;
    const end = new AbortController();
    const making = t.app.jobs
      .kind('backups.make')
      ?.run(t.app.context({ type: 'system', reason: 'test' }), { backup_id: id }, end.signal);
    await until(() => readdirSync(folder).some((name) => name.endsWith('.part')));
    end.abort();
    await assert.rejects(making as Promise<void>);
    assert.deepEqual(readdirSync(folder), others);
    await t.app.jobs.drain();
    assert.equal((await call('GET', `/${id}`)).body.state, 'verified');
  });

  it('begins anew after its process was killed, and sweeps what that left', async () => {
    const { id } = (await call('POST')).body;
    const [place] = t.app.instance.split('.');
    const killed = `${place}.999999.killed`;
    writeFileSync(join(folder, `commonplace-x.zip~${killed}.part`), 'half');
    await t.app.database.writer('backups').where({ id }).update({ state: 'running', owner: killed });
    await t.app.jobs.drain();
    assert.equal((await call('GET', `/${id}`)).body.state, 'verified');
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.part')),
      [],
    );
  });

  it('comes by schedule, of which the newest are kept, and those made by hand stay', async () => {
    const byHand = await make();
    const set = (body: object) => t.call('adm', 'PUT', '/api/v2/admin/settings', { body });
    await schedule();
    const count = async () =>
      (await call('GET', '?limit=100')).body.filter((one: { cause: string }) => one.cause === 'schedule').length;
    assert.equal(await count(), 0);
    assert.equal((await set({ BACKUP_SCHEDULE: 'daily', BACKUP_KEEP: 2 })).status, 200);
    for (let day = 0; day < 4; day += 1) {
      late = day * DAY;
      await schedule();
    }
    assert.equal(await count(), 2);
    assert.equal((await call('GET', `/${byHand.id}`)).body.is_present, true);
    await set({ BACKUP_SCHEDULE: 'weekly', BACKUP_KEEP: 50 });
    for (let day = 4; day < 11; day += 1) {
      late = day * DAY;
      await schedule();
    }
    assert.equal(await count(), 3);
    await set({ BACKUP_SCHEDULE: null, BACKUP_KEEP: null });
    assert.equal((await set({ BACKUP_KEEP: 0 })).status, 422);
    assert.equal((await set({ BACKUP_SCHEDULE: 'hourly' })).status, 422);
  });

  describe('the file', () => {
    it('is fetched by an administrator who has just proved who they are, and by no token', async () => {
      const backup = await make();
      const path = `/admin/backups/${backup.id}/download`;
      late = 11 * 60_000;
      const stale = await t.call('adm', 'GET', path);
      assert.equal(stale.status, 403);
      assert.match((await t.call('adm', 'GET', '/admin/backups')).text, /href="\/auth\/reauth\?next=/);
      const token = await t.token('adm', 'read,write,admin');
      assert.equal((await t.inject('GET', path, { headers: token })).status, 403);
      assert.equal((await t.call('ann', 'GET', path)).status, 403);
      assert.equal((await t.call('adm', 'POST', '/auth/reauth', { password: 'a quiet afternoon' })).status, 200);
      const got = await t.call('adm', 'GET', path);
      assert.equal(got.status, 200);
      assert.equal(got.headers['cache-control'], 'no-store');
      assert.equal(Number(got.headers['content-length']), backup.bytes);
      assert.match(String(got.headers['content-disposition']), /attachment; filename="commonplace-/);
    });

    it('of nobody else: not even that there are any', async () => {
      for (const who of ['ann', 'vic', 'bob'] as const)
        for (const method of ['GET', 'POST']) assert.equal((await call(method, '', undefined, who)).status, 403);
      assert.equal((await t.call('vic', 'GET', '/admin/backups')).status, 403);
      const { status } = await t.inject('GET', PATH, { headers: await t.token('adm', 'read') });
      assert.equal(status, 403);
    });
  });

  it('a page makes one, checks it, and keeps the schedule, without scripts', async () => {
    assert.equal((await t.form('adm', '/admin/backups')).status, 303);
    await t.app.jobs.drain();
    const { text } = await t.call('adm', 'GET', '/admin/backups');
    assert.match(text, /Verified/);
    const [{ id }] = (await call('GET')).body;
    assert.equal((await t.form('adm', `/admin/backups/${id}/verify`)).status, 303);
    const saved = await t.form('adm', '/admin/backups/schedule', { BACKUP_SCHEDULE: 'weekly', BACKUP_KEEP: 5 });
    assert.equal(saved.status, 303);
    assert.match((await t.call('adm', 'GET', '/admin/backups?done=saved')).text, /value="weekly" selected/);
    assert.equal((await t.form('adm', `/admin/backups/${id}/delete`)).status, 303);
  });
});
