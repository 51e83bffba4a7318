// Pages that an import fills in one batch: a long body goes by a statement of its own, and nothing of it differs.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Block } from '../../../plugins/blocks/block.ts';
import { pages } from '../../../plugins/pages/contract.ts';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const saying = (text: string): Block[] => [
    { id: 'b1', type: 'paragraph', data: {}, content: [{ type: 'text', text }] },
  ];
  const LENGTHS = [10, 400_000, 20, 300_000];

  const reserve = () => {
    const ctx = t.ctx('ann');
    const places = LENGTHS.map((length) => ({ workspaceId: t.ws1, title: `${length}`, kind: 'page' as const }));
    return ctx.use(pages).reserve(ctx, places);
  };
  const filled = (ids: number[]) =>
    LENGTHS.map((length, at) => {
      const [id, parentId] = [ids[at] as number, at ? (ids[0] as number) : null];
      return {
        id,
        parentId,
        title: `Of ${length}`,
        blocks: saying('ä'.repeat(length)),
        updatedAt: '2024-01-02T03:04:05.000Z',
      };
    });

  it('has long and short ones in their order, with their text, their first version and their place', async () => {
    const ctx = t.ctx('ann');
    const ids = await reserve();
    const made = await ctx.use(pages).fill(ctx, t.ws1, filled(ids));
    assert.deepEqual(
      made.map(({ id, title, parent_id, updated_at }) => [id, title, parent_id, updated_at]),
      LENGTHS.map((length, at) => [ids[at], `Of ${length}`, at ? ids[0] : null, '2024-01-02T03:04:05.000Z']),
    );
    for (const [at, length] of LENGTHS.entries()) {
      assert.deepEqual(await ctx.use(pages).blocks(ctx, ids[at] as number), saying('ä'.repeat(length)));
      const versions = await t.call('ann', 'GET', `/api/pages/${ids[at]}/versions`);
      assert.equal(versions.body.total, 1);
      const { body } = await t.call('ann', 'GET', `/api/pages/${ids[at]}/versions/${versions.body.versions[0].id}`);
      assert.match(JSON.stringify(body), new RegExp(`"ä{${Math.min(length, 900)}}`));
    }
  });

  it('refuses a long one that is a page already, and fills none of its batch then', async () => {
    const ctx = t.ctx('ann');
    const ids = await reserve();
    const [first, second, ...others] = filled(ids);
    await ctx.use(pages).fill(ctx, t.ws1, [{ ...second, parentId: null } as never]);
    await assert.rejects(
      ctx.use(pages).fill(ctx, t.ws1, [first, second, ...others] as never),
      /a page is not reserved/,
    );
    assert.equal((await t.call('ann', 'GET', `/api/pages/${ids[0]}`)).status, 404);
  });
});
