// What stands around the cells of a sheet of Office Open XML: links, merged cells, what may be entered, printed headers.
import { parseCellReference, type SheetReader } from './sheet.ts';

const PRINTED = /^(?:odd|even|first)(?:Header|Footer)$/;
/** Codes of printed headers and footers: fonts, colours, sizes, and fields such as the number of a page. */
const PRINTED_CODES = /&(?:"[^"]*"|K[\da-f]{6}|\d+|.)/gi;

interface Surroundings {
  open(name: string, attributes: Record<string, string>): void;
  text(said: string): void;
  close(name: string): void;
}

/** @param targetOf where a relation of the sheet leads, by its id */
export function sheetSurroundings(reader: SheetReader, targetOf: (id: string) => string): Surroundings {
  let printed = '';
  let choices = '';
  let [isPrinted, isChoice] = [false, false];
  let range = '';
  return {
    open(name, attributes) {
      if (name === 'mergeCell') reader.sheet.merged += 1;
      else if (name === 'hyperlink') link(attributes);
      else if (name === 'dataValidation') {
        [range, choices] = [attributes.sqref ?? '', ''];
        remark(range, [attributes.promptTitle, attributes.prompt]);
        remark(range, [attributes.errorTitle, attributes.error]);
      } else if (PRINTED.test(name)) [isPrinted, printed] = [true, ''];
      isChoice = name === 'formula1' && range !== '';
    },
    text(said) {
      if (isPrinted) printed += said;
      else if (isChoice) choices += said;
    },
    close(name) {
      if (isPrinted && /[\p{L}\d]/u.test(printed.replace(PRINTED_CODES, ''))) reader.sheet.printed += 1;
      // Choices that stand in cells are there.
      if (name === 'dataValidation' && /^".*"$/s.test(choices)) remark(range, [choices.slice(1, -1)]);
      if (name === 'dataValidation') range = '';
      [isPrinted, isChoice] = [false, false];
    },
  };

  function link(attributes: Record<string, string>): void {
    const place = parseCellReference(attributes.ref?.split(':')[0]);
    const address = [targetOf(attributes['r:id'] ?? ''), attributes.location].filter(Boolean).join('#');
    if (place && address) reader.link(place.row, place.column, address);
  }

  /** Words about cells, which stand above the table. */
  function remark(cell: string, words: (string | undefined)[]): void {
    const text = words.filter(Boolean).join(': ');
    if (text) reader.sheet.notes.push({ row: -1, cell, author: '', text });
  }
}
