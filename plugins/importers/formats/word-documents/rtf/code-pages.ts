// Which letters the bytes of a document in Rich Text Format mean: by the code page of its font, else by its own.
import iconv from 'iconv-lite';

/** What a font says of its letters → code page. */
const CHARSETS: Record<number, number> = {
  0: 1252,
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
};

export const codePageOfCharset = (charset: number): number | undefined => CHARSETS[charset];

const WINDOWS = 1252;

export function decodeCodePage(bytes: Uint8Array, codePage: number): string {
  const named = codePage === 10000 ? 'macintosh' : codePage === 65001 ? 'utf8' : `cp${codePage}`;
  return iconv.decode(Buffer.from(bytes), iconv.encodingExists(named) ? named : `cp${WINDOWS}`);
}

/** Fonts of signs have their letters in a private area: the usual ones of lists and boxes are there in Unicode. */
const SIGNS: Record<number, string> = { 167: '▪', 168: '☐', 183: '•', 216: '➢', 252: '✓', 254: '☑' };

/** A letter by its number, which counts from minus 32768 in many documents. */
export function letterOf(number: number): string {
  const code = number & 0xffff;
  if (code < 0xf020 || code > 0xf0ff) return String.fromCharCode(code);
  return SIGNS[code & 0xff] ?? String.fromCharCode(code & 0xff);
}

/** Text that every database can store. */
export const storableRtfText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();
