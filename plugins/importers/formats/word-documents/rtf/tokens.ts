// The parts of a file in Rich Text Format: groups, control words with their numbers, and bytes of text.

export interface RtfHandler {
  open(): void;
  close(): void;
  /** a control word, or a sign such as `~` and `*` */
  word(name: string, value: number | undefined): void;
  /** letters as they are written */
  text(bytes: Uint8Array): void;
  /** a letter that is written by its number */
  letter(byte: number): void;
  binary(bytes: Uint8Array): void;
}

const [BACKSLASH, OPEN, CLOSE, CR, LF, QUOTE, MINUS, SPACE] = [0x5c, 0x7b, 0x7d, 0x0d, 0x0a, 0x27, 0x2d, 0x20];

const isLetter = (byte: number): boolean => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isMark = (byte: number): boolean =>
  byte === BACKSLASH || byte === OPEN || byte === CLOSE || byte === CR || byte === LF;

/** Whether all groups end. What stands behind the end of the first one is no part of it. */
export function readTokens(bytes: Uint8Array, handler: RtfHandler): boolean {
  let depth = 0;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    if (byte === BACKSLASH) at = controlAt(bytes, at + 1, handler);
    else if (byte === OPEN) {
      depth++;
      at++;
      handler.open();
    } else if (byte === CLOSE) {
      at++;
      handler.close();
      if (--depth <= 0) return true;
    } else if (byte === CR || byte === LF) at++;
    else {
      const start = at;
      while (at < bytes.length && !isMark(bytes[at] as number)) at++;
      handler.text(bytes.subarray(start, at));
    }
  }
  return false;
}

/** Where what stands behind a backslash ends. */
function controlAt(bytes: Uint8Array, from: number, handler: RtfHandler): number {
  const first = bytes[from] ?? SPACE;
  if (isLetter(first)) return wordAt(bytes, from, handler);
  if (first === QUOTE) {
    const value = Number.parseInt(String.fromCharCode(...bytes.subarray(from + 1, from + 3)), 16);
    if (Number.isNaN(value)) return from + 1;
    handler.letter(value);
    return from + 3;
  }
  // An escaped end of a line ends the paragraph.
  if (first === CR || first === LF) handler.word('par', undefined);
  else if (first === BACKSLASH || first === OPEN || first === CLOSE) handler.letter(first);
  else handler.word(String.fromCharCode(first), undefined);
  return from + (first === CR && bytes[from + 1] === LF ? 2 : 1);
}

function wordAt(bytes: Uint8Array, from: number, handler: RtfHandler): number {
  let at = from;
  // No control word has more letters.
  while (at < from + 40 && isLetter(bytes[at] ?? 0)) at++;
  const name = String.fromCharCode(...bytes.subarray(from, at));
  const digits = at;
  if (bytes[at] === MINUS && isDigit(bytes[at + 1] ?? 0)) at++;
  while (at < digits + 11 && isDigit(bytes[at] ?? 0)) at++;
  const value = at > digits ? Number(String.fromCharCode(...bytes.subarray(digits, at))) : undefined;
  if (bytes[at] === SPACE) at++;
  if (name !== 'bin') {
    handler.word(name, value);
    return at;
  }
  const end = Math.min(bytes.length, at + Math.max(0, value ?? 0));
  handler.binary(bytes.subarray(at, end));
  return end;
}
