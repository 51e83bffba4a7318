// Notes of a sheet of Office Open XML: what is said of which cell, and by whom.
import { readXml } from '../../reading/xml.ts';
import { parseCellReference, type SheetReader } from './sheet.ts';

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
