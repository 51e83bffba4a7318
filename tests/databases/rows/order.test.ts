// Rows go to other places of their database, many at once: in their order, and whatever stands between keeps its own.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';
import { type Made, makeDatabase } from '../database.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  let ids: Record<string, number>;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());
  beforeEach(async () => {
    db = await makeDatabase(t, [{ name: 'Note', type: 'text' }]);
    ids = {};
    for (const name of NAMES) ids[name] = (await db.row({}, name)).id;
  });

  const named = (names: string): number[] => [...names].map((name) => ids[name] as number);
  const bulk = (body: object, who: Parameters<TestApp['call']>[0] = 'ann') =>
    t.call(who, 'POST', `/api/v2/collections/${db.id}/rows/bulk`, body);
  const order = async () => (await db.titles(null)).join('');

  describe('rows that move', () => {
    const moves: [what: string, move: string, side: 'before' | 'after', beside: string, order: string][] = [
      ['down', 'b', 'after', 'e', 'acdebf'],
      ['up', 'e', 'before', 'b', 'aebcdf'],
      ['to the beginning', 'f', 'before', 'a', 'fabcde'],
      ['to the end', 'a', 'after', 'f', 'bcdefa'],
      ['down together', 'ab', 'before', 'e', 'cdabef'],
      ['up together', 'ef', 'after', 'a', 'aefbcd'],
      ['from both sides', 'af', 'after', 'c', 'bcafde'],
      ['from many places', 'ace', 'before', 'f', 'bdacef'],
      ['from many places to the beginning', 'bdf', 'before', 'a', 'bdface'],
      ['in another order than they had', 'eca', 'after', 'f', 'bdfeca'],
      ['to where they stand', 'cd', 'after', 'b', 'abcdef'],
    ];
    for (const [what, move, side, beside, wanted] of moves)
      it(`go ${what}`, async () => {
        const answer = await bulk({ move: named(move), [side]: ids[beside] });
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(
          answer.body.moved.map(({ id }: { id: number }) => id),
          named(move),
        );
        assert.equal(await order(), wanted);
        const places = await Promise.all(NAMES.map(async (name) => (await db.read(ids[name] as number)).position));
        assert.equal(new Set(places).size, NAMES.length, `each has a place of its own: ${places}`);
      });

    it('go past rows in the trash, which come back to where they stood or to the end', async () => {
      await bulk({ delete: named('bd') });
      assert.equal((await bulk({ move: named('f'), before: ids.c })).status, 200);
      assert.equal(await order(), 'afce');
      await bulk({ restore: named('bd') });
      assert.equal([...(await order())].sort().join(''), 'abcdef');
      assert.equal((await order()).replace(/[bd]/g, ''), 'afce');
    });

    it('change by the same call, as one version each of two', async () => {
      const update = [{ id: ids.a, values: { [db.by.Note.id]: 'x' } }];
      const answer = await bulk({ update, move: named('a'), after: ids.b });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.body.moved[0].values[db.by.Note.id], 'x');
      assert.equal(await order(), 'bacdef');
    });

    it('go one by one, as pages do, from each place to each', async () => {
      let names = [...NAMES];
      for (const from of NAMES.keys())
        for (const to of NAMES.keys()) {
          const name = names[from] as string;
          const body = { parent_id: db.pageId, position: to };
          const answer = await t.call('ann', 'PUT', `/api/pages/${ids[name]}/move`, body);
          assert.deepEqual([answer.status, answer.body.position], [200, to], answer.text);
          names = names.toSpliced(from, 1).toSpliced(to, 0, name);
          assert.equal(await order(), names.join(''), `from ${from} to ${to}`);
        }
    });

    it('are told of, and those that make room are not', async () => {
      const versions = async () =>
        Promise.all(NAMES.map(async (name) => (await db.read(ids[name] as number)).sync_version));
      const before_ = await versions();
      await bulk({ move: named('e'), before: ids.b });
      const after_ = await versions();
      const changed = NAMES.filter((_name, at) => before_[at] !== after_[at]);
      assert.deepEqual(changed, ['e']);
    });

    it('all stand somewhere when two people move them at once', async () => {
      const both = await Promise.all([
        bulk({ move: named('ab'), after: ids.f }),
        bulk({ move: named('bc'), before: ids.e }, 'edi'),
        bulk({ move: named('f'), before: ids.c }),
      ]);
      assert.deepEqual(
        both.map(({ status }) => status),
        [200, 200, 200],
      );
      assert.equal([...(await order())].sort().join(''), 'abcdef');
    });
  });

  describe('rows stay where they are', () => {
    it('for people who may not change the database', async () => {
      const before_ = await order();
      for (const who of ['vic', 'com'] as const)
        assert.equal((await bulk({ move: named('a'), after: ids.c }, who)).status, 403, who);
      assert.equal((await bulk({ move: named('a'), after: ids.c }, 'bob')).status, 404);
      assert.equal(await order(), before_);
    });

    it('while somebody else locks the database, or the row', async () => {
      await t.call('ann', 'POST', `/api/pages/${db.pageId}/lock`, { locked: true });
      assert.equal((await bulk({ move: named('a'), after: ids.c }, 'edi')).status, 423);
      await t.call('ann', 'POST', `/api/pages/${db.pageId}/lock`, { locked: false });
      await t.call('ann', 'POST', `/api/pages/${ids.a}/lock`, { locked: true });
      assert.equal((await bulk({ move: named('a'), after: ids.c }, 'edi')).status, 423);
      assert.equal((await bulk({ move: named('b'), after: ids.c }, 'edi')).status, 200);
      assert.equal(await order(), 'acbdef');
    });

    const faults: [what: string, body: () => object, status: number][] = [
      ['beside no row', () => ({ move: named('a') }), 422],
      ['when none moves', () => ({ before: ids.a }), 422],
      ['beside two rows', () => ({ move: named('a'), before: ids.b, after: ids.c }), 422],
      ['beside themselves', () => ({ move: named('ab'), before: ids.b }), 409],
      ['named twice', () => ({ move: named('aa'), before: ids.b }), 400],
      ['beside a row that is not there', () => ({ move: named('a'), before: 999_999 }), 404],
    ];
    for (const [what, body, status] of faults)
      it(what, async () => {
        assert.equal((await bulk(body())).status, status);
        assert.equal(await order(), 'abcdef');
      });

    it('beside rows of another database, in it, or in the trash', async () => {
      const other = await makeDatabase(t);
      const there = await other.row({}, 'there');
      assert.equal((await bulk({ move: named('a'), before: there.id })).status, 404);
      assert.equal((await bulk({ move: [there.id], before: ids.a })).status, 404);
      await bulk({ delete: named('f') });
      assert.equal((await bulk({ move: named('a'), before: ids.f })).status, 404);
      assert.equal((await bulk({ move: named('f'), before: ids.a })).status, 404);
      assert.equal(await order(), 'abcde');
    });
  });
});
