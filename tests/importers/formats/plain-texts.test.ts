// Plain texts among Markdown: text that is no Markdown is shown as it is written.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import markdown from '../../../plugins/importers/formats/markdown/index.ts';
import { itemsIn, of, reasons } from './items.ts';
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
