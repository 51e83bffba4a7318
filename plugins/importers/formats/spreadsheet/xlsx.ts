// Workbooks of Office Open XML: sheets with shared texts, results of formulas, dates of both calendars, notes, links.

import { readXml } from '../../reading/xml.ts';
import { instantText, isDateFormat } from './dates.ts';
import { formulaAddress, isExact, parseCellReference, type Sheet, SheetReader } from './sheet.ts';
import { peopleIn, readThreadedNotes, readXlsxNotes } from './xlsx-notes.ts';
import { sheetSurroundings } from './xlsx-surroundings.ts';

/** Text of a part by its path; undefined when it is not there. */
export type PartReader = (path: string) => Promise<string | undefined>;

interface Relation {
  target: string;
  type: string;
}

interface Book {
  shared: string[];
  /** for each style of cells, whether it shows a date, and whether with a time */
  dates: boolean[];
  is1904: boolean;
}

/** @param paths of all parts. @throws Error when it is no workbook */
export async function readXlsx(paths: string[], part: PartReader): Promise<Sheet[]> {
  const home = paths.find((path) => /(^|\/)workbook\.xml$/i.test(path));
  const text = home && (await part(home));
  if (!home || !text) throw new Error('it holds no workbook');
  const relations = await relationsOf(home, part);
  const { sheets, is1904 } = sheetsIn(text);
  const near = (name: string) => paths.find((path) => path.toLowerCase().endsWith(`/${name}`));
  const book: Book = {
    is1904,
    shared: sharedIn((await part(pathOf(relations, /sharedStrings$/i) ?? near('sharedstrings.xml') ?? '')) ?? ''),
    dates: datesIn((await part(pathOf(relations, /styles$/i) ?? near('styles.xml') ?? '')) ?? ''),
  };
  const people = peopleIn((await part(pathOf(relations, /\/person$/i) ?? '')) ?? '');
  const read: Sheet[] = [];
  for (const { name, id, hidden } of sheets) {
    const relation = relations.get(id);
    const body = relation && /worksheet$/i.test(relation.type) ? await part(relation.target) : undefined;
    if (!relation || body === undefined) continue;
    const reader = new SheetReader(name, hidden);
    const own = await relationsOf(relation.target, part);
    readSheet(body, reader, book, own);
    const beside = async (type: RegExp) => (await part(pathOf(own, type) ?? '')) ?? '';
    readXlsxNotes(await beside(/\/comments$/i), reader);
    readThreadedNotes(await beside(/\/threadedComment$/i), people, reader);
    read.push(reader.end());
  }
  return read;
}

const pathOf = (relations: Map<string, Relation>, type: RegExp): string | undefined =>
  [...relations.values()].find((one) => type.test(one.type))?.target;

/** What a part refers to, by the ids it uses; targets as paths from the top. */
async function relationsOf(path: string, part: PartReader): Promise<Map<string, Relation>> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const found = new Map<string, Relation>();
  readXml((await part(`${folder}_rels/${path.slice(folder.length)}.rels`)) ?? '', {
    open(name, { Id, Target = '', Type = '', TargetMode }) {
      if (name !== 'Relationship' || !Id) return;
      found.set(Id, { type: Type, target: TargetMode === 'External' ? Target : resolved(folder, Target) });
    },
  });
  return found;
}

function resolved(folder: string, target: string): string {
  const parts = target.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const one of target.split('/')) {
    if (one === '..') parts.pop();
    else if (one && one !== '.') parts.push(one);
  }
  return parts.join('/');
}

function sheetsIn(text: string) {
  const sheets: { name: string; id: string; hidden: boolean }[] = [];
  let is1904 = false;
  readXml(text, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      const id = attributes['r:id'] ?? attributes.id;
      if (name === 'sheet' && id)
        sheets.push({ name: attributes.name ?? '', id, hidden: /hidden/i.test(attributes.state ?? '') });
    },
  });
  return { sheets, is1904 };
}

/** Texts that cells name by number; how they are spoken is no part of them. */
function sharedIn(text: string): string[] {
  const found: string[] = [];
  let isText = false;
  let spoken = 0;
  readXml(text, {
    open(name) {
      if (name === 'si') found.push('');
      if (name === 'rPh') spoken += 1;
      isText = name === 't' && !spoken;
    },
    text(said) {
      if (isText) found[found.length - 1] += said;
    },
    close(name) {
      if (name === 'rPh') spoken -= 1;
      isText = false;
    },
  });
  return found;
}

function datesIn(text: string): boolean[] {
  const formats = new Map<number, string>();
  const found: boolean[] = [];
  let isCells = false;
  readXml(text, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') formats.set(Number(numFmtId), formatCode);
      if (name === 'cellXfs') isCells = true;
      if (name === 'xf' && isCells) found.push(isDateFormat(Number(numFmtId), formats.get(Number(numFmtId))));
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return found;
}

function readSheet(text: string, reader: SheetReader, book: Book, relations: Map<string, Relation>): void {
  const surroundings = sheetSurroundings(reader, (id) => relations.get(id)?.target ?? '');
  let [row, column, type, style, value, formula] = [-1, -1, '', 0, '', ''];
  let [isValue, isFormula] = [false, false];
  readXml(text, {
    open(name, attributes) {
      if (name === 'row') [row, column] = [attributes.r ? Number(attributes.r) - 1 : row + 1, -1];
      else if (name === 'c') {
        const place = parseCellReference(attributes.r);
        column = place?.column ?? column + 1;
        [type, style, value, formula] = [attributes.t ?? 'n', Number(attributes.s ?? 0), '', ''];
      } else surroundings.open(name, attributes);
      isValue = name === 'v' || (name === 't' && type === 'inlineStr');
      isFormula = name === 'f';
    },
    text(said) {
      if (isValue) value += said;
      else if (isFormula) formula += said;
      else surroundings.text(said);
    },
    close(name) {
      if (name === 'c' && value !== '' && !reader.isFull) {
        reader.set(row, column, cellOf(type, style, value, book));
        const address = formulaAddress(formula);
        if (address) reader.link(row, column, address);
      }
      surroundings.close(name);
      [isValue, isFormula] = [false, false];
    },
  });
}

function cellOf(
  type: string,
  style: number,
  value: string,
  { shared, dates, is1904 }: Book,
): string | number | boolean {
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value === '1';
  if (type === 'd') return value.replace(/(T00:00:00(?:\.0+)?)?Z?$/, '');
  if (type !== 'n') return value;
  const number = Number(value);
  if (!isExact(value)) return value;
  return dates[style] ? instantText(number, is1904) : number;
}
