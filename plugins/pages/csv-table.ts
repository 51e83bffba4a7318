// Reads comma separated values for showing them as a table: quoted fields, any line end, the separator found by itself.

export interface CsvTable {
  head: string[];
  rows: string[][];
  /** there is more than is shown */
  cut: boolean;
}

const ROWS_MAX = 1000;
const COLUMNS_MAX = 100;
const SEPARATORS = [',', ';', '\t', '|'];

/** The sign that stands most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const line = text.slice(0, 10_000).replace(/"(?:[^"]|"")*"/g, '');
  const first = line.split(/\r\n?|\n/, 1)[0] ?? '';
  const counted = SEPARATORS.map((sign) => ({ sign, count: first.split(sign).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}

/** Records of the text, one after the other; a quote that never ends takes the rest as its field. */
function* records(text: string): Generator<string[]> {
  const separator = separatorOf(text);
  const field = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)(?:"|$)([^\\${separator}\\r\\n]*)|([^\\${separator}\\r\\n]*))(\\${separator}|\\r\\n?|\\n|$)`,
    'y',
  );
  let record: string[] = [];
  while (field.lastIndex < text.length || record.length) {
    const [, quoted, after = '', plain = '', end = ''] = field.exec(text) as RegExpExecArray;
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + after);
    if (end === separator) continue;
    if (record.length > 1 || record[0]) yield record;
    record = [];
  }
}

/** The first record names the columns. @param isWhole false when the text was cut off, maybe within a record */
export function readCsv(text: string, isWhole: boolean): CsvTable {
  const all: string[][] = [];
  for (const record of records(text.replace(/^\ufeff/, ''))) {
    all.push(record);
    if (all.length > ROWS_MAX + 1) break;
  }
  const isLong = all.length > ROWS_MAX + 1;
  if (isLong || !isWhole) all.pop();
  const width = Math.min(COLUMNS_MAX, Math.max(0, ...all.map(({ length }) => length)));
  const [head = [], ...rows] = all.map((record) => Array.from({ length: width }, (_none, at) => record[at] ?? ''));
  return { head, rows, cut: isLong || !isWhole || all.some(({ length }) => length > width) };
}
