// An extension that finds pages by an engine of its own: search takes from it what people may see, and goes on without it.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Problem } from '../../core/http/problem.ts';
import { definePlugin } from '../../core/kernel/plugin.ts';
import { meaningIndex, type NearPage, search } from '../../plugins/search/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let isAway = false;
  /** What the engine knows, whoever may see it. */
  const known = new Map<string, number[]>();

  const engine = definePlugin({
    name: 'engine',
    version: '1.0.0',
    summary: 'Finds pages by an engine of its own',
    dependencies: { search: '^1.0.0' },
    provides: [meaningIndex],
    setup: (app) =>
      app.provide(meaningIndex, {
        isOn: () => true,
        async nearest(ctx, q, narrow): Promise<NearPage[]> {
          if (isAway) throw new Problem('unavailable', 'The engine does not answer.');
          const query = ctx.db('pages').whereIn('pages.id', known.get(q) ?? []);
          // One that forgets to narrow.
          if (q !== 'careless') narrow(query);
          return (await query.pluck('pages.id')).map((id: number) => ({ id, start: 0, score: 1 }));
        },
      }),
  });

  before(async () => {
    t = await startApp(await open(), { plugins: [engine] });
  });
  after(() => t.stop());

  async function page(title: string, more: object = {}): Promise<number> {
    const answer = await t.call('ann', 'POST', '/api/v2/pages', {
      workspace_id: t.ws1,
      title,
      markdown: 'Text',
      ...more,
    });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.id;
  }
  const found = async (who: Name, q: string): Promise<string[]> => {
    const answer = await t.call(who, 'GET', `/api/v2/search?q=${q}&meaning=true`);
    return answer.status === 200 ? answer.body.map(({ title }: { title: string }) => title) : [`${answer.status}`];
  };

  it('finds what the engine names, of what the person who asks may see', async () => {
    const fleet = await page('Fleet');
    const secret = await page('Secret fleet');
    known.set('vehicles', [fleet, secret, 999_999]);
    const hidden = await t.call('ann', 'PUT', `/api/v2/pages/${secret}/permissions/type`, {
      permission_type: 'private',
    });
    assert.ok(hidden.status < 300, hidden.text);
    assert.deepEqual((await found('ann', 'vehicles')).sort(), ['Fleet', 'Secret fleet']);
    assert.deepEqual(await found('vic', 'vehicles'), ['Fleet']);
    assert.deepEqual(await found('bob', 'vehicles'), []);
    known.set('careless', [fleet, secret]);
    assert.deepEqual(await found('vic', 'careless'), ['Fleet']);
  });

  it('goes on by words while the engine is away', async () => {
    isAway = true;
    const ctx = t.app.context({ type: 'system', reason: 'tests' });
    const { results, isByMeaning } = await ctx.use(search).findWidely(ctx, { q: 'Fleet', limit: 10 });
    assert.deepEqual([results.length > 0, isByMeaning], [true, false]);
    assert.deepEqual(await found('ann', 'vehicles'), ['503']);
    isAway = false;
  });
});
