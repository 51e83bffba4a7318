// The emptying of the trash beside people who use it: what is restored at the last moment stays.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Ctx } from '../../core/kernel/context.ts';
import { purgeTrash, restorePage, trashPage } from '../../plugins/pages/tree/trash.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(now).toISOString() });
  });
  after(() => t.stop());

  const trashed = async (title: string): Promise<number> => {
    const { body } = await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1 });
    await trashPage(t.ctx('ann'), body.id);
    return body.id;
  };
  /** Emptying that is overtaken by `other` between finding a page and removing it. */
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
  const left = (ids: number[]): Promise<number[]> => t.app.database.reader('pages').whereIn('id', ids).pluck('id');

  it('keeps a page that was restored, or restored and deleted again', async () => {
    const ids = [await trashed('restored'), await trashed('deleted again'), await trashed('gone')];
    const [restored, again] = ids as [number, number, number];
    now += 365 * 86_400_000;
    await purgeTrash(
      overtaken(async () => {
        const system = t.app.context({ type: 'system', reason: 'test' });
        await restorePage(system, restored);
        await restorePage(system, again);
        await trashPage(system, again);
      }),
    );
    assert.deepEqual((await left(ids)).sort(), [restored, again].sort());
  });
});
