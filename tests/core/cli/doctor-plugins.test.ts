// What plugins ask of their own tables, on both engines: content with what is sound, and naming each planted fault.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { diagnose } from '../../../core/cli/doctor.ts';
import { files } from '../../../plugins/files/contract.ts';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

const THEN = '2026-11-20T09:00:00.000Z';
const stamps = { created_at: THEN, updated_at: THEN };

onEachEngine((_engine, open) => {
  let t: TestApp;
  let page: number;
  let other: number;
  before(async () => {
    t = await startApp(await open());
    page = (await t.call('ann', 'POST', '/api/pages', { title: 'One', workspace_id: t.ws1 })).body.id;
    other = (await t.call('ann', 'POST', '/api/pages', { title: 'Other', workspace_id: t.ws1 })).body.id;
  });
  after(() => t.stop());

  const verdicts = async () =>
    Object.fromEntries((await diagnose(t.app, () => {})).map((found) => [found.name, found]));
  const insert = async (table: string, row: object): Promise<number> =>
    (await t.app.database.writer(table).insert(row).returning('id'))[0].id;
  const remove = (table: string, where: object) => t.app.database.writer(table).where(where).delete();
  const comment = (page_id: number, parent_id: number | null = null) =>
    insert('comments', { page_id, parent_id, body: 'x', ...stamps });

  it('finds nothing wrong with what people make', async () => {
    const source = { type: 'paragraph', content: [{ type: 'text', text: 'kept once' }] };
    const made = await t.call('ann', 'POST', '/api/v2/synced-blocks', { page_id: page, blocks: [source] });
    assert.equal(made.status, 200, made.text);
    const blocks = [{ type: 'synced', data: { syncedBlockId: made.body.id } }];
    assert.equal((await t.call('ann', 'PUT', `/api/pages/${other}/content`, { blocks })).status, 200);
    await t.call('ann', 'POST', '/api/settings/tags', { name: 'Größe' });
    const thread = (await t.call('ann', 'POST', `/api/v2/pages/${page}/comments`, { body: { body: 'a' } })).body.id;
    await t.call('edi', 'POST', `/api/v2/pages/${page}/comments`, { body: { body: 'b', parent_id: thread } });
    await t.call('ann', 'POST', '/api/v2/templates/pages', { workspace_id: t.ws1, name: 'T', blocks: [source] });
    await t.call('ann', 'PUT', `/api/pages/${page}/default-template`, { template_id: 0, key: 'runbook' });
    const found = await verdicts();
    assert.deepEqual(
      Object.values(found).filter(({ ok }) => !ok),
      [],
    );
    const counted = ['templates', 'synced blocks', 'comments', 'tags', 'emoji'];
    assert.deepEqual(
      counted.map((name) => found[name]?.count),
      [1, 1, 2, 1, 0],
    );
  });

  /** Plants a fault and answers how to mend it. */
  const faults: [check: string, said: RegExp, plant: () => Promise<() => Promise<unknown>>][] = [
    [
      'templates',
      /blocks of the template \d+ cannot be read/,
      async () => {
        const id = await insert('page_templates', { name: 'B', name_key: 'b', blocks_json: '{"blocks":7}', ...stamps });
        return () => remove('page_templates', { id });
      },
    ],
    [
      'templates',
      /is none, or two templates/,
      async () => {
        await t.app.database.writer('page_template_defaults').insert({ page_id: other });
        return () => remove('page_template_defaults', { page_id: other });
      },
    ],
    [
      'synced blocks',
      /the content of the synced block \d+ cannot be read/,
      async () => {
        const id = await insert('synced_blocks', { content: '{', workspace_id: t.ws1, ...stamps });
        return () => remove('synced_blocks', { id });
      },
    ],
    [
      'synced blocks',
      /is said to show the synced block/,
      async () => {
        const id = await insert('synced_blocks', { content: '[]', workspace_id: t.ws1, ...stamps });
        const row = { page_id: other, synced_block_id: id, block_index: 0 };
        await t.app.database.writer('page_synced_refs').insert(row);
        return () => remove('synced_blocks', { id });
      },
    ],
    [
      'comments',
      /answers one of another page, or an answer/,
      async () => {
        const id = await comment(page);
        await comment(other, id);
        return () => remove('comments', { id });
      },
    ],
    [
      'comments',
      /lies on another page than its comment/,
      async () => {
        const id = await comment(page);
        const row = { user_id: t.user('edi').id, page_id: other, comment_id: id, created_at: THEN };
        await insert('mentions', row);
        return () => remove('comments', { id });
      },
    ],
    [
      'tags',
      /is not found by its name/,
      async () => {
        const id = await insert('tags', { user_id: t.user('ann').id, name: 'Red', name_key: 'Red', ...stamps });
        return () => remove('tags', { id });
      },
    ],
    [
      'emoji',
      /is no picture/,
      async () => {
        const content = Buffer.from('words');
        const input = { content, name: 'words.txt', workspaceId: t.ws1, maxBytes: 100 };
        const { id: file_id } = await t.app.use(files).store(t.ctx('ann'), input);
        const id = await insert('custom_emoji', { workspace_id: t.ws1, name: 'words', file_id, created_at: THEN });
        return () => remove('custom_emoji', { id });
      },
    ],
    [
      'live documents',
      /the change \d+ belongs to no document/,
      async () => {
        const row = { doc_kind: 'page', doc_id: other + 1000, created_at: THEN, data: Buffer.from([0, 0]) };
        const id = await insert('page_doc_update', row);
        return () => remove('page_doc_update', { id });
      },
    ],
  ];

  for (const [check, said, plant] of faults)
    it(`${check}: ${said.source}`, async () => {
      const mend = await plant();
      const failed = Object.values(await verdicts()).filter(({ ok }) => !ok);
      await mend();
      assert.deepEqual(
        failed.map(({ name }) => name),
        [check],
      );
      assert.match(failed[0]?.detail ?? '', said);
    });
});
