// Exports as one document: what a word processor is given, and that our own importer reads the same out of it.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { type Any, makeDatabase } from '../databases/database.ts';
import { importPath, pagesOf } from '../importers/imports.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';
import { exported, fileOf, textOf, unzip } from './unpacking.ts';

const words = (text: string, ...marks: string[]) => ({
  type: 'text',
  text,
  ...(marks.length && { marks: marks.map((type) => ({ type })) }),
});
const block = (type: string, text: string, more: object = {}, data: object = {}) => ({
  ...{ type, data, content: [words(text)] },
  ...more,
});
const cell = (text: string, more: object = {}) => ({ content: text ? [words(text)] : [], ...more });

/** What a block says, without ids. */
const bare = ({ type, data, content = [], children }: Any): Any => ({
  type,
  ...data,
  text: content.map((node: Any) => node.text ?? '').join(''),
  ...(children && { children: children.map(bare) }),
});

onEachEngine((_engine, open) => {
  describe('documents', () => {
    let t: TestApp;
    let top: number;
    let inner: number;
    let fileId: number;
    const create = async (body: object): Promise<number> => {
      const made = await t.call('ann', 'POST', '/api/pages', { workspace_id: t.ws1, ...body });
      assert.equal(made.status, 200, made.text);
      return made.body.id;
    };
    /** Brings a document into a workspace of its own. */
    const back = async (file: Buffer): Promise<{ blocks: Any[]; unsupported: object }> => {
      const path = join(scratchFolder(), 'Back.docx');
      writeFileSync(path, file);
      const home = t.ws1;
      t.ws1 = (await t.app.use(workspaces).create(t.ctx('ann'), { name: 'Back' })).id;
      const { report } = await importPath(t, path, { source: 'word-documents' });
      const pages = await pagesOf(t);
      t.ws1 = home;
      assert.deepEqual(report.warnings, []);
      return { blocks: pages.find(({ kind }) => kind === 'page')?.blocks ?? [], unsupported: report.unsupported };
    };

    before(async () => {
      t = await startApp(await open());
      const ctx = t.ctx('ann');
      const { files } = await import('../../plugins/files/contract.ts');
      const given = { content: PIXEL, name: 'dot.png', workspaceId: t.ws1, maxBytes: 1e6 };
      fileId = (await ctx.use(files).store(ctx, given)).id;
      top = await create({ title: 'Handbook' });
      inner = await create({ title: 'Inner & outer', parent_id: top, markdown: '## Below\n\nlast words' });
      const link = { type: 'link', attrs: { href: `/pages/${inner}` } };
      const blocks = [
        block('heading', 'Begin', {}, { level: 1 }),
        {
          type: 'paragraph',
          data: {},
          content: [
            ...[words('plain '), words('bold', 'bold'), words(' '), words('code', 'code'), words(' noted[^a] ')],
            ...[{ type: 'text', text: 'inside', marks: [link] }, words(' '), { type: 'pageLink', pageId: inner }],
            ...[words(' '), { type: 'math', tex: 'a_1' }],
          ],
        },
        block('bullet', 'one', {
          children: [block('bullet', 'one in one'), block('todo', 'done', {}, { checked: true })],
        }),
        block('bullet', 'two'),
        block('numbered', 'third', {}, { start: 3 }),
        block('numbered', 'fourth'),
        block('todo', 'open'),
        block('quote', 'said somebody'),
        block('callout', 'mind the step', {}, { icon: '⚠️', color: 'yellow' }),
        block('toggle', 'more', { children: [block('paragraph', 'hidden before')] }),
        { type: 'code', data: { language: 'js', text: 'if (a < b)\n\n  run();' } },
        { type: 'math', data: { tex: 'e=mc^2' } },
        {
          type: 'table',
          data: {
            header: { row: true, column: false },
            rows: [
              [cell('A'), cell('B'), cell('C')],
              [cell('wide', { colspan: 2 }), cell('high', { rowspan: 2 })],
              [cell('x'), cell('y')],
            ],
          },
        },
        { type: 'image', data: { fileId, name: 'dot.png', alt: 'a dot', caption: 'The dot' } },
        { type: 'divider', data: {} },
        { type: 'toc', data: {} },
        block('footnote', 'a note', {}, { key: 'a' }),
      ];
      const saved = await t.call('ann', 'PUT', `/api/pages/${top}/content`, { blocks });
      assert.equal(saved.status, 200, saved.text);
    });
    after(() => t.stop());

    it('come back with their text, headings, lists, tables, tasks, notes and pictures', async () => {
      const file = await exported(t, 'vic', { format: 'docx', page_id: top });
      const { blocks, unsupported } = await back(file);
      const said = blocks.map(bare);
      const texts = (type: string) => said.filter((one) => one.type === type).map(({ text }) => text);
      assert.deepEqual(texts('heading').slice(0, 2), ['Handbook', 'Begin']);
      const running = blocks.find(({ content }) => content?.some(({ text }: Any) => text === 'bold'));
      const marked = (mark: string) =>
        running.content.filter(({ marks = [] }: Any) => marks.some((one: Any) => one.type === mark));
      assert.deepEqual(
        marked('bold').map(({ text }: Any) => text),
        ['bold'],
      );
      assert.deepEqual(
        marked('code').map(({ text }: Any) => text),
        ['code'],
      );
      assert.match(bare(running).text, /^plain bold code noted\[\^1\] inside Inner & outer $/);
      assert.deepEqual(running.content.at(-1), { type: 'math', tex: 'a_{1}' });
      assert.equal(blocks.find(({ type }) => type === 'math').data.tex, 'e=mc^{2}');
      const lists = said.filter(({ type }) => ['bullet', 'numbered', 'todo'].includes(type));
      assert.deepEqual(
        lists.map(({ type, text, children = [] }) => [
          type,
          text,
          children.map((one: Any) => `${one.type} ${one.text}`),
        ]),
        [
          ['bullet', 'one', ['bullet one in one', 'todo done']],
          ...[
            ['bullet', 'two', []],
            ['numbered', 'third', []],
            ['numbered', 'fourth', []],
            ['todo', 'open', []],
          ],
        ],
      );
      assert.deepEqual(texts('quote'), ['said somebody']);
      for (const text of ['⚠️ mind the step', 'more', 'hidden before'])
        assert.ok(texts('paragraph').includes(text), text);
      assert.equal(
        said.find(({ type }) => type === 'code').text || blocks.find(({ type }) => type === 'code').data.text,
        'if (a < b)\n\n  run();',
      );
      const table = blocks.find(({ type }) => type === 'table').data;
      assert.equal(table.header.row, true);
      assert.deepEqual(
        table.rows.map((row: Any) => row.map((one: Any) => [bare(one).text, one.colspan ?? 1, one.rowspan ?? 1])),
        [
          [
            ['A', 1, 1],
            ['B', 1, 1],
            ['C', 1, 1],
          ],
          [
            ['wide', 2, 1],
            ['high', 1, 2],
          ],
          [
            ['x', 1, 1],
            ['y', 1, 1],
          ],
        ],
      );
      assert.equal(typeof blocks.find(({ type }) => type === 'image').data.fileId, 'number');
      assert.ok(texts('footnote').includes('a note'));
      assert.deepEqual(unsupported, {});
    });

    it('of a subtree are chapters on pages of their own, with links between them and titles below titles', async () => {
      const entries = await unzip(await exported(t, 'vic', { format: 'docx', page_id: top, subtree: true }));
      const text = textOf(entries, 'word/document.xml');
      assert.match(text, new RegExp(`w:bookmarkStart w:name="page_${inner}"`));
      assert.equal([...text.matchAll(new RegExp(`<w:hyperlink [^>]*w:anchor="page_${inner}"`, 'g'))].length, 2);
      assert.equal([...text.matchAll(/<w:pageBreakBefore\/>/g)].length, 1);
      assert.match(text, /<w:pStyle w:val="Heading3"\/>.*Below/);
      const alone = await unzip(await exported(t, 'vic', { format: 'docx', page_id: top }));
      assert.doesNotMatch(textOf(alone, 'word/document.xml'), /last words/);
      assert.match(textOf(alone, 'word/_rels/document.xml.rels'), new RegExp(`/pages/${inner}"`));
    });

    it('show covers, and databases as tables whose rows with a text are chapters', async () => {
      const made = await makeDatabase(t, [{ name: 'Note', type: 'text' }]);
      await made.row({ Note: 'a <b> \u0007 c' }, 'Bare');
      const full = await made.row({ Note: '' }, 'Full');
      await t.call('ann', 'PUT', `/api/pages/${full.id}/content`, { markdown: 'said at length' });
      const cover = { cover_url: '/static/cover-dusk.svg', cover_position: 40 };
      assert.equal((await t.call('ann', 'PATCH', `/api/v2/pages/${made.pageId}`, cover)).status, 200);
      const file = await exported(t, 'vic', { format: 'docx', page_id: made.pageId, subtree: true });
      const entries = await unzip(file);
      assert.equal([...entries.keys()].filter((path) => path.startsWith('word/media/')).length, 1);
      const text = textOf(entries, 'word/document.xml');
      assert.match(text, new RegExp(`w:anchor="page_${full.id}"`));
      assert.doesNotMatch(text, /Bare<\/w:t><\/w:r><w:bookmarkEnd/);
      const { blocks } = await back(file);
      const table = blocks.find(({ type }) => type === 'table').data.rows;
      assert.deepEqual(
        table.map((row: Any) => row.map((one: Any) => bare(one).text)),
        [
          ['Name', 'Note'],
          ['Bare', 'a <b> c'],
          ['Full', ''],
        ],
      );
      assert.ok(blocks.map(bare).some((one) => one.text === 'said at length'));
    });

    it('of a workspace begin with its name and its pages, and each page is a chapter', async () => {
      const entries = await unzip(await exported(t, 'vic', { format: 'docx', workspace_id: t.ws1 }));
      const text = textOf(entries, 'word/document.xml');
      const [front = '', ...chapters] = text.split('<w:pageBreakBefore/>');
      assert.match(front, /w:val="Title"\/>.*Contents/);
      const listed = [...front.matchAll(/w:anchor="page_(\d+)"/g)].map(([, id]) => Number(id));
      assert.deepEqual(listed.slice(0, 2), [top, inner]);
      // The rows of its databases are in their tables.
      const pages = t.app.database.reader('pages').where({ workspace_id: t.ws1, collection_id: null });
      assert.equal(listed.length, (await pages).length);
      for (const id of listed) assert.equal(text.split(`w:name="page_${id}"`).length, 2);
      assert.ok(chapters.length >= listed.length);
      assert.match(text, /<w:pStyle w:val="Heading1"\/>.*Handbook/);
    });

    it('of everything are one for each workspace, in a zip', async () => {
      await t.call('ann', 'POST', '/api/workspaces', { name: 'Empty / new' });
      const { body } = await t.call('adm', 'POST', '/api/v2/exports', { format: 'docx' });
      assert.equal(body.name, 'Commonplace.zip');
      await t.app.jobs.drain();
      const file = await t.call('adm', 'GET', `/api/v2/exports/${body.id}/download`);
      assert.equal(file.headers['content-type'], 'application/zip');
      const documents = await unzip(await fileOf(t, body.id));
      const names = (await t.app.database.reader('workspaces').pluck('name')).length;
      assert.equal(documents.size, names);
      assert.ok([...documents.keys()].every((name) => name.endsWith('.docx')));
      const empty = await unzip(documents.get('Empty new.docx') as Buffer);
      assert.match(textOf(empty, 'word/document.xml'), /Empty \/ new/);
      const { report } = (await t.call('adm', 'GET', `/api/v2/exports/${body.id}`)).body;
      assert.deepEqual(report.warnings, []);
    });
  });
});
