// Links by name in loose notes, which no folder of a program says whose they are: `[[Two]]` leads to `Two.md` beside it.
import type { Source } from '../../contract.ts';
import { baseName } from '../../reading/entry-path.ts';

const NOTE = /\.(?:md|markdown)$/i;
const LINK = /\[\[([^\]|#^\n]+)/g;
const fold = (name: string): string => name.trim().normalize('NFC').toLowerCase().replace(NOTE, '');

/** What the files of a source are called, in any letters and notes without their ending. */
export async function linkableNames(source: Source): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const { path } of source.entries()) names.add(fold(baseName(path)));
  return names;
}

/** Whether a note links to any of these by its name; else its double brackets mean something else and stay. */
export const hasWikiLinks = (markdown: string, names: ReadonlySet<string>): boolean =>
  [...markdown.matchAll(LINK)].some(([, target = '']) => names.has(fold(baseName(target))));
