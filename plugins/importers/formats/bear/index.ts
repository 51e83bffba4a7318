// Bear's backups and other TextBundles (Ulysses, iA Writer): bundles as folders, packed, or many in one archive.
import type { Importer, Item, SourceEntry } from '../../contract.ts';
import { fileItem } from '../../items/note-item.ts';
import { folderOf, pathEnding } from '../../reading/entry-path.ts';
import { isEntry, unpacked } from '../../reading/nested-archives.ts';
import { unreadable } from '../../reading/problem-item.ts';
import { titled } from '../markdown/index.ts';
import { readBundle } from './textbundle.ts';

const PACKED = new Set(['.bear2bk', '.textpack', '.zip']);
const TEXT = /(?:^|\/)text\.(?:md|markdown|txt)$/i;

const importer: Importer = {
  kind: 'importer',
  name: 'bear',
  title: 'Bear and TextBundle',
  accepts: ['.bear2bk', '.textpack', '.zip', 'folder'],
  async *read(source) {
    const entries: SourceEntry[] = [];
    for await (const one of unpacked(source, (path) => PACKED.has(pathEnding(path)))) {
      if (isEntry(one)) entries.push(one);
      else yield one;
    }
    const infos = new Map(
      entries.filter(({ name }) => name === 'info.json').map((entry) => [folderOf(entry.path), entry]),
    );
    for (const entry of entries) {
      if (TEXT.test(entry.path)) yield* bundleItems(entry, infos.get(folderOf(entry.path)), source.name);
      else if (!['info.json', 'tags.json'].includes(entry.name)) yield { ...fileItem(entry), parent: undefined };
    }
  },
};

export default importer;

async function* bundleItems(entry: SourceEntry, info: SourceEntry | undefined, name: string): AsyncGenerator<Item> {
  try {
    const read = readBundle(folderOf(entry.path) || name, entry.name, {
      text: await entry.text(),
      info: info ? await info.text() : '',
    });
    const at = read.page.id;
    if (read.isTrashed) {
      yield { type: 'problem', at, kind: 'in_trash', because: 'It lies in the trash there and was left out.' };
      return;
    }
    if (read.isEncrypted)
      yield { type: 'problem', at, kind: 'encrypted', because: 'It is encrypted; only its title could be read.' };
    const page = titled(read.page, {});
    // A heading that only says the name of the file is the title; its properties stay.
    yield { ...page, path: read.page.path, ...(read.page.properties && { properties: read.page.properties }) };
  } catch (error) {
    yield* unreadable(entry, error);
  }
}
