// Every statement has an end, nobody takes all reading connections, and for a client that has left nothing is read.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openDatabase } from '../../../core/database/database.ts';
import { isTooExpensive } from '../../../core/database/engine-errors.ts';
import { ReadShares, TooExpensive } from '../../../core/database/read-limits.ts';
import { route } from '../../../core/http/route.ts';
import { adding, definePlugin } from '../../../core/kernel/plugin.ts';
import { frameValues } from '../../../core/views/views.ts';
import { onEachEngine, type TestDatabase } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

/** Counts for minutes. */
const SLOW =
  'with recursive counted(x) as (select 1 union all select x + 1 from counted where x < 1000000000) select count(*) from counted';

/** Outcomes of what the route below asked for, in the order in which they came. */
const outcomes: unknown[] = [];
let tell: () => void = () => {};

const slow = definePlugin({
  name: 'slow',
  version: '1.0.0',
  summary: 'A route that asks for too much',
  adds: [
    adding(frameValues, async ({ ctx, path }) => {
      if (path === '/slow') await ctx.db.raw(SLOW);
      return {};
    }),
  ],
  routes: [
    route({
      method: 'GET',
      path: '/api/v2/slow',
      rules: { access: { member: true } },
      options: { id: 'slow.count' },
      handler: async ({ ctx }) => {
        try {
          await ctx.db.raw(SLOW);
          return { ok: true };
        } catch (error) {
          outcomes.push(error);
          tell();
          throw error;
        }
      },
    }),
    route({
      method: 'GET',
      path: '/slow',
      rules: { access: { member: true }, html: true },
      options: { id: 'slow.page' },
      handler: async ({ ctx }) => {
        await ctx.db.raw(SLOW);
        return { ok: true };
      },
    }),
    route({
      method: 'GET',
      path: '/slow-for-everybody',
      rules: { access: { public: true, because: 'what is open to everybody may be slow as well' }, html: true },
      options: { id: 'slow.open' },
      handler: async ({ ctx }) => ctx.db.raw(SLOW),
    }),
  ],
});

describe('the shares of reading connections', () => {
  let now = 0;
  const shares = new ReadShares(4, () => now);
  /** Whether somebody is let in before anything else happens. */
  const isIn = (entered: Promise<unknown>): Promise<boolean> =>
    Promise.race([entered.then(() => true), setImmediate(false)]);

  it('leave one connection to others, and one alone to who asks for much', async () => {
    const leave = await Promise.all([1, 2, 3].map(() => shares.enter('vic', 60_000)));
    const fourth = shares.enter('vic', 60_000);
    const fifth = shares.enter('vic', 60_000);
    assert.deepEqual([await isIn(fourth), await isIn(shares.enter('ann', 60_000))], [false, true]);
    now += 1_100;
    for (const one of leave.slice(0, 2)) one();
    assert.equal(await isIn(fourth), false, 'what is still running is slow');
    leave[2]?.();
    assert.deepEqual([await isIn(fourth), await isIn(fifth)], [true, false]);
    (await fourth)();
    (await fifth)();
    now += 6_000;
    const later = await Promise.all([1, 2, 3].map(() => isIn(shares.enter('vic', 60_000))));
    assert.deepEqual(later, [true, true, true], 'in time this is forgotten');
  });

  it('let answers that have begun go first, and wait longer', async () => {
    const leave = await Promise.all([1, 2, 3].map(() => shares.enter('max', 60_000)));
    const before = shares.enter('max', 60_000);
    const within = shares.enter('max', 60_000, true);
    const after = shares.enter('max', 60_000, true);
    leave[0]?.();
    assert.deepEqual([await isIn(within), await isIn(after), await isIn(before)], [true, false, false]);
    leave[1]?.();
    assert.deepEqual([await isIn(after), await isIn(before)], [true, false]);
  });

  it('end the wait of those who stand behind themselves', async () => {
    for (let round = 0; round < 3; round += 1) await shares.enter('eve', 1);
    await assert.rejects(shares.enter('eve', 1), TooExpensive);
  });
});

