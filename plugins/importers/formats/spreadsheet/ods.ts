// Spreadsheets of OpenDocument: sheets with repeated cells and rows, values with their types, notes.

import { readXml } from '../../reading/xml.ts';
import { formulaAddress, isExact, type Sheet, type SheetCellValue, SheetReader } from './sheet.ts';

/** How often a row or cell that holds something, or a blank, is repeated at most. */
const REPEATED_MAX = 1000;

interface Cell {
  value: SheetCellValue | undefined;
  text: string[];
  times: number;
  links: string[];
}

/** @throws Error when it is no spreadsheet */
export function readOds(content: string): Sheet[] {
  const sheets: Sheet[] = [];
  let reader: SheetReader | undefined;
  let [row, column, rowTimes, depth] = [0, 0, 1, 0];
  let cell: Cell | undefined;
  let note: { author: string; text: string[]; field: string } | undefined;
  let cells: { column: number; value: SheetCellValue; links: string[] }[] = [];
  readXml(content, {
    open(name, attributes) {
      if (name === 'table') {
        depth += 1;
        if (depth === 1) [reader, row] = [new SheetReader(attributes.name ?? '', false), 0];
      } else if (name === 'table-row' && depth === 1) {
        [column, cells] = [0, []];
        rowTimes = Number(attributes['number-rows-repeated'] ?? 1);
      } else if ((name === 'table-cell' || name === 'covered-table-cell') && depth === 1) {
        const address = formulaAddress((attributes.formula ?? '').replace(/^of:=/, ''));
        const links = address ? [address] : [];
        cell = { value: typed(attributes), text: [], links, times: Number(attributes['number-columns-repeated'] ?? 1) };
        if (
          reader &&
          Number(attributes['number-columns-spanned'] ?? 1) * Number(attributes['number-rows-spanned'] ?? 1) > 1
        )
          reader.sheet.merged += 1;
      } else if (name === 'annotation') note = { author: '', text: [], field: '' };
      else if (note && /^(creator|date)$/.test(name)) note.field = name;
      else if (name === 'p') (note?.text ?? cell?.text)?.push('');
      else if (name === 's') add(' '.repeat(Math.min(REPEATED_MAX, Number(attributes.c) || 1)));
      else if (name === 'a' && attributes.href) cell?.links.push(attributes.href);
      else if (name === 'tab' || name === 'line-break') add(name === 'tab' ? '\t' : '\n');
    },
    text: (said) => add(said),
    close(name) {
      if (name === 'table') {
        depth -= 1;
        if (depth === 0 && reader) sheets.push(reader.end());
      } else if (name === 'annotation' && note && reader) {
        reader.sheet.notes.push({ row, cell: '', author: note.author, text: note.text.join('\n') });
        note = undefined;
      } else if (note && /^(creator|date)$/.test(name)) note.field = '';
      else if ((name === 'table-cell' || name === 'covered-table-cell') && depth === 1 && cell) {
        const { links, value = cell.text.join('\n') } = cell;
        if (value !== '')
          for (let time = 0; time < Math.min(cell.times, REPEATED_MAX); time++)
            cells.push({ column: column + time, value, links: time ? [] : links });
        column += cell.times;
        cell = undefined;
      } else if (name === 'table-row' && depth === 1) {
        if (cells.length)
          for (let time = 0; time < Math.min(rowTimes, REPEATED_MAX); time++)
            for (const one of cells) reader?.set(row + time, one.column, one.value);
        for (const { column, links } of cells) for (const address of links) reader?.link(row, column, address);
        if (cells.length && rowTimes > REPEATED_MAX && reader) reader.sheet.isCut = true;
        row += rowTimes;
      }
    },
  });
  if (!sheets.length) throw new Error('it holds no table');
  return sheets;

  function add(said: string): void {
    if (note?.field === 'creator') note.author += said;
    else if (note?.field === 'date') return;
    else {
      const lines = note?.text ?? cell?.text;
      if (lines?.length) lines[lines.length - 1] += said;
    }
  }
}

function typed(attributes: Record<string, string>): SheetCellValue | undefined {
  const number = Number(attributes.value);
  switch (attributes['value-type']) {
    case 'float':
    case 'currency':
    case 'percentage':
      return attributes.value !== undefined && isExact(attributes.value) ? number : attributes.value;
    case 'date':
      return attributes['date-value']?.replace(/T00:00:00(?:\.0+)?$/, '').replace(/\.\d+$/, '');
    case 'boolean':
      return attributes['boolean-value'] === 'true';
    default:
      return undefined;
  }
}
