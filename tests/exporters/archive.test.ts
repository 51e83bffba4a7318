// Lossless archives: what comes in gives the same archive again, byte for byte, here and in an empty installation.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { definePlugin } from '../../core/kernel/plugin.ts';
import { bringArchive } from '../../plugins/exporters/archive/read.ts';
import { archivedTables } from '../../plugins/exporters/archive/tables.ts';
import { openLosslessArchive as openArchive } from '../../plugins/exporters/archive/write.ts';
import type { Target } from '../../plugins/exporters/contract.ts';
import { Bundle } from '../../plugins/exporters/export-source.ts';
import { files } from '../../plugins/files/contract.ts';
import { pages } from '../../plugins/pages/contract.ts';
import { ENGINES, migratedDatabase, onEachEngine, skipped, type TestDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { makeDatabase } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';
import { entriesOf, unzip } from './unpacking.ts';

const system = { type: 'system' as const, reason: 'tests' };

/** An archive of the target, as the machine makes it. */
async function archived(t: TestApp, target: Target): Promise<Buffer> {
  const bundle = await Bundle.open(t.app.context(system), target);
  const bytes = await buffer(await openArchive(bundle));
  assert.deepEqual(bundle.warnings, []);
  return bytes;
}

function kept(bytes: Buffer): string {
  const path = join(scratchFolder(), 'archive.zip');
  writeFileSync(path, bytes);
  return path;
}

/** A workspace in which every table of an archive has rows. */
async function furnish(t: TestApp): Promise<void> {
  const ok = async (who: Name, method: string, url: string, body?: object) => {
    const answer = await t.call(who, method, url, body && { body });
    assert.ok(answer.status < 400, `${method} ${url}: ${answer.text}`);
    return answer.body;
  };
  const ctx = t.ctx('ann');
  const store = (name: string) =>
    ctx.use(files).store(ctx, { content: PIXEL, name, workspaceId: t.ws1, maxBytes: 1e6 });
  const [picture, cover] = [await store('dot.png'), await store('cover.png')];
  const page = (body: object) => ok('ann', 'POST', '/api/pages', { workspace_id: t.ws1, ...body });
  // Later than what lies inside it, so that no order of ids holds.
  const inner = await page({ title: 'Inner', markdown: 'words of the inner page' });
  const top = await page({ title: 'Top' });
  await ok('ann', 'PUT', `/api/pages/${inner.id}/move`, { parent_id: top.id });
  await ctx.tx((tx) => tx.use(pages).wrote(tx, inner.id, [t.user('edi').id, t.user('ann').id]));
  await ok('ann', 'PUT', `/api/pages/${inner.id}/content`, { markdown: 'words of the inner page, by two people' });
  const thread = await ok('com', 'POST', `/api/v2/pages/${top.id}/comments`, { body: `Look, <@${t.user('vic').id}>` });
  await ok('com', 'POST', `/api/v2/pages/${top.id}/comments`, { body: 'Yes', parent_id: thread.id });
  await ok('com', 'POST', `/api/v2/comments/${thread.id}/reactions`, { emoji: '👍' });
  const synced = await ok('ann', 'POST', '/api/v2/synced-blocks', {
    page_id: top.id,
    blocks: [{ type: 'paragraph', data: {}, content: [{ type: 'pageLink', pageId: inner.id }] }],
  });
  const made = await makeDatabase(t, [
    { name: 'Who', type: 'person' },
    { name: 'When', type: 'date' },
    { name: 'Papers', type: 'files' },
    { name: 'Number', type: 'number', validation: { unique: true } },
  ]);
  const related = await ok('ann', 'POST', `/api/v2/collections/${made.id}/properties`, {
    name: 'Next',
    type: 'relation',
    config: { collection_id: made.id },
  });
  await ok('ann', 'POST', `/api/v2/collections/${made.id}/properties`, {
    ...{ name: 'Twice', type: 'formula' },
    config: { expression: 'prop("Number") * 2' },
  });
  const db = await made.reload();
  await ok('ann', 'POST', `/api/v2/collections/${made.id}/properties/${db.by.Papers.id}/permissions`, {
    ...{ user_id: t.user('vic').id, role: 'viewer' },
  });
  await ok('ann', 'POST', `/api/v2/collections/${made.id}/templates`, {
    ...{ name: 'For Edi', icon: '🗒️', is_default: false, values: { [db.by.Who.id]: [t.user('edi').id] } },
    blocks: [{ type: 'paragraph', data: {}, content: [{ type: 'pageLink', pageId: inner.id }] }],
  });
  await ok('ann', 'POST', '/api/v2/templates/databases', { name: 'Like tasks', collection_id: made.id });
  const first = await db.row({ Number: 1, Who: [t.user('edi').id], Papers: [picture.id] }, 'First');
  await db.row({ Number: 2, Next: [first.id] }, 'Second');
  const due = await ok('ann', 'POST', `/api/collections/${made.id}/pages`, {
    ...{ title: 'Due', values: { [db.by.When.id]: '2030-03-10' }, calendar: { time: '10:00', remind: 30 } },
  });
  await t.app.database
    .writer('reminder_log')
    .insert({ row_id: due.id, occurrence: '2025-03-10', created_at: t.app.now() });
  await ok('ann', 'POST', '/api/v2/sprints', {
    ...{ collection_id: made.id, name: 'First sprint', starts_on: '2026-03-02', ends_on: '2026-03-13' },
    ...{ points_property_id: db.by.Number.id, add_rows: [first.id] },
  });
  const leaf = { property_id: related.id, op: 'contains', value: first.id };
  await ok('ann', 'POST', `/api/v2/collections/${made.id}/views`, {
    ...{ name: 'After the first', kind: 'table' },
    config: { filter: { and: [leaf] }, visible: [related.id], widths: { [related.id]: 120 } },
  });
  const form = await ok('ann', 'POST', `/api/v2/collections/${made.id}/views`, {
    ...{ name: 'Ask', kind: 'form', config: { form: { questions: [{ property_id: db.by.Number.id }] } } },
  });
  await ok('ann', 'POST', '/api/v2/dashboards', {
    ...{ workspace_id: t.ws1, name: 'Board', items: db.views.map(({ id }) => ({ view_id: id, width: 2 })) },
  });
  await ok('ann', 'PUT', `/api/v2/pages/${made.pageId}/publish`, { slug: 'open-tasks', form_ids: [form.id] });
  await ok('ann', 'PUT', `/api/v2/pages/${inner.id}/publish`, { slug: 'guarded', password: 'only for friends' });
  await ok('ann', 'PUT', `/api/pages/${top.id}/content`, {
    blocks: [
      { type: 'image', data: { fileId: picture.id, name: 'dot.png' } },
      { type: 'synced', data: { syncedBlockId: synced.id } },
      { type: 'database', data: { collectionId: made.id } },
      {
        type: 'paragraph',
        data: {},
        content: [
          { type: 'mention', userId: t.user('vic').id },
          { type: 'text', text: 'there', marks: [{ type: 'link', attrs: { href: `/pages/${inner.id}#x` } }] },
        ],
      },
    ],
  });
  await ok('ann', 'PATCH', `/api/v2/pages/${top.id}`, {
    cover_url: `/api/files/${t.ws1}/${cover.filename}`,
    page_icon: '🚀',
  });
  await ok('vic', 'POST', `/api/local-workspace/items/${inner.id}/tags`, { name: 'read' });
  await ok('vic', 'POST', '/api/v2/favorites', { page_id: inner.id });
  await ok('ann', 'POST', '/api/v2/templates/pages', { name: 'Minutes', workspace_id: t.ws1, markdown: '# Minutes' });
  const group = await ok('ann', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name: 'Readers' });
  await ok('ann', 'POST', `/api/v2/groups/${group.id}/members`, { user_id: t.user('vic').id });
  await ok('ann', 'POST', `/api/v2/collections/${db.id}/rules`, { property_id: null, role: 'viewer' });
  const closed = await page({ title: 'Closed', markdown: 'SECRET-7f3a' });
  await ok('ann', 'PUT', `/api/v2/pages/${closed.id}/permissions/type`, { permission_type: 'restricted' });
  await ok('ann', 'POST', `/api/v2/pages/${closed.id}/permissions`, {
    ...{ group_id: group.id, role: 'viewer' },
  });
  const gone = await page({ title: 'Gone' });
  await ok('ann', 'DELETE', `/api/v2/pages/${gone.id}`);
  await t.app.events.run();
}

