// What importers say of a file that they cannot read: its reason in words, and the file itself is kept.
import type { Item, SourceEntry } from '../contract.ts';
import { fileItem } from '../items/note-item.ts';

export function* unreadable(entry: SourceEntry, error: unknown): Generator<Item> {
  const why = (error as Error).message.replace(/\.$/, '');
  yield { type: 'problem', at: entry.path, kind: 'unreadable', because: `It is kept as a file: ${why}.` };
  yield fileItem(entry);
}
