// Spreadsheets that are texts, whatever they are called: web pages with tables, those saved in one file, and records.
import { readRecords, separatorOf } from '../../../../core/files/csv.ts';
import { decodeMarkup } from '../../conversion/html/document.ts';
import {
  all,
  child,
  elementChildren,
  elementsIn,
  isElement,
  type MarkupElement,
  type MarkupNode,
  markupNodeText,
  readTree,
  squeezed,
} from '../../conversion/html/tree.ts';
import { isMime, mimeParts } from '../../reading/mime-parts.ts';
import { type Sheet, SheetReader } from './sheet.ts';
import { readXmlWorkbook } from './xml-workbook.ts';

export interface TextWorkbook {
  sheets: Sheet[];
  pictures: number;
}

/** @throws Error when it is no spreadsheet */
export function readTextWorkbook(bytes: Buffer): TextWorkbook {
  if (isMime(bytes))
    return pageTables(mimeParts(bytes).parts.flatMap(({ type, bytes }) => (isPage(type) ? bytes : [])));
  const { text } = decodeMarkup(bytes);
  const head = text.slice(0, 4000);
  if (/schemas-microsoft-com:office:spreadsheet/.test(head) && /^\s*<\?xml/.test(head)) return readXmlWorkbook(text);
  if (/<(?:!doctype html|html|head|body|table|meta|div|p)\b/i.test(head)) return pageTables([bytes]);
  // Texts have no zeros, and no other signs that only programs read.
  if (/[\0-\b\x0e-\x1a\x1c-\x1f\ufffd]/.test(head) || !text.trim()) throw new Error('it is no spreadsheet');
  return { sheets: [recordSheet(text)], pictures: 0 };
}

const isPage = (type: string): boolean => type === 'text/html' || type === 'application/xhtml+xml';

function recordSheet(text: string): Sheet {
  const { records } = readRecords(text, separatorOf(text));
  if (records.length < 2) throw new Error('it is no spreadsheet');
  const reader = new SheetReader('', false);
  for (const [row, cells] of records.entries())
    for (const [column, value] of cells.entries()) reader.set(row, column, value);
  return reader.end();
}

/** Each table is a sheet; what stands outside of them stands above the first one. */
function pageTables(pages: Uint8Array[]): TextWorkbook {
  const trees = pages.map((page) => readTree(decodeMarkup(page).text));
  const tables = trees.flatMap((root) => outerTables(root));
  if (!tables.length) throw new Error('it holds no table');
  const beside = trees.flatMap(linesBeside);
  const sheets = tables.map((table, at) => tableSheet(table, tables.length > 1 ? `${at + 1}` : '', at ? [] : beside));
  return { sheets, pictures: tables.reduce((sum, table) => sum + all(table, 'img').length, 0) };
}

const outerTables = (element: MarkupElement): MarkupElement[] =>
  elementChildren(element).flatMap((one) => (one.tag === 'table' ? one : outerTables(one)));

const SILENT = new Set(['head', 'style', 'script', 'title', 'table']);
const LINES = /^(?:p|div|h[1-6]|li|tr|br|body|center|section|article|header|footer|main)$/;

function linesBeside(root: MarkupElement): string[] {
  const said = (node: MarkupNode): string => {
    if (!isElement(node)) return squeezed(node);
    if (SILENT.has(node.tag)) return '\n';
    const inside = node.children.map(said).join('');
    return LINES.test(node.tag) ? `\n${inside}\n` : inside;
  };
  return said(root)
    .split('\n')
    .flatMap((line) => line.trim() || []);
}

/** How far a cell reaches at most. */
const SPAN_MAX = 1000;
const spanOf = (value: string | undefined): number => Math.min(SPAN_MAX, Math.max(1, Math.trunc(Number(value)) || 1));

function tableSheet(table: MarkupElement, name: string, above: string[]): Sheet {
  const reader = new SheetReader(name, false);
  for (const [row, line] of above.entries()) reader.set(row, 0, line);
  const caption = child(table, 'caption');
  if (caption) reader.set(above.length, 0, cellText(caption));
  const first = above.length + (caption ? 1 : 0);
  /** by column the row from which on it is free again */
  const taken: number[] = [];
  for (const [index, line] of rowsOf(table).entries()) {
    let column = 0;
    for (const cell of elementChildren(line, 'td', 'th')) {
      while ((taken[column] ?? 0) > index) column += 1;
      const [wide, high] = [spanOf(cell.attrs.colspan), spanOf(cell.attrs.rowspan)];
      if (wide * high > 1) reader.sheet.merged += 1;
      reader.set(first + index, column, cellText(cell));
      for (const link of all(cell, 'a'))
        if (link.attrs.href && !/^(?:#|javascript:)/i.test(link.attrs.href))
          reader.link(first + index, column, link.attrs.href);
      for (let at = 0; at < wide; at++) taken[column + at] = index + high;
      column += wide;
    }
  }
  return reader.end();
}

const rowsOf = (table: MarkupElement): MarkupElement[] =>
  elementChildren(table).flatMap((part) =>
    part.tag === 'tr' ? part : /^t(?:head|body|foot)$/.test(part.tag) ? elementChildren(part, 'tr') : [],
  );

/** Its lines, without what only parts them in the source. */
function cellText(cell: MarkupElement): string {
  const hasLines = [...elementsIn(cell)].some(({ tag }) => LINES.test(tag));
  const written = (node: MarkupNode): string => {
    if (!isElement(node)) return squeezed(node);
    if (node.tag === 'br') return '\n';
    const inside = node.children.map(written).join('');
    return LINES.test(node.tag) ? `\n${inside}\n` : inside;
  };
  const text = hasLines ? cell.children.map(written).join('') : squeezed(markupNodeText(cell));
  return text
    .split('\n')
    .flatMap((line) => line.trim() || [])
    .join('\n');
}
