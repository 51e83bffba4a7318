// Notes of a sheet of Office Open XML: what is said of which cell, and by whom.
import { readXml } from '../../reading/xml.ts';
import { parseCellReference, type SheetNote, type SheetReader } from './sheet.ts';

export function readXlsxNotes(text: string, reader: SheetReader): void {
  const authors: string[] = [];
  let isText = false;
  let isAuthor = false;
  readXml(text, {
    open(name, { ref = '', authorId = '0' }) {
      if (name === 'author') {
        isAuthor = true;
        authors.push('');
      } else if (name === 'comment')
        reader.sheet.notes.push({
          ...{ row: parseCellReference(ref)?.row ?? -1, cell: ref, author: authors[Number(authorId)] ?? '', text: '' },
        });
      else isText = name === 't';
    },
    text(said) {
      const note = reader.sheet.notes.at(-1);
      if (isAuthor) authors[authors.length - 1] += said;
      else if (isText && note) note.text += said;
    },
    close() {
      [isAuthor, isText] = [false, false];
    },
  });
}

/** Names of the people who commented, by the ids that comments name. */
export function peopleIn(text: string): Map<string, string> {
  const people = new Map<string, string>();
  readXml(text, {
    open(name, { id = '', displayName = '' }) {
      if (name === 'person') people.set(id, displayName);
    },
  });
  return people;
}

/**
 * Comments with answers, as Excel has them since 2019: they stand in place of the notes that older programs show for
 * them, whose author is an id and whose text begins with a word about versions.
 */
export function readThreadedNotes(text: string, people: ReadonlyMap<string, string>, { sheet }: SheetReader): void {
  const found: SheetNote[] = [];
  const cells = new Set<string>();
  let isText = false;
  readXml(text, {
    open(name, { ref = '', personId = '', dT: created, id = '', parentId, done }) {
      isText = name === 'text';
      if (name !== 'threadedComment') return;
      cells.add(ref);
      const [row, author] = [parseCellReference(ref)?.row ?? -1, people.get(personId) ?? ''];
      const settled = done === '1' && { isSettled: true };
      found.push({ row, cell: ref, author, text: '', ...(created && { created }), thread: parentId ?? id, ...settled });
    },
    text(said) {
      const note = found.at(-1);
      if (isText && note) note.text += said;
    },
    close() {
      isText = false;
    },
  });
  sheet.notes = [...sheet.notes.filter(({ cell, author }) => !(cells.has(cell) && /^tc=/.test(author))), ...found];
}
