// A word that stands in nearly every page: the newest are ranked, and what others have hides nothing of one's own.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { RANKED_MAX } from '../../plugins/search/query.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open(), { checkAnswers: false });
    await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Old', markdown: 'a common word' });
    const body = { workspace_id: t.ws2, title: 'Others', markdown: 'a common word' };
    await multiply((await t.call('bob', 'POST', '/api/v2/pages', body)).body.id, RANKED_MAX + 50);
  });
  after(() => t.stop());

  /** Copies of a page with what search finds of it: one by one they would take minutes. */
  async function multiply(id: number, count: number): Promise<void> {
    const { writer } = t.app.database;
    await writer.raw(
      `insert into pages (workspace_id, kind, title, title_key, content_format, position, created_at, updated_at)
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
       select workspace_id, kind, title, title_key, content_format, position + n, created_at, updated_at
       from pages cross join numbers where pages.id = ?`,
      [id],
    );
    await writer.raw(
      `insert into search_entries (page_id, workspace_id, title, body, original)
       select copies.id, copies.workspace_id, sources.title, sources.body, sources.original
       from pages as copies cross join search_entries as sources where sources.page_id = ? and copies.id > ?
       and copies.workspace_id = sources.workspace_id order by copies.id`,
      [id, id],
    );
  }

  const search = (who: 'vic' | 'bob', query: string) => t.call(who, 'GET', `/api/v2/search?limit=20&q=${query}`);

  describe('a word of very many pages', () => {
    it('has entries for its beginnings on SQLite: otherwise all words that begin so are joined at each key', async () => {
      if (engine !== 'sqlite') return;
      const { sql } = await t.app.database.reader('sqlite_master').where({ name: 'search_index' }).first('sql');
      assert.match(sql, /prefix='1 2 3'/);
    });

    it('is found in the newest of them, and in no more', async () => {
      const { headers, body } = await search('bob', 'common+word');
      assert.equal(headers['x-total-count'], String(RANKED_MAX));
      assert.equal(body.length, 20);
      const { text } = await t.call('bob', 'GET', '/search?q=common+word');
      assert.match(text, /10,000 results or more/);
    });

    it('is found in a page that is older than those that its reader does not see', async () => {
      const { headers, body } = await search('vic', 'c');
      assert.equal(headers['x-total-count'], '1');
      assert.deepEqual(
        body.map(({ title }: { title: string }) => title),
        ['Old'],
      );
    });
  });
});
