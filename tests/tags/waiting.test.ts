// Tags that imports kept before there were any: the step that brings tags gives them to who imported.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openDatabase } from '../../core/database/database.ts';
import { migrator } from '../../core/database/migrate.ts';
import { emptyDatabase, onEachEngine } from '../../testing/databases.ts';

const AT = '2026-11-20T09:00:00.000Z';
const stamps = { created_at: AT, updated_at: AT };

onEachEngine((engine) => {
  it('tags that wait with imported pages become those of the person', async () => {
    const where = await emptyDatabase(engine);
    const database = await openDatabase(where);
    await migrator(database).up({ to: 15 });
    const db = database.writer;
    const insert = async (table: string, row: object): Promise<number> =>
      (await db(table).insert(row).returning('id'))[0].id;
    const user_id = await insert('users', { login: 'a', login_key: 'a', email: 'a', email_key: 'a', ...stamps });
    const workspace_id = await insert('workspaces', { name: 'W', name_key: 'w', slug: 'w', ...stamps });
    const page = { workspace_id, kind: 'page', title: '', title_key: '', content_format: 'blocks', ...stamps };
    const pages = [await insert('pages', page), await insert('pages', page)];
    const job = { workspace_id, source: 's', filename: 'f', location: 'l', status: 'completed', ...stamps };
    await db('import_jobs').insert({ id: 'known', user_id, ...job });
    await db('import_jobs').insert({ id: 'left', user_id: null, ...job });
    const item = { workspace_id, source: 's', kind: 'page', ...stamps };
    const items: [string, number | null, string, string[]][] = [
      ['one', pages[0] as number, 'known', ['Red', 'two words', ' ', 'x'.repeat(101)]],
      ['two', pages[1] as number, 'known', ['RED']],
      ['gone', null, 'known', ['nothing']],
      ['left', pages[1] as number, 'left', ['nobody']],
    ];
    for (const [external_id, page_id, job_id, tags] of items)
      await db('import_items').insert({ external_id, page_id, job_id, tags_json: JSON.stringify(tags), ...item });
    await migrator(database).up({ to: 16 });
    const found = await db('page_tags')
      .join('tags', 'tags.id', 'page_tags.tag_id')
      .orderBy(['tags.name_key', 'page_id'])
      .select('tags.name', 'page_id', 'user_id');
    assert.deepEqual(
      found.map((row) => [row.name, row.page_id, row.user_id]),
      [
        ['Red', pages[0], user_id],
        ['Red', pages[1], user_id],
        ['two words', pages[0], user_id],
      ],
    );
    await database.close();
    await where.cleanup();
  });
});
