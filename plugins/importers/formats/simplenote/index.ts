// Simplenote: one file of JSON with all notes, and each of them a second time as a text.
import type { Importer, Item, SourceEntry } from '../../contract.ts';
import { Folders, fileItem } from '../../items/note-item.ts';
import { textItems } from '../../items/text-item.ts';
import { trashProblem } from '../../items/trash-problem.ts';
import { pathEnding } from '../../reading/entry-path.ts';
import { unreadable } from '../../reading/problem-item.ts';
import { UniqueIds } from '../../reading/unique-ids.ts';
import { isFields } from '../json/generic.ts';
import { noteContent, readSimplenoteExport, type SimplenoteExport, simplenotePage } from './note.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'simplenote',
  title: 'Simplenote',
  accepts: ['.zip', 'folder', '.json'],
  async *read(source) {
    const texts = new Set<string>();
    const ids = new UniqueIds();
    const folders = new Folders();
    let isThere = false;
    for await (const entry of source.entries()) {
      if (pathEnding(entry.path) !== '.json') continue;
      isThere = true;
      try {
        const found = readSimplenoteExport(await entry.text());
        for (const note of [...found.activeNotes, ...found.trashedNotes]) texts.add(wordsOf(noteContent(note) ?? ''));
        yield* noteItems(entry.path, found, ids);
      } catch (error) {
        yield* unreadable(entry, error);
      }
    }
    const because = 'It is not a Simplenote export: there is no notes.json in it.';
    if (!isThere) yield { type: 'problem', at: source.name, kind: 'unreadable', because };
    for await (const entry of source.entries())
      if (pathEnding(entry.path) !== '.json') yield* besides(entry, texts, folders);
  },
};

export default importer;

function* noteItems(path: string, { activeNotes, trashedNotes }: SimplenoteExport, ids: UniqueIds): Generator<Item> {
  const named = activeNotes.map((note, at) => ids.of(isFields(note) && note.id ? String(note.id) : `note-${at + 1}`));
  const known = new Set(named);
  for (const [at, note] of activeNotes.entries())
    try {
      yield simplenotePage(note, named[at] as string, known);
    } catch (error) {
      const because = `The note was left out: ${(error as Error).message}.`;
      yield { type: 'problem', at: `${path}, note ${at + 1}`, kind: 'unreadable', because };
    }
  yield* trashProblem(
    path,
    trashedNotes.map((note) => (noteContent(note) ?? '').trim().split('\n', 1)[0] ?? ''),
  );
}

/** Notes are compared by their words, for the texts have other line ends, and tags below them. */
const wordsOf = (text: string): string => text.replace(/\s+/g, ' ').trim();
const TAGS = /\n\s*Tags:\s*\n[^\n]*\s*$/;

async function* besides(entry: SourceEntry, texts: ReadonlySet<string>, folders: Folders): AsyncGenerator<Item> {
  const isText = ['.txt', '.md'].includes(pathEnding(entry.path));
  if (isText) {
    const text = (await entry.text()).replace(/\r\n?/g, '\n');
    if (texts.has(wordsOf(text)) || texts.has(wordsOf(text.replace(TAGS, '\n')))) return;
  }
  yield* folders.above(entry.path);
  if (isText) yield* textItems(entry);
  else yield fileItem(entry);
}
