// Pages that one release has sent ask a process of another one for their scripts, before and after an upgrade.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SharedAssets } from '../../../core/views/shared-assets.ts';
import { migratedDatabase, onEachEngine, type TestDatabase } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

onEachEngine((engine) => {
  let database: TestDatabase;
  let t: TestApp;
  before(async () => {
    database = await migratedDatabase(engine);
    t = await startApp(database);
    await t.app.assets.publish(t.app);
  });
  after(async () => {
    await t.stop();
    await database.cleanup();
  });

  const get = (url: string) => t.app.server.inject({ url });

  const release = (build: string, files: Record<string, [hash: string, text: string]>) => ({
    build,
    files: new Map(Object.entries(files).map(([name, [hash]]) => [name, hash])),
    read: (name: string) => Buffer.from(files[name]?.[1] ?? ''),
  });
  const later = (days: number) =>
    new SharedAssets({ database: t.app.database, now: () => new Date(Date.now() + days * 86_400_000).toISOString() });
  const OLD = release('old', {
    'chunk-OLDOLDOL.js': ['aaaaaaaaaaaa', 'export const old = 1;'],
    'shell.js': ['bbbbbbbbbbbb', 'const shell = "old";'],
  });

  it('answers with what another release has, for good, and else with what its own has', async () => {
    assert.equal((await get('/static/chunk-OLDOLDOL.js')).statusCode, 404);
    await later(0).publish(OLD);
    const piece = await get('/static/chunk-OLDOLDOL.js');
    assert.equal(piece.payload, 'export const old = 1;');
    assert.equal(piece.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(piece.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal((await get('/static/shell.js?v=bbbbbbbbbbbb')).payload, 'const shell = "old";');
    const own = await get('/static/shell.js?v=cccccccccccc');
    assert.equal(own.payload, (await get('/static/shell.js')).payload);
    assert.equal(own.headers['cache-control'], 'no-cache');
    assert.equal((await get('/static/chunk-NOBODYSS.js')).statusCode, 404);
    assert.equal((await get(`/static/chunk-${'%27'}or.js`)).statusCode, 404);
  });

  it('holds every script and style of its own release once, however often it starts', async () => {
    const count = async () => Number((await t.app.database.reader('asset_files').count({ count: '*' }))[0]?.count);
    const before = await count();
    assert.ok(before > 200);
    await t.app.assets.publish(t.app);
    await later(0).publish(OLD);
    assert.equal(await count(), before);
  });

  it('keeps what was replaced for thirty days, and what both releases have for longer', async () => {
    const shared = ['dddddddddddd', 'both'] as [string, string];
    await later(0).publish(release('first', { 'both.js': shared, 'first.js': ['eeeeeeeeeeee', 'first'] }));
    await later(1).publish(release('second', { 'both.js': shared }));
    await later(30).publish(release('third', { 'both.js': shared }));
    assert.equal(String(await later(0).find('first.js', 'eeeeeeeeeeee')), 'first');
    await later(32).publish(release('fourth', { 'both.js': shared }));
    assert.equal(await later(0).find('first.js', 'eeeeeeeeeeee'), undefined);
    assert.equal(String(await later(0).find('both.js', 'dddddddddddd')), 'both');
  });
});
