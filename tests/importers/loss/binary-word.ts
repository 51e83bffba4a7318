// Documents of Word 97 of paragraphs, links, notes and tables, byte by byte.
import { compoundOf } from '../tables/workbooks.ts';

export interface WordPart {
  text: string;
  /** what the paragraphs of it are: part of a table, or the end of one of its rows */
  kind?: 'cell' | 'row';
}

const TEXT = 1024;
const PAGE = 512;
/** In a page of properties. */
const RUNS = 8;
const [IN_TABLE, ROW_END] = [0x2416, 0x2417];
const PARTS = { footnoteSigns: 2, footnotes: 3, layoutPages: 13, pieces: 33 };

const numbers = (...all: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * all.length);
  for (const [at, one] of all.entries()) bytes.writeUInt32LE(one, 4 * at);
  return bytes;
};

const changes = (kind: WordPart['kind']): Buffer => {
  const all = kind === 'row' ? [IN_TABLE, ROW_END] : kind === 'cell' ? [IN_TABLE] : [];
  return Buffer.concat([Buffer.alloc(2), ...all.map((one) => Buffer.from([one & 0xff, one >> 8, 1]))]);
};

interface TextRun {
  from: number;
  to: number;
  kind: WordPart['kind'];
}

/** Runs of the text by the places of their bytes, in as many as a page holds. */
function runPages(parts: WordPart[]): TextRun[][] {
  let end = TEXT;
  const runs = parts.map(({ text, kind }) => {
    const from = end;
    end += 2 * text.length;
    return { from, to: end, kind };
  });
  return Array.from({ length: Math.ceil(runs.length / RUNS) }, (_, page) => runs.slice(page * RUNS, (page + 1) * RUNS));
}

/** Where each run begins and ends, and behind that what it changes. */
function propertyPage(runs: TextRun[]): Buffer {
  const page = Buffer.alloc(PAGE);
  numbers(...runs.map(({ from }) => from), runs.at(-1)?.to ?? 0).copy(page);
  let end = PAGE - 1;
  for (const [at, { kind }] of runs.entries()) {
    const content = changes(kind);
    // Its length is counted in pairs of bytes, an odd one with the byte that says the length.
    const isOdd = content.length % 2 === 1;
    const whole = Buffer.concat([Buffer.from(isOdd ? [(content.length + 1) / 2] : [0, content.length / 2]), content]);
    end = (end - whole.length) & ~1;
    whole.copy(page, end);
    page[4 * (runs.length + 1) + 13 * at] = end / 2;
  }
  page[PAGE - 1] = runs.length;
  return page;
}

/** @param notes what the signs \x02 of the text stand for, in their order */
export function binaryWord(parts: WordPart[], notes: string[] = []): Buffer {
  const body = parts.map(({ text }) => text).join('');
  const below = notes.map((note) => `\x02 ${note}\r`);
  const text = Buffer.from(body + below.join(''), 'utf16le');
  const pages = runPages(parts);
  const first = Math.ceil((TEXT + text.length) / PAGE);
  const signs = [...body.matchAll(/\x02/g)].map(({ index }) => index);
  const starts = below.map((_, note) => below.slice(0, note).join('').length);
  const tables: [place: number, content: Buffer][] = [
    [
      PARTS.pieces,
      Buffer.concat([Buffer.from([2]), numbers(16, 0, body.length + below.join('').length), pieceAt(TEXT)]),
    ],
    [
      PARTS.layoutPages,
      numbers(
        ...pages.map((page) => page[0]?.from ?? 0),
        pages.at(-1)?.at(-1)?.to ?? 0,
        ...pages.map((_, page) => first + page),
      ),
    ],
    [PARTS.footnoteSigns, Buffer.concat([numbers(...signs, body.length), Buffer.alloc(2 * signs.length, 1)])],
    [PARTS.footnotes, numbers(...starts, below.join('').length, below.join('').length)],
  ];
  const main = Buffer.alloc(first * PAGE);
  text.copy(main, TEXT);
  header(main, body.length, below.join('').length);
  let place = 0;
  for (const [part, content] of tables) {
    numbers(place, content.length).copy(main, 0x9a + 8 * part);
    place += content.length;
  }
  const table = Buffer.concat(tables.map(([, content]) => content));
  return compoundOf({ WordDocument: Buffer.concat([main, ...pages.map(propertyPage)]), '1Table': table });
}

/** One piece, with two bytes for a letter. */
function pieceAt(place: number): Buffer {
  const piece = Buffer.alloc(8);
  piece.writeUInt32LE(place, 2);
  return piece;
}

function header(main: Buffer, body: number, notes: number): void {
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(193, 2);
  main.writeUInt16LE(0x0200, 0x0a);
  numbers(body, notes).copy(main, 0x4c);
}
