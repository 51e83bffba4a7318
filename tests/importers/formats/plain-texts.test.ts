// Plain texts among Markdown: text that is no Markdown is shown as it is written.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import markdown from '../../../plugins/importers/formats/markdown/index.ts';
import { databases, itemsIn, of, reasons, rows } from './items.ts';
import { zipOf } from './zip.ts';

const TEXT = '# no heading\n  * two  spaces\n\tand a tab, _no_ emphasis\n\n---\n1. `x` <b>[[y]]</b>';

describe('plain texts', () => {
  it('are pages whose lines are kept as they are, whatever ends them', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const [page, ...more] = of(await itemsIn(markdown, 'Notes.txt', `${TEXT}\n`.replaceAll('\n', end)), 'page');
      assert.deepEqual([page?.id, page?.title, more], ['Notes.txt', 'Notes', []]);
      assert.deepEqual(page?.blocks, [{ id: '', type: 'code', data: { text: TEXT, language: '' } }]);
      assert.equal(page?.markdown, undefined);
    }
  });

  it('are pages in archives, too, below the page of their folder', async () => {
    const bytes = zipOf([
      { name: 'a/b.md', data: '# B' },
      { name: 'a/c.TXT', data: TEXT },
    ]);
    const pages = of(await itemsIn(markdown, 'all.zip', bytes), 'page');
    assert.deepEqual(
      pages.map(({ id, parent, title }) => [id, parent, title]),
      [
        ['a/', undefined, 'a'],
        ['a/b.md', 'a/', 'B'],
        ['a/c.TXT', 'a/', 'c'],
      ],
    );
  });

  it('that no block can hold are kept as files, with the reason', async () => {
    const items = await itemsIn(markdown, 'long.txt', 'x'.repeat(1_000_001));
    assert.deepEqual(
      items.map(({ type }) => type),
      ['problem', 'file'],
    );
    assert.match(reasons(items), /kept as a file/);
  });
});

describe('tables among Markdown', () => {
  it('are databases below the page of their folder, and files in folders of attachments', async () => {
    const bytes = zipOf([
      { name: 'a/b.md', data: '# B\n\n[Tasks](Tasks.csv)' },
      { name: 'a/Tasks.csv', data: 'Name,Status,Due\nEbb,Doing,2026-01-02\n"Flow, high",Done,\n' },
      { name: 'a/assets/raw.csv', data: 'x,y\n1,2\n' },
    ]);
    const items = await itemsIn(markdown, 'all.zip', bytes);
    assert.deepEqual(
      databases(items).map(({ id, parent, title }) => [id, parent, title]),
      [['a/Tasks.csv', 'a/', 'Tasks']],
    );
    assert.deepEqual(
      rows(items).map(({ title, values }) => [title, values]),
      [
        ['Ebb', { Status: 'Doing', Due: '2026-01-02' }],
        ['Flow, high', { Status: 'Done', Due: '' }],
      ],
    );
    assert.deepEqual(
      of(items, 'file').map(({ id }) => id),
      ['a/assets/raw.csv'],
    );
  });
});
