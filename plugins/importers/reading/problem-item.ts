// What importers say of a file that they cannot read, which itself is kept, and of one that is not whole.
import type { Item, SourceEntry } from '../contract.ts';
import { isCutOff } from '../conversion/html/soundness.ts';
import { fileItem } from '../items/note-item.ts';

export function* unreadable(entry: SourceEntry, error: unknown): Generator<Item> {
  const why = (error as Error).message.replace(/\.$/, '');
  yield { type: 'problem', at: entry.path, kind: 'unreadable', because: `It is kept as a file: ${why}.` };
  yield fileItem(entry);
}

/** Far more than what programs write before a page begins and behind its end. */
const EDGE = 16_384;
const lettersOf = (part: string | Uint8Array): string =>
  typeof part === 'string' ? part : Buffer.from(part).toString('latin1').replaceAll('\0', '');

/** Tells of a page of HTML that begins as a whole one and does not end as such. */
export function* cutOffPage({ path }: SourceEntry, content: string | Uint8Array): Generator<Item> {
  const isWhole = /<\/(?:html|body)\s*>/i.test(lettersOf(content.slice(-EDGE)));
  const because = 'The file ends before its end; what was there is kept.';
  if (!isWhole && /<html[\s>]/i.test(lettersOf(content.slice(0, EDGE))) && isCutOff(lettersOf(content)))
    yield { type: 'problem', at: path, kind: 'cut_off', because };
}
