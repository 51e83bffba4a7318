// Spreadsheets of Excel as one file of XML, the form of 2003: values with their types, comments, links.
import { readXml } from '../../reading/xml.ts';
import { formulaAddress, isExact, type Sheet, type SheetCellValue, SheetReader } from './sheet.ts';

interface XmlCell {
  link: string;
  type: string;
  text: string;
  note: { author: string; text: string } | undefined;
}

/** @throws Error when it holds no table */
export function readXmlWorkbook(text: string): { sheets: Sheet[]; pictures: number } {
  const sheets: Sheet[] = [];
  let reader: SheetReader | undefined;
  let [row, column, wide] = [-1, -1, 0];
  let cell: XmlCell | undefined;
  let [isData, isVisibility] = [false, false];
  readXml(text, {
    open(name, attributes) {
      const index = Number(attributes.Index) - 1;
      isVisibility = name === 'Visible';
      if (name === 'Worksheet') [reader, row] = [new SheetReader(attributes.Name ?? '', false), -1];
      else if (name === 'Row') [row, column, wide] = [index >= 0 ? index : row + 1, -1, 0];
      else if (name === 'Cell') {
        column = index >= 0 ? index : column + 1 + wide;
        wide = Math.max(0, Number(attributes.MergeAcross) || 0);
        if (reader && wide + (Number(attributes.MergeDown) || 0) > 0) reader.sheet.merged += 1;
        cell = {
          link: attributes.HRef || formulaAddress((attributes.Formula ?? '').replace(/^=/, '')),
          type: '',
          text: '',
          note: undefined,
        };
      } else if (name === 'Comment' && cell) cell.note = { author: attributes.Author ?? '', text: '' };
      else if (name === 'Data' && cell) [isData, cell.type] = [true, cell.note ? cell.type : (attributes.Type ?? '')];
    },
    text(said) {
      if (isData && cell?.note) cell.note.text += said;
      else if (isData && cell) cell.text += said;
      else if (isVisibility && reader && /hidden/i.test(said)) reader.sheet.hidden = true;
    },
    close(name) {
      isVisibility = false;
      if (name === 'Data') isData = false;
      else if (name === 'Cell' && cell && reader) {
        if (cell.text) reader.set(row, column, typed(cell));
        if (cell.note) reader.sheet.notes.push({ row, cell: '', ...cell.note });
        if (cell.link) reader.link(row, column, cell.link.replace(/^#/, ''));
        cell = undefined;
      } else if (name === 'Worksheet' && reader) sheets.push(reader.end());
    },
  });
  if (!sheets.length) throw new Error('it holds no table');
  return { sheets, pictures: 0 };
}

function typed({ type, text }: XmlCell): SheetCellValue {
  if (type === 'Number') return isExact(text) ? Number(text) : text;
  if (type === 'Boolean') return text === '1';
  if (type !== 'DateTime') return text;
  // A time without a day has the day before the first one.
  return text
    .replace(/\.\d+$/, '')
    .replace(/T00:00:00$/, '')
    .replace(/^1899-12-31T/, '');
}
