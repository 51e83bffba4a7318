// A plain text as a page that shows its lines as they are written: nothing in it is a mark of anything.
import type { Item, SourceEntry } from '../contract.ts';
import { cleanTitle, folderOf, stemOf } from '../reading/entry-path.ts';
import { cannotRead } from '../reading/error-reason.ts';
import { fileItem, folderId } from './note-item.ts';
import { BLOCK_TEXT_MAX, codeBlocks } from './plain-text.ts';

export async function* textItems(entry: SourceEntry): AsyncGenerator<Item> {
  let text: string;
  try {
    text = (await entry.text()).replace(/\r\n?/g, '\n').replace(/\n$/, '');
  } catch (error) {
    yield { type: 'problem', at: entry.path, kind: 'unreadable', because: cannotRead(error) };
    return;
  }
  if (text.length > BLOCK_TEXT_MAX) {
    const because = 'The text is very long; it is kept as a file.';
    yield { type: 'problem', at: entry.path, kind: 'too_large', because };
    yield fileItem(entry);
    return;
  }
  const parent = folderId(folderOf(entry.path));
  yield {
    ...{ type: 'page', id: entry.path, title: cleanTitle(stemOf(entry.path)), ...(parent && { parent }) },
    // Paragraphs would lose blanks in front of lines.
    blocks: codeBlocks(text),
    ...(entry.modified && { created: entry.modified, updated: entry.modified }),
  };
}
