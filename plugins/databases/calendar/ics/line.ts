// Content lines of iCalendar (RFC 5545 3.1): folding, parameters and the escapes of texts.

export interface ContentLine {
  /** in capital letters, e.g. "DTSTART" */
  name: string;
  /** by names in capital letters; the first value of each */
  parameters: Record<string, string>;
  value: string;
  /** from 1, where the line begins in the file */
  number: number;
}

const NAME = /^[A-Za-z0-9-]+/;
const PARAMETER = /;([A-Za-z0-9-]+)=("[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*/y;

/** Lines joined again where they were folded; any line end will do, and empty lines mean nothing. */
function unfolded(text: string): { text: string; number: number }[] {
  const lines: { parts: string[]; number: number }[] = [];
  for (const [at, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const last = lines.at(-1);
    if (/^[ \t]/.test(line) && last) last.parts.push(line.slice(1));
    else if (line.trim()) lines.push({ parts: [line], number: at + 1 });
  }
  return lines.map(({ parts, number }) => ({ text: parts.join(''), number }));
}

/** RFC 6868: what a parameter cannot hold as itself. */
const decoded = (value: string): string =>
  value
    .replace(/^"|"$/g, '')
    .replace(/\^([n'^])/g, (_all, sign: string) => (sign === 'n' ? '\n' : sign === "'" ? '"' : '^'));

/** Undefined for a line that has no name and value. */
function readLine(text: string, number: number): ContentLine | undefined {
  const name = NAME.exec(text)?.[0];
  if (!name) return undefined;
  const parameters: Record<string, string> = {};
  let at = name.length;
  while (true) {
    PARAMETER.lastIndex = at;
    const [whole, key = '', value = ''] = PARAMETER.exec(text) ?? [];
    if (whole === undefined) break;
    at += whole.length;
    parameters[key.toUpperCase()] ??= decoded(value);
  }
  if (text[at] !== ':') return undefined;
  return { name: name.toUpperCase(), parameters, value: text.slice(at + 1), number };
}

/** @returns also the numbers of lines that are none */
export function readLines(text: string): { lines: ContentLine[]; broken: number[] } {
  const lines: ContentLine[] = [];
  const broken: number[] = [];
  for (const one of unfolded(text)) {
    const line = readLine(one.text, one.number);
    if (line) lines.push(line);
    else broken.push(one.number);
  }
  return { lines, broken };
}

export const unescaped = (text: string): string =>
  text.replace(/\\([\s\S])/g, (_all, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign));

/** The texts of a list such as CATEGORIES. */
export const splitTexts = (value: string): string[] =>
  (value.match(/(?:\\[\s\S]|[^,\\])+/g) ?? []).map((one) => unescaped(one).trim()).filter(Boolean);

/** As the value of a line. Control characters, which no reader takes, are left out. */
export const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

const WIDTH = 75;

/** A line as files have it: at most 75 bytes, then folded between letters. */
export function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= WIDTH) return `${line.toWellFormed()}\r\n`;
  const rows: string[] = [];
  let row = '';
  let bytes = 0;
  for (const letter of line.toWellFormed()) {
    const size = Buffer.byteLength(letter);
    if (bytes + size > WIDTH) {
      rows.push(row);
      row = ' ';
      bytes = 1;
    }
    row += letter;
    bytes += size;
  }
  return `${[...rows, row].join('\r\n')}\r\n`;
}
