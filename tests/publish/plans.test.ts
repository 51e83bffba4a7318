// What visitors read of a large publication in a large installation is found from the published page on, not among all.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import type { Any } from '../databases/database.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Statement, wideReads } from '../kit/plans.ts';

const INSIDE = 400;
const ELSEWHERE = 20_000;

onEachEngine((engine, open) => {
  let t: TestApp;
  let top = 0;
  let first = 0;

  before(async () => {
    t = await startApp(await open(), { checkAnswers: false });
    // Nobody looks at what has grown, as on the first day after an import.
    if (engine === 'postgres') await t.app.database.writer.raw('alter table pages set (autovacuum_enabled = false)');
    const body = { title: 'Large book', workspace_id: t.ws1, markdown: 'Words' };
    top = (await t.call('ann', 'POST', '/api/pages', body)).body.id;
    await fill(ELSEWHERE, null);
    first = (await fill(INSIDE, top)) + 1;
    const settings = { slug: 'large', with_children: true, is_indexed: true };
    assert.equal((await t.call('ann', 'PUT', `/api/v2/pages/${top}/publish`, settings)).status, 200);
  });
  after(() => t.stop());

  /** Making so many one by one would take minutes. Returns the id before the first. */
  async function fill(count: number, parentId: number | null): Promise<number> {
    const { writer } = t.app.database;
    const [last]: Any[] = await writer('pages').max({ id: 'id' });
    const base = Number(last.id);
    const like: Any = await writer('pages').where({ id: top }).first();
    const row: Record<string, string> = {
      ...{ id: `${base} + n`, workspace_id: `${like.workspace_id}`, parent_id: `${parentId}`, kind: "'page'" },
      ...{ title: "'Leaf ' || n", title_key: "'leaf ' || n", content_format: "'blocks'", position: 'n' },
      ...{ created_at: 'created_at', updated_at: 'updated_at' },
    };
    await writer.raw(
      `insert into pages (${Object.keys(row)}) select ${Object.values(row)} from pages,
       (with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
       select n from numbers) as numbers where pages.id = ${top}`,
    );
    if (engine === 'postgres')
      await writer.raw("select setval(pg_get_serial_sequence('pages', 'id'), ?)", [base + count]);
    return base;
  }

  it('no statement for a visitor goes through all pages', async () => {
    const asked = new Map<string, Statement>();
    const keep = ({ sql, bindings }: Statement) => void (/\bpages\b/.test(sql) && asked.set(sql, { sql, bindings }));
    t.app.database.reader.on('query', keep);
    const inner = `/p/large/pages/${first + 300}`;
    for (const url of [
      '/p/large',
      '/p/large?pages=2',
      inner,
      '/p/large/feed.xml',
      '/p/large/sitemap.xml',
      '/sitemap.xml',
    ])
      assert.equal((await t.inject('GET', url, { headers: { accept: 'text/html' } })).status, 200, url);
    t.app.database.reader.removeListener('query', keep);
    assert.ok(asked.size > 5, `${asked.size} statements`);
    const found: Record<string, string> = {};
    for (const statement of asked.values())
      for (const fault of await wideReads(t.app.database.writer, engine, statement)) found[fault] = statement.sql;
    assert.deepEqual(found, {});
  });
});
