// What people said of pages elsewhere: threads of comments with authors and times, each once, and taken back again.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { undoImport } from '../../plugins/importers/undo.ts';
import { pageRemarks, pages } from '../../plugins/pages/contract.ts';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { onEachEngine } from '../kit/databases.ts';
import { scratchFolder } from '../kit/folders.ts';
import { count, type ImportOptions, importPath, pagesOf, system, vaultOf } from './imports.ts';
import { type Said, wordDocument } from './word.ts';

const conversation: Said[] = [
  { by: 'Runa', text: 'Is this right?\nI doubt <@1> it.', at: '2024-03-05T10:00:00Z' },
  { by: 'Edi Example', text: 'It is.', at: '2024-03-05T11:00:00Z', to: 0 },
  { by: 'Runa', text: 'Another matter' },
];

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = scratchFolder();
  before(async () => {
    t = await startApp(await open());
  });
  after(async () => {
    await t.stop();
    rmSync(base, { recursive: true, force: true });
  });
  const fresh = async (name: string): Promise<void> => {
    t.ws1 = (await t.app.use(workspaces).create(t.ctx('ann'), { name })).id;
  };
  const bring = (name: string, said: Said[], options: ImportOptions = {}) => {
    const path = join(base, name);
    writeFileSync(path, wordDocument(said));
    return importPath(t, path, { source: 'word-documents', ...options });
  };
  const commentsOf = (pageId?: number) =>
    system(t)
      .db('comments')
      .where({ page_id: pageId ?? 0 })
      .orderBy('id');
  const onlyPage = async () => (await pagesOf(t)).find(({ kind }) => kind === 'page');

  it('become threads; whoever is a member here is the author, others are named in the text', async () => {
    await fresh('threads');
    const invited = { user_id: t.user('edi').id, role: 'viewer', joined_at: t.ctx('ann').now() };
    await system(t).tx((tx) => tx.db('workspace_members').insert({ ...invited, workspace_id: t.ws1 }));
    const preview = await bring('a.docx', conversation, { dryRun: true });
    assert.equal(preview.report.counts.comments, 3);
    const told = await count(t, 'notifications');
    const { report } = await bring('a.docx', conversation);
    assert.deepEqual([report.counts.comments, report.unsupported], [3, {}]);
    const page = await onlyPage();
    assert.doesNotMatch(JSON.stringify(page?.blocks), /right/);
    const made = await commentsOf(page?.id);
    const [ann, edi] = [t.user('ann').id, t.user('edi').id];
    assert.deepEqual(
      made.map(({ body, author_id, parent_id }) => [body, author_id, parent_id]),
      [
        ['Runa: Is this right?\nI doubt @1 it.', ann, null],
        ['Runa: Another matter', ann, null],
        ['It is.', edi, made[0].id],
      ],
    );
    assert.equal(new Date(made[0].created_at).toISOString(), '2024-03-05T10:00:00.000Z');
    await t.app.events.run();
    assert.equal(await count(t, 'notifications'), told);
  });

  it('come once: a second import brings only what was said since, also to a page that was changed here', async () => {
    await fresh('again');
    const first = await bring('b.docx', conversation);
    const same = await bring('b.docx', conversation);
    assert.deepEqual([same.report.created, same.report.updated, same.report.skipped], [0, 0, 1]);
    const page = await onlyPage();
    assert.equal((await commentsOf(page?.id)).length, 3);
    const later = { by: 'Runa', text: 'Good', to: 0 };
    const more = await bring('b.docx', [...conversation, later]);
    assert.deepEqual([more.report.updated, more.report.counts.comments], [1, 4]);
    const made = await commentsOf(page?.id);
    assert.deepEqual([made.at(-1).body, made.at(-1).parent_id], ['Runa: Good', made[0].id]);
    await t.app.use(pages).save(t.ctx('ann'), page?.id as number, { title: 'Changed' });
    const changed = await bring('b.docx', [...conversation, later, { by: 'Olaf', text: 'New' }]);
    assert.deepEqual([changed.report.updated, changed.report.warnings], [1, []]);
    assert.equal((await commentsOf(page?.id)).length, 5);
    assert.equal((await onlyPage())?.title, 'Changed');

    await undoImport(t.ctx('ann'), more.job);
    assert.deepEqual(
      (await commentsOf(page?.id)).map(({ body }) => body.split(' ').at(-1)),
      ['it.', 'matter', 'is.', 'New'],
    );
    await undoImport(t.ctx('ann'), first.job);
    assert.equal(await onlyPage(), undefined);
  });

  it('that were deleted here stay deleted, and what answers them begins a thread', async () => {
    await fresh('deleted');
    await bring('c.docx', conversation.slice(0, 1));
    const page = await onlyPage();
    const [first] = await commentsOf(page?.id);
    assert.equal((await t.call('ann', 'DELETE', `/api/v2/comments/${first.id}`)).status, 200);
    await bring('c.docx', conversation);
    const made = await commentsOf(page?.id);
    assert.deepEqual(
      made.map(({ body, parent_id }) => [body, parent_id]),
      [
        ['Edi Example: It is.', null],
        ['Runa: Another matter', null],
      ],
    );
  });

  it('an editor does not put words into the mouth of others', async () => {
    await fresh('mouths');
    const editor = { user_id: t.user('edi').id, role: 'editor', joined_at: t.ctx('ann').now() };
    await system(t).tx((tx) => tx.db('workspace_members').insert({ ...editor, workspace_id: t.ws1 }));
    const said = [
      { by: 'Ann Example', text: 'Fire them' },
      { by: 'Edi Example', text: 'I said so' },
    ];
    await bring('d.docx', said, { who: 'edi' });
    const made = await commentsOf((await onlyPage())?.id);
    const edi = t.user('edi').id;
    assert.deepEqual(
      made.map(({ body, author_id }) => [body, author_id]),
      [
        ['Ann Example: Fire them', edi],
        ['I said so', edi],
      ],
    );
  });

  it('of rows and longer than a comment may be, all of it', async () => {
    await fresh('rows');
    const body = 'word '.repeat(4000).trim();
    const issues = [
      {
        number: 1,
        title: 'Bug',
        state: 'open',
        comments_list: [{ body, user: { login: 'runa' }, created_at: '2024-01-02T03:04:05Z' }],
      },
    ];
    const folder = vaultOf({ 'a.json': JSON.stringify(issues) }, 'issues', base);
    const run = () => importPath(t, join(folder, 'a.json'), { source: 'issues' });
    const { report } = await run();
    assert.equal(report.counts.comments, 1);
    const made = await commentsOf((await onlyPage())?.id);
    assert.equal(made.length, 3);
    assert.deepEqual(
      made.map(({ parent_id }) => parent_id),
      [null, made[0].id, made[0].id],
    );
    assert.equal(made.map(({ body }) => body.trim()).join(' '), `runa: ${body}`);
    assert.deepEqual([(await run()).report.skipped, (await commentsOf(made[0].page_id)).length], [2, 3]);
  });

  it('stand as quotes, counted, where nobody keeps comments', async () => {
    await fresh('quotes');
    const { contributions } = t.app;
    t.app.contributions = (to) => ((to as object) === pageRemarks ? [] : contributions.call(t.app, to)) as never;
    try {
      const { report } = await bring('e.docx', conversation);
      assert.deepEqual([report.counts.comments, report.unsupported], [0, { comment: 3 }]);
    } finally {
      t.app.contributions = contributions;
    }
    const page = await onlyPage();
    assert.equal((await commentsOf(page?.id)).length, 0);
    assert.equal(page?.blocks.filter(({ type }) => type === 'quote').length, 3);
    await bring('e.docx', conversation);
    assert.equal((await commentsOf(page?.id)).length, 3);
    assert.equal((await onlyPage())?.blocks.filter(({ type }) => type === 'quote').length, 0);
  });
});
