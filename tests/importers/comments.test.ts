// What people said of pages elsewhere: threads of comments with authors and times, each once, and taken back again.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { undoImport } from '../../plugins/importers/undo.ts';
import { pageRemarks, pages } from '../../plugins/pages/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { docxWith, type Said, wordDocument } from './formats/word.ts';
import {
  count,
  type ImportOptions,
  importPath,
  inFreshWorkspace,
  pagesOf,
  startedFor,
  system,
  vaultOf,
} from './imports.ts';

const conversation: Said[] = [
  { by: 'Runa', text: 'Is this right?\nI doubt <@1> it.', at: '2024-03-05T10:00:00Z' },
  { by: 'Edi Example', text: 'It is.', at: '2024-03-05T11:00:00Z', to: 0 },
  { by: 'Runa', text: 'Another matter' },
];

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = startedFor(open, (app) => {
    t = app;
  });
  const fresh = (name: string) => inFreshWorkspace(t, name);
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
    // But for whoever started it, of its end.
    const told = (await count(t, 'notifications')) + 1;
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

  it('made at words of the text stand at its block, with the words; what was settled is settled', async () => {
    await fresh('places');
    const word = join(base, 'places.docx');
    const range = (id: number, words: string) =>
      `<w:commentRangeStart w:id="${id}"/><w:r><w:t>${words}</w:t></w:r><w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;
    const text = `<w:p><w:r><w:t>First.</w:t></w:r></w:p><w:p><w:r><w:t>Then </w:t></w:r>${range(0, 'these words')}</w:p>`;
    writeFileSync(word, docxWith([...conversation.slice(0, 2), { by: 'Runa', text: 'Done', done: true }], text));
    const { report } = await importPath(t, word, { source: 'word-documents' });
    assert.deepEqual([report.counts.comments, report.unsupported], [3, {}]);
    const page = await onlyPage();
    const block = page?.blocks.find(({ content }) => content?.some(({ text }: { text: string }) => /these/.test(text)));
    const said = (await commentsOf(page?.id)).map(({ block_id, quote, parent_id, resolved_at }) => [
      ...[block_id, quote, parent_id === null, resolved_at !== null],
    ]);
    assert.deepEqual(said, [
      [block.id, 'these words', true, false],
      [null, '', true, true],
      [block.id, '', false, false],
    ]);

    await fresh('markers');
    const value = (name: string, text: string) => `<property name="${name}"><![CDATA[${text}]]></property>`;
    const object = (kind: string, id: number, inner: string) =>
      `<object class="${kind}"><id name="id">${id}</id>${inner}</object>`;
    const of = (kind: string, id: number) =>
      `<property name="content" class="${kind}"><id name="id">${id}</id></property>`;
    const mark = (words: string) => `<ac:inline-comment-marker ac:ref="r1">${words}</ac:inline-comment-marker>`;
    const properties = [
      ['inline-marker-ref', 'r1'],
      ['inline-original-selection', 'words of old'],
      ['status', 'resolved'],
    ] as const;
    const elements = properties.map(
      (_, at) => `<element class="ContentProperty"><id name="id">${30 + at}</id></element>`,
    );
    const space = [
      object('Page', 1, value('title', 'Home') + value('contentStatus', 'current')),
      object(
        'BodyContent',
        2,
        `${of('Page', 1)}${value('body', `<p>One</p><p>Say ${mark('a <b>bold')}</b>${mark(' word')} here</p>`)}`,
      ),
      object('Comment', 3, `${of('Page', 1)}<collection name="contentProperties">${elements.join('')}</collection>`),
      object('BodyContent', 4, `${of('Comment', 3)}${value('body', '<p>Why?</p>')}`),
      object('Comment', 5, `${of('Page', 1)}<property name="parent" class="Comment"><id name="id">3</id></property>`),
      object('BodyContent', 6, `${of('Comment', 5)}${value('body', '<p>So.</p>')}`),
      ...properties.map(([name, text], at) =>
        object('ContentProperty', 30 + at, value('name', name) + value('stringValue', text)),
      ),
    ];
    const dump = `<?xml version="1.0"?><hibernate-generic>${space.join('')}</hibernate-generic>`;
    const folder = vaultOf({ 'entities.xml': dump }, 'markers', base);
    const run = () => importPath(t, folder, { source: 'confluence' });
    assert.deepEqual((await run()).report.counts.comments, 2);
    const home = await onlyPage();
    const threads = await commentsOf(home?.id);
    assert.deepEqual(
      threads.map(({ body, block_id, quote, resolved_at }) => [body, block_id, quote, resolved_at !== null]),
      [
        ['Why?', home?.blocks[1].id, 'a bold word', true],
        ['So.', home?.blocks[1].id, '', false],
      ],
    );
    assert.deepEqual([(await run()).report.skipped, (await commentsOf(home?.id)).length], [1, 2]);
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