onEachEngine((_engine, open) => {
  let database: TestDatabase;
  let t: TestApp;
  before(async () => {
    database = await open();
    t = await startApp(database, { plugins: [slow], settings: { READ_SECONDS: '1' } });
  });
  after(() => t.stop());

  describe('a statement that takes too long', () => {
    it('ends, and the answer says what to do', async () => {
      const { status, body, headers } = await t.call('vic', 'GET', '/api/v2/slow');
      assert.deepEqual([status, body.code, headers['retry-after']], [503, 'too_expensive', undefined]);
      assert.match(body.detail, /narrower filter/);
    });

    it('says nothing of filters to whoever reads what is open to everybody', async () => {
      for (const [language, words] of [
        ['en', 'Try again in a moment.'],
        ['de', 'Versuch es gleich noch einmal.'],
      ] as const) {
        const headers = { accept: 'text/html', 'accept-language': language };
        const { status, text } = await t.inject('GET', '/slow-for-everybody', { headers });
        assert.equal(status, 503, text);
        assert.ok(text.includes(words), text);
        assert.doesNotMatch(text, /filter|sorts|Sortierungen/i);
      }
    });

    it('leaves its reader time for nothing else, and everybody else as before', async () => {
      const slowOnes = Array.from({ length: 8 }, () => t.call('vic', 'GET', '/api/v2/slow'));
      const others = Array.from({ length: 20 }, () => t.call('ann', 'GET', '/api/v2/pages'));
      assert.deepEqual(new Set((await Promise.all(others)).map(({ status }) => status)), new Set([200]));
      const answers = await Promise.all(slowOnes);
      assert.deepEqual(new Set(answers.map(({ body }) => body.code)), new Set(['too_expensive']));
      assert.ok(answers.some(({ body }) => /Your other requests/.test(body.detail)));
      assert.equal((await t.call('vic', 'GET', '/api/v2/pages')).status, 200);
    });

    it('is told of on a page, even where nothing can be read for the frame around it either', async () => {
      const { status, text } = await t.call('vic', 'GET', '/slow');
      assert.equal(status, 503, text);
      assert.match(text, /That is too much at once/);
      assert.doesNotMatch(text, /class="frame"/);
    });
  });

  describe('a client that leaves', () => {
    it('takes along what was being read for it', async () => {
      const address = await t.app.start();
      t.app.settings.READ_SECONDS = 30;
      outcomes.length = 0;
      const ended = new Promise<void>((resolve) => {
        tell = resolve;
      });
      const began = new Promise<void>((resolve) => {
        t.app.database.reader.on('query', ({ sql }: { sql: string }) => sql === SLOW && resolve());
      });
      const call = request(`${address}/api/v2/slow`, { headers: await t.token('vic') });
      call.on('error', () => {});
      call.end();
      await began;
      call.destroy();
      await ended;
      assert.ok(isTooExpensive(outcomes[0]), String(outcomes[0]));
      t.app.settings.READ_SECONDS = 1;
    });
  });

  it('every statement has an end, those that write too, and their transaction is rolled back', async () => {
    const { dataDir, url } = database;
    const limited = await openDatabase({ dataDir, url, statementMs: 300 });
    await limited.writer.schema.createTable('noted', (table) => void table.integer('n'));
    const work = limited.transaction(async (trx) => {
      await trx('noted').insert({ n: 1 });
      await trx.raw(`insert into noted ${SLOW}`);
    });
    await assert.rejects(work, isTooExpensive);
    await limited.transaction((trx) => trx('noted').insert({ n: 2 }));
    assert.deepEqual(await limited.reader('noted').pluck('n'), [2]);
    await limited.writer.schema.dropTable('noted');
    await limited.close();
  });
});
