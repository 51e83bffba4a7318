// Exports of Trilium: a reason for what is none, where notes stand, what their attributes become, and damaged lists.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeLanguage } from '../../../plugins/importers/formats/trilium/code-language.ts';
import trilium from '../../../plugins/importers/formats/trilium/index.ts';
import { archive, itemsIn, of, reasons } from './items.ts';

const LIST = '!!!meta.json';

const read = (files: unknown, parts: Record<string, string> = {}) => {
  const list = typeof files === 'string' ? files : JSON.stringify({ formatVersion: 2, files });
  return itemsIn(trilium, 'x.zip', archive({ [LIST]: list, ...parts }));
};

describe('Trilium', () => {
  for (const [name, list] of [
    ['no JSON', '{'],
    ['other JSON', '{"files":{"a":1}}'],
  ] as const)
    it(`keeps ${name} as a file, with one reason`, async () => {
      const items = await read(list);
      assert.deepEqual(
        items.map(({ type }) => type),
        ['problem', 'file'],
      );
    });

  it('says of an archive without its list that it is none', async () => {
    assert.match(
      reasons(await itemsIn(trilium, 'x.zip', archive({ 'a.html': '' }))),
      /there is no !!!meta\.json in it/,
    );
  });

  it('has a note without a text of its own in its place, and what lies deeper than pages do beside it', async () => {
    const chain = Array.from({ length: 60 }).reduceRight<object[]>(
      (children, _, depth) => [{ noteId: `n${depth}`, title: `${depth}`, type: 'book', dirFileName: 'd', children }],
      [{ noteId: 'last', title: 'last', type: 'text' }],
    );
    const pages = of(await read(chain), 'page');
    assert.equal(pages.length, 61);
    assert.deepEqual(
      pages.slice(0, 2).map(({ id, parent }) => [id, parent]),
      [
        ['d/', undefined],
        ['d/d/', 'd/'],
      ],
    );
    const parents = new Map(pages.map(({ id, parent }) => [id, parent]));
    const depthOf = (id: string | undefined): number => (id === undefined ? 0 : 1 + depthOf(parents.get(id)));
    assert.ok(Math.max(...pages.map(({ id }) => depthOf(id))) < 50);
  });

  it('makes tags and properties of labels and relations, and counts what only sets up how a note looks', async () => {
    const label = (name: string, value = '') => ({ type: 'label', name, value });
    const relation = (name: string, value: string) => ({ type: 'relation', name, value });
    const attributes = [
      ...[label('todo'), label('year', '1999'), label('isbn', '1'), label('isbn', '2')],
      ...[label('iconClass', 'bx'), label('label:year', 'promoted'), label('shareAlias', 'a')],
      ...[relation('author', 'b'), relation('internalLink', 'b'), relation('template', 'gone')],
    ];
    const [page] = of(
      await read([
        { noteId: 'a', title: 'A', type: 'text', dataFileName: 'a.html', attributes },
        { noteId: 'b', title: 'B', type: 'text', dataFileName: 'b.html' },
      ]),
      'page',
    );
    assert.deepEqual(page?.tags, ['todo']);
    assert.deepEqual(page?.properties, { year: '1999', isbn: ['1', '2'], author: 'B', template: 'gone' });
    assert.equal(page?.unsupported?.note_setting, 3);
  });

  it('keeps a picture with notes below it as a page that shows it, and names files that are not there', async () => {
    const items = await read(
      [
        { noteId: 'a', title: 'a.png', type: 'image', dataFileName: 'a.png', dirFileName: 'a', children: [{}] },
        { noteId: 'b', title: 'b.pdf', type: 'file', dataFileName: 'b.pdf' },
      ],
      { 'a.png': 'png', 'stray.txt': 'kept' },
    );
    const [page] = of(items, 'page');
    assert.deepEqual(
      page?.blocks?.map(({ type, data }) => [type, data.url]),
      [['image', '/a.png']],
    );
    assert.deepEqual(
      of(items, 'file').map(({ id }) => id),
      ['a.png', 'stray.txt'],
    );
    assert.deepEqual(
      of(items, 'problem').map(({ at, kind }) => [at, kind]),
      [
        ['a/note 2', 'encrypted'],
        ['b.pdf', 'missing_file'],
      ],
    );
  });

  it('has a page for a picture or file of which something is said, and none for others', async () => {
    const label = (name: string, value = '') => ({ type: 'label', name, value });
    const file = (dataFileName: string, ...attributes: object[]) => ({
      title: dataFileName,
      type: 'file',
      dataFileName,
      attributes,
    });
    const list = [file('a.pdf', label('year', '1999')), file('b.pdf', label('originalFileName', 'c.pdf'))];
    const items = await read(list, { 'a.pdf': 'a', 'b.pdf': 'b' });
    assert.deepEqual(
      of(items, 'page').map(({ title, properties }) => [title, properties]),
      [['a.pdf', { year: '1999' }]],
    );
    assert.deepEqual(
      of(items, 'file').map(({ id }) => id),
      ['a.pdf', 'b.pdf'],
    );
  });

  it('has a page for a picture or file whose name does not say its title', async () => {
    const file = (title: string, dataFileName: string, type = 'file') => ({ title, type, dataFileName });
    const list = [
      ...[file('Plan: north/south', 'Plan northsouth.pdf'), file('map', 'map.png', 'image')],
      ...[file('dot.png', '2_dot.png', 'image'), file('A chart of the whole outer harbour', 'A chart.png', 'image')],
    ];
    const items = await read(list, Object.fromEntries(list.map(({ dataFileName }) => [dataFileName, 'x'])));
    assert.deepEqual(
      of(items, 'page').map(({ title }) => title),
      ['Plan: north/south', 'A chart of the whole outer harbour'],
    );
    assert.equal(of(items, 'file').length, 4);
  });

  it('calls promoted attributes as people do, also those of files, by the definitions of templates', async () => {
    const label = (name: string, value: string) => ({ type: 'label', name, value });
    const definitions = [
      ...[label('label:year', 'promoted,alias=Year of print,single,number'), label('label:isbn', 'promoted,single')],
      label('label:kind', 'promoted,alias=Kind'),
    ];
    const items = await read(
      [
        { title: 'Template', type: 'text', dataFileName: 't.html', attributes: definitions },
        { title: 'Other', type: 'text', dataFileName: 'o.html', attributes: [label('label:kind', 'alias=Sort')] },
        {
          ...{ title: 'b.pdf', type: 'file', dataFileName: 'b.pdf' },
          attributes: [label('year', '1999'), label('isbn', '1'), label('kind', 'x')],
        },
      ],
      { 'b.pdf': 'x', 't.html': '', 'o.html': '' },
    );
    const page = of(items, 'page').find(({ title }) => title === 'b.pdf');
    assert.deepEqual(page?.properties, { 'Year of print': '1999', isbn: '1', kind: 'x' });
  });

  it('takes no heading away that is not the title', async () => {
    const note = (title: string, file: string) => ({ title, type: 'text', format: 'markdown', dataFileName: file });
    const parts = { 'a.md': '# 1\\. A\n\ntext', 'b.md': '# Other\n\ntext' };
    const [one, other] = of(await read([note('1. A', 'a.md'), note('B', 'b.md')], parts), 'page');
    assert.equal(one?.markdown?.trim(), 'text');
    assert.equal(other?.markdown, '# Other\n\ntext');
  });

  for (const [type, language] of [
    ['text/x-python', 'python'],
    ['text-x-python', 'python'],
    ['application/javascript;env=backend', 'javascript'],
    ['application-javascript-env-frontend', 'javascript'],
    ['text/x-sqlite;schema=trilium', 'sqlite'],
    ['text-x-sqlite-schema-trilium', 'sqlite'],
    ['text/plain', ''],
    ['text/x-c++src', 'cpp'],
    ['', ''],
  ] as const)
    it(`calls code of ${type || 'no type'} ${language || 'nothing'}`, () => assert.equal(codeLanguage(type), language));
});