onEachEngine((engine, open) => {
  describe('archives', () => {
    let t: TestApp;
    before(async () => {
      t = await startApp(await open());
      await furnish(t);
    });
    after(() => t.stop());

    it('know every table', async () => {
      const names: string[] =
        engine === 'sqlite'
          ? await t.app.database.reader('sqlite_master').where({ type: 'table' }).pluck('name')
          : await t.app.database
              .reader('information_schema.tables')
              .where({ table_schema: 'public' })
              .pluck('table_name');
      const own = names.filter((name) => !/^(sqlite_|search_index|schema_migrations)/.test(name));
      const known = [...t.app.tables.keys()];
      assert.deepEqual(own.sort(), known.sort());
    });

    it('are the same again after they came into the installation they are of', async () => {
      const first = await archived(t, { kind: 'workspace', workspaceId: t.ws1 });
      const entries = await unzip(first);
      for (const { name } of archivedTables(t.app)) {
        const isEmpty = !entries.get(`${name}.jsonl`)?.length;
        const expected = ['custom_emoji', 'page_template_files', 'page_template_defaults'];
        assert.ok(!isEmpty || expected.includes(name), `${name} is empty`);
      }
      const { workspaces, accounts } = await bringArchive(t.app, kept(first));
      assert.equal(accounts, 0);
      const again = await archived(t, { kind: 'workspace', workspaceId: workspaces[0]?.id as number });
      const now = await unzip(again);
      // Addresses are another one, or none: a page whose address is taken is published no more.
      const same = (name: string, content: Buffer) => {
        if (name === 'publications.jsonl') return '';
        if (name === 'workspaces.jsonl') return String(content).replace(/-2"/, '"');
        return String(content)
          .replace('"is_published":1', '"is_published":0')
          .replace('"slug":"open-tasks"', '"slug":null');
      };
      for (const [name, content] of entries)
        if (name !== 'manifest.json') assert.equal(same(name, now.get(name) as Buffer), same(name, content), name);
    });

    for (const other of ENGINES) {
      it(`are the same byte for byte after they came into an empty installation on ${other}`, {
        skip: skipped(other),
      }, async () => {
        const bytes = await archived(t, { kind: 'workspace', workspaceId: t.ws1 });
        const database: TestDatabase = await migratedDatabase(other);
        const { createApp } = await import('../../core/boot/boot.ts');
        const { loadSettings } = await import('../../core/boot/config.ts');
        const settings = loadSettings({
          ...{ DATA_DIR: database.dataDir, DATABASE_URL: database.url ?? '', PORT: '0', LOG_LEVEL: 'silent' },
        });
        const app = await createApp(settings);
        try {
          const { accounts, workspaces } = await bringArchive(app, kept(bytes));
          assert.deepEqual([accounts, workspaces.length], [4, 1]);
          const there = { ...t, app } as TestApp;
          const again = await archived(there, { kind: 'workspace', workspaceId: workspaces[0]?.id as number });
          const [was, is] = [await unzip(bytes), await unzip(again)];
          for (const [name, content] of was) assert.equal(String(is.get(name)), String(content), name);
          assert.ok(bytes.equals(again));
          const found = await app.database.reader('search_entries').whereLike('body', '%inner%').pluck('title');
          assert.deepEqual(found, ['inner']);
          // What a password guarded is not open to everybody now.
          const open = await app.database.reader('pages').where({ is_published: 1 }).pluck('slug');
          assert.deepEqual(open, ['open-tasks']);
          const [{ form_ids }] = await app.database.reader('publications').select('form_ids');
          const form = await app.database.reader('collection_views').where({ kind: 'form' }).pluck('id');
          assert.deepEqual(JSON.parse(form_ids), form);
          // What is made now gets ids of its own.
          const [next] = await app.database
            .writer('tags')
            .insert({ user_id: 1, name: 'x', name_key: 'x', created_at: app.now(), updated_at: app.now() })
            .returning('id');
          assert.ok(next.id > 1);
        } finally {
          await app.stop();
          await database.cleanup();
        }
      });
    }

    it("of people who do not own it hold what they see, and nobody's address", async () => {
      const entries = await entriesOf(t, 'vic', { format: 'archive', workspace_id: t.ws1 });
      const all = [...entries.values()].join('\n');
      assert.match(all, /SECRET-7f3a/);
      assert.doesNotMatch(all, /example\.org/);
      assert.equal(entries.get('page_permissions.jsonl')?.length, 0);
      const others = [...(await entriesOf(t, 'com', { format: 'archive', workspace_id: t.ws1 })).values()].join('\n');
      assert.doesNotMatch(others, /SECRET-7f3a|"read"/);
      assert.match(others, /words of the inner page/);
    });

    it('that are damaged, of another version or something else change nothing', async () => {
      const count = async () => Number((await t.app.database.reader('pages').count({ n: '*' }))[0]?.n);
      const pages = await count();
      const bytes = await archived(t, { kind: 'workspace', workspaceId: t.ws1 });
      const refused = (path: string, reason: RegExp) => assert.rejects(bringArchive(t.app, path), reason);
      await refused(kept(Buffer.from('no archive')), /cannot be used/);
      await refused(kept(bytes.subarray(0, bytes.length / 2)), /cannot be used/);
      const { zipOf } = await import('../importers/formats/zip.ts');
      const entries = await unzip(bytes);
      const zip = (change: (manifest: string) => string, rows = String(entries.get('pages.jsonl'))) =>
        kept(
          zipOf(
            [...entries].map(([name, data]) => {
              if (name === 'manifest.json') return { name, data: change(String(data)) };
              return { name, data: name === 'pages.jsonl' ? rows : data };
            }),
          ),
        );
      await refused(
        zip((text) => text.replace('"version": 1', '"version": 9')),
        /version 9/,
      );
      await refused(
        zip((text) => text.replace('commonplace-archive', 'something')),
        /not an archive of pages/,
      );
      await refused(
        zip((text) => text, String(entries.get('pages.jsonl')).replace('Inner', 'Otter')),
        /pages\.jsonl has changed/,
      );
      await refused(
        zip(() => '{'),
        /no JSON/,
      );
      assert.equal(await count(), pages);
    });

    it('take along the tables of further plugins, and are not brought in where one is missing', async () => {
      const notes = definePlugin({
        ...{ name: 'notes', version: '1.0.0', summary: 'Notes of other people at pages' },
        tables: {
          page_notes: { by: ['page_id', 'pages'], refs: { page_id: 'pages', user_id: 'users' }, needs: ['page_id'] },
        },
      });
      const where = await migratedDatabase(engine);
      const there = await startApp(where, { plugins: [notes] });
      try {
        const { writer } = there.app.database;
        await writer.schema.createTable('page_notes', (table) => {
          table.increments('id');
          table.integer('page_id').notNullable();
          table.integer('user_id');
          table.text('words').notNullable();
        });
        const { body } = await there.call('ann', 'POST', '/api/v2/pages', { workspace_id: there.ws1, title: 'Noted' });
        await writer('page_notes').insert({ page_id: body.id, user_id: there.user('ann').id, words: 'by hand' });
        const bytes = await archived(there, { kind: 'workspace', workspaceId: there.ws1 });
        await bringArchive(there.app, kept(bytes));
        const rows = await writer('page_notes').orderBy('id').select('page_id', 'words');
        assert.deepEqual([rows.length, rows[1].words, rows[1].page_id === body.id], [2, 'by hand', false]);
        await assert.rejects(bringArchive(t.app, kept(bytes)), /rows of page_notes, which no plugin here knows/);
      } finally {
        await there.stop();
        await where.cleanup();
      }
    });

    it('of one page come back in a workspace that somebody has to own', async () => {
      const top = await t.app.database.reader('pages').where({ title: 'Top', deleted_at: null }).orderBy('id').first();
      const bytes = await archived(t, { kind: 'subtree', pageId: top.id, workspaceId: t.ws1 });
      await assert.rejects(bringArchive(t.app, kept(bytes)), { code: 'conflict' });
      const { workspaces, counts } = await bringArchive(t.app, kept(bytes), { ownerId: t.user('bob').id });
      assert.deepEqual([workspaces[0]?.name, counts.pages, counts.groups], ['Top', 2, 0]);
      assert.equal((await t.call('bob', 'GET', `/api/v2/pages?workspace_id=${workspaces[0]?.id}`)).body.length, 2);
    });
  });
});
