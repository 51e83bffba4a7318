// Tables as text: records of comma or otherwise separated values, read whatever they were written by, and written safely.

const SEPARATORS = [',', ';', '\t', '|'];
/** What is looked at to find the separator. */
const HEAD = 10_000;
/** A first line by which table programs are told the separator; it is no record. */
const TOLD = /^\ufeff?"?sep=([^\p{L}\p{N}"\r\n ])"?(?:\r\n?|\n)/iu;

/**
 * What the text says itself; else a tab or semicolon that stands as often in every line; else the sign that stands
 * most often in the first line. What stands between quotes does not count.
 */
export function separatorOf(text: string): string {
  const told = TOLD.exec(text)?.[1];
  if (told) return told;
  const lines = text
    .slice(0, HEAD)
    .replace(/"(?:[^"]|"")*(?:"|$)/g, '')
    .split(/\r\n?|\n/);
  // The last line may have been cut off.
  const whole = lines.slice(0, text.length > HEAD ? -1 : undefined).filter(Boolean);
  const count = (line: string, sign: string) => line.split(sign).length - 1;
  const first = whole[0] ?? '';
  const isRegular = (sign: string) =>
    count(first, sign) > 0 && whole.every((line) => count(line, sign) === count(first, sign));
  const regular = whole.length > 1 ? ['\t', ';'].find(isRegular) : undefined;
  return regular ?? SEPARATORS.reduce((best, sign) => (count(first, sign) > count(first, best) ? sign : best));
}

export interface Records {
  records: string[][];
  /** a quote begins a field and does not end; the rest of the text is in that field */
  isOpen: boolean;
  /** there are more than were asked for */
  isCut: boolean;
}

/** Records of the text; empty lines are none. @param most how many of them */
export function readRecords(text: string, separator: string, most = Number.POSITIVE_INFINITY): Records {
  const field = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)(?:"|$)([^\\${separator}\\r\\n]*)|([^\\${separator}\\r\\n]*))(\\${separator}|\\r\\n?|\\n|$)`,
    'y',
  );
  const read: Records = { records: [], isOpen: false, isCut: false };
  field.lastIndex = TOLD.exec(text)?.[0].length ?? (text.startsWith('\ufeff') ? 1 : 0);
  let record: string[] = [];
  while (field.lastIndex < text.length || record.length) {
    const [whole, quoted, after = '', plain = '', end = ''] = field.exec(text) as RegExpExecArray;
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + after);
    if (quoted !== undefined && whole.length === 1 + quoted.length + after.length + end.length) read.isOpen = true;
    if (end === separator) continue;
    if (record.length > 1 || record[0]) {
      if (read.records.length >= most) return { ...read, isCut: true };
      read.records.push(record);
    }
    record = [];
  }
  return read;
}

export type CsvValue = string | number | boolean | null;

/** Programs run what begins like this, unless it is marked as a text; the marks of such texts are marked, too. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A text that a table program would take for a formula begins with an apostrophe. */
const safe = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** What `csvCell` made of a text, back again. */
export const unsafe = (text: string): string =>
  text.startsWith("'") && /^'+[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text;

/** One cell, quoted where it needs to be. Numbers and flags are no texts and stay as they are. */
export function csvCell(value: CsvValue, separator = ','): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = safe(value);
  const isPlain = !text.includes(separator) && !/["\r\n]|^\s|\s$/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/** One record with its line end. */
export const csvLine = (values: CsvValue[], separator = ','): string =>
  `${values.map((value) => csvCell(value, separator)).join(separator)}\r\n`;
