// Views as files: however large a database is, each of its rows is read once, and none for somebody who has left.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';
import { type Any, type Made, makeDatabase } from '../database.ts';
import { fillRows } from '../filled.ts';

interface Statement {
  sql: string;
  bindings: Any[];
}

const ROWS = 8_000;
/** Rows that are read at once. */
const PORTION = 200;
const LONG = 'x'.repeat(2_500);

onEachEngine((engine, open) => {
  let t: TestApp;
  let db: Made;
  /** statements that read rows, since the last time that they were looked at */
  let asked: Statement[] = [];
  before(async () => {
    t = await startApp(await open(), { checkAnswers: false });
    db = await makeDatabase(t, [
      { name: 'Points', type: 'number' },
      { name: 'Notes', type: 'text' },
    ]);
    await fillRows(t, db, ROWS, {
      Points: { json: '(n % 100)', cell: { num: 'n % 100' }, where: 'n % 3 > 0' },
      Notes: { json: `'"${LONG}"'`, cell: { text_key: "'note ' || (n % 7)" } },
    });
    t.app.database.reader.on('query', ({ sql, bindings }) => {
      if (/\bpages\b/.test(sql) && /collection_rows|row_value|position/.test(sql)) asked.push({ sql, bindings });
    });
  });
  after(() => t.stop());

  const viewOf = async (config: object): Promise<number> => {
    const view = { name: 'V', kind: 'table', config };
    const made = await t.call('ann', 'POST', `/api/v2/collections/${db.id}/views`, view);
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const sort = (name: string, direction: string) => ({ property_id: db.by[name].id, direction });
  const many = () => ({ and: [{ property_id: db.by.Points.id, op: 'gte', value: 50 }] });
  /** what the view is set up with, and how many rows it has */
  const views: [string, () => object, number][] = [
    ['all rows', () => ({}), ROWS],
    ['sorted rows', () => ({ sorts: [sort('Points', 'desc'), sort('Notes', 'asc')] }), ROWS],
    ['filtered and sorted rows', () => ({ filter: many(), sorts: [sort('Points', 'asc')] }), 2_666],
  ];

  describe('an export', () => {
    for (const [name, config, count] of views)
      for (const format of ['csv', 'markdown', 'json'])
        it(`of ${name} as ${format} looks for its rows once and reads each of them once`, async () => {
          const id = await viewOf(config());
          asked = [];
          const answer = await t.call('ann', 'GET', `/api/collections/${db.id}/export?format=${format}&view_id=${id}`);
          assert.equal(answer.status, 200, answer.text.slice(0, 500));
          const titles = [
            ...answer.text.matchAll(format === 'json' ? /"title":"Row (\d+)"/g : /^(?:\| \[)?Row (\d+)/gm),
          ];
          assert.equal(titles.length, count);
          assert.equal(new Set(titles.map(([, n]) => n)).size, count);
          if (name === 'all rows') assert.equal(titles.at(-1)?.[1], String(ROWS));
          const ordered = asked.filter(({ sql }) => /order by/.test(sql));
          assert.equal(ordered.length, 1, 'rows are put in order once');
          const reading = asked.filter(({ sql }) => /values_json/.test(sql));
          const ids = reading.flatMap(({ bindings }) => bindings.filter((one) => one > db.pageId));
          assert.equal(reading.length, Math.ceil(count / PORTION));
          assert.ok(ids.length <= count + reading.length * 2, 'each row is named once');
          if (engine === 'sqlite')
            for (const line of await planOf(reading.at(-1) as Statement)) assert.doesNotMatch(line, /^SCAN/);
        });

    it('ends when its reader has left', async () => {
      await t.app.server.start();
      const { port } = t.app.server.info;
      asked = [];
      const ended = once(t.app.server.listener, 'request').then(([, response]) => once(response, 'close'));
      const sent = request({ port, path: `/api/collections/${db.id}/export?format=json`, headers: t.session('ann') });
      sent.end();
      const [received] = (await once(sent, 'response')) as [IncomingMessage];
      received.on('error', () => {});
      await once(received, 'readable');
      sent.destroy();
      await ended;
      const before = asked.length;
      // Whatever went on would go on beside these.
      for (let at = 0; at < 20; at += 1) await t.call('ann', 'GET', `/api/v2/pages/${db.pageId}`);
      const reading = asked.filter(({ sql }) => /values_json/.test(sql)).length;
      assert.ok(before <= asked.length && reading < ROWS / PORTION, `${reading} portions were read`);
    });
  });

  /** Of SQLite: PostgreSQL looks through the whole of a small table where that is sooner done. */
  const planOf = async ({ sql, bindings }: Statement): Promise<string[]> =>
    ((await t.app.database.reader.raw(`explain query plan ${sql}`, bindings)) as Any[]).map(({ detail }) => detail);
});
