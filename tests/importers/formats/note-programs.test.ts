// Sources of note programs on small exports written here: what must not get lost, and what is said of it otherwise.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import type { Importer, Item, PageItem } from '../../../plugins/importers/contract.ts';
import googleKeep from '../../../plugins/importers/sources/google-keep.ts';
import outline from '../../../plugins/importers/sources/outline.ts';
import { scratchFolder } from '../../kit/folders.ts';
import { archive, itemsIn, of } from './items.ts';

const base = scratchFolder();
after(() => rmSync(base, { recursive: true, force: true }));

const itemsOf = (importer: Importer, name: string, content: string | Buffer): Promise<Item[]> =>
  itemsIn(base, importer, name, content);
const pages = (items: Item[]): PageItem[] => of(items, 'page');

describe('Outline', () => {
  it('has documents below the document whose folder they lie in, which is no page of its own', async () => {
    const export_ = archive({
      'Manual/Guide.md': '# Guide\n\nStart here',
      'Manual/Guide/Deep/Last.md': '# Last',
      'Manual/Guide/Deep.md': '# Deep',
      'Manual/Guide/public/dot.png': 'x',
      'Manual/Lone/Child.md': '# Child',
    });
    const items = await itemsOf(outline, 'Export.zip', export_);
    assert.deepEqual(
      pages(items).map(({ id, parent }) => [id, parent]),
      [
        ['Manual/', undefined],
        ['Manual/Guide.md', 'Manual/'],
        ['Manual/Guide/Deep.md', 'Manual/Guide.md'],
        ['Manual/Guide/Deep/Last.md', 'Manual/Guide/Deep.md'],
        ['Manual/Lone/', 'Manual/'],
        ['Manual/Lone/Child.md', 'Manual/Lone/'],
      ],
    );
    assert.deepEqual(
      of(items, 'file').map(({ parent }) => parent),
      ['Manual/Guide.md'],
    );
  });
});

describe('Google Keep', () => {
  const note = (...attachments: [string, string][]): string =>
    JSON.stringify({
      ...{ title: 'Trip', isTrashed: false, userEditedTimestampUsec: 1_700_000_000_000_000 },
      attachments: attachments.map(([filePath, mimetype]) => ({ filePath, mimetype })),
    });

  it('finds a picture whose ending is another one than the note says', async () => {
    const export_ = archive({
      'Keep/Trip.json': note(
        ['a.jpeg', 'image/jpeg'],
        ['b.jpg', 'image/jpeg'],
        ['c.png', 'image/png'],
        ['Trip.jpeg', 'image/jpeg'],
        ['d.png', 'image/png'],
      ),
      ...{ 'Keep/Trip.html': 'x', 'Keep/a.jpg': 'a', 'Keep/b.jpeg': 'b', 'Keep/c.jpg': 'c', 'Keep/c.png': 'c' },
      ...{ 'Keep/d.jpg': 'one', 'Keep/d.gif': 'other' },
    });
    const [, trip] = pages(await itemsOf(googleKeep, 'Takeout.zip', export_));
    assert.deepEqual(
      trip?.blocks?.map(({ data }) => data.url),
      ['/Keep/a.jpg', '/Keep/b.jpeg', '/Keep/c.png', '/Keep/Trip.jpeg', '/Keep/d.png'],
    );
  });
});
