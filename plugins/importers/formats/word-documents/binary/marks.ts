// What stands at places of the text: signs of notes and comments, and bookmarks.
import { textAt } from './header.ts';
import { FILE_PART, placesIn, type WordFile } from './word-file.ts';

/** A stretch of the text that belongs to a place in the body. */
export interface MarkedText {
  from: number;
  to: number;
  author?: string;
}

export interface WordMarks {
  /** by the places of their signs */
  notes: Map<number, MarkedText>;
  comments: Map<number, MarkedText>;
  /** by the places where they begin */
  bookmarks: Map<number, string[]>;
}

const [FOOTNOTE, COMMENT, BOOKMARK] = [2, 30, 4];
const AUTHOR = 20;

export function marksIn(file: WordFile): WordMarks {
  const { body, footnotes, margins, comments } = file.lengths;
  const notes = new Map([
    ...textsOf(file, [FILE_PART.footnoteSigns, FILE_PART.footnotes], body),
    ...textsOf(file, [FILE_PART.endnoteSigns, FILE_PART.endnotes], body + footnotes + margins + comments),
  ]);
  return { notes, comments: commentsOf(file, body + footnotes + margins), bookmarks: bookmarksOf(file) };
}

function textsOf(file: WordFile, [signs, texts]: [number, number], start: number): [number, MarkedText][] {
  const places = placesIn(file.part(signs), FOOTNOTE);
  const ends = placesIn(file.part(texts), 0).places;
  return Array.from({ length: places.count }, (_none, at): [number, MarkedText] => [
    places.places[at] as number,
    { from: start + (ends[at] ?? 0), to: start + (ends[at + 1] ?? 0) },
  ]);
}

function commentsOf(file: WordFile, start: number): Map<number, MarkedText> {
  const authors: string[] = [];
  const names = file.part(FILE_PART.commentAuthors);
  for (let at = 0; at + 2 <= names.length; ) {
    const [name, end] = textAt(names, at);
    authors.push(name);
    at = end;
  }
  const signs = placesIn(file.part(FILE_PART.commentSigns), COMMENT);
  const ends = placesIn(file.part(FILE_PART.comments), 0).places;
  return new Map(
    Array.from({ length: signs.count }, (_none, at): [number, MarkedText] => {
      const author = authors[signs.thing(at).readUInt16LE(AUTHOR)];
      const text = { from: start + (ends[at] ?? 0), to: start + (ends[at + 1] ?? 0) };
      return [signs.places[at] as number, { ...text, ...(author && { author }) }];
    }),
  );
}

function bookmarksOf(file: WordFile): Map<number, string[]> {
  const names = file.part(FILE_PART.bookmarkNames);
  const { places, count } = placesIn(file.part(FILE_PART.bookmarkStarts), BOOKMARK);
  const found = new Map<number, string[]>();
  let at = 6;
  for (let index = 0; index < count && at < names.length; index++) {
    const [name, end] = textAt(names, at);
    at = end;
    const place = places[index] as number;
    found.set(place, [...(found.get(place) ?? []), name]);
  }
  return found;
}
