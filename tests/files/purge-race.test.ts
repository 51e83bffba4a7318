// The clean-up of files beside people who use them: what is needed again at the last moment stays.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import type { Ctx } from '../../core/kernel/context.ts';
import { type FileRecord, files, fileUrl } from '../../plugins/files/contract.ts';
import { purgeFiles } from '../../plugins/files/service.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let folder: string;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  before(async () => {
    const database = await open();
    folder = join(database.dataDir, 'files');
    t = await startApp(database, { now: () => new Date(now).toISOString() });
  });
  after(() => t.stop());

  const store = (text: string): Promise<FileRecord> =>
    t.app
      .use(files)
      .store(t.ctx('ann'), { content: Buffer.from(text), name: text, workspaceId: t.ws1, maxBytes: 1000 });
  const status = async (file: FileRecord) => (await t.call('ann', 'GET', fileUrl(file))).status;
  /** A clean-up that is overtaken by `other` just before it writes. */
  const overtaken = (other: () => Promise<unknown>): Ctx => {
    const ctx = t.app.context({ type: 'system', reason: 'test' });
    let first = true;
    const tx: Ctx['tx'] = async (work) => {
      if (first) await other();
      first = false;
      return ctx.tx(work);
    };
    return Object.create(ctx, { tx: { value: tx } });
  };

  it('keeps a file that a page refers to, or that was stored again', async () => {
    const [shown, again, gone] = [await store('shown'), await store('again'), await store('gone')];
    now += 25 * 3_600_000;
    const blocks = [{ type: 'image', data: { fileId: shown.id } }];
    await purgeFiles(
      overtaken(async () => {
        await t.call('ann', 'POST', '/api/pages', { title: 'x', workspace_id: t.ws1, blocks });
        await store('again');
      }),
    );
    assert.deepEqual([await status(shown), await status(again), await status(gone)], [200, 200, 404]);
  });

  it('goes on past names that are not ours', async () => {
    const gone = await store('unwanted');
    mkdirSync(join(folder, 'zz'), { recursive: true });
    writeFileSync(join(folder, 'zz', '.DS_Store'), 'x');
    now += 25 * 3_600_000;
    await purgeFiles(t.app.context({ type: 'system', reason: 'test' }));
    assert.equal(await status(gone), 404);
  });
});
