// Bytes to text that both databases can store, whatever encoding they came in.
import iconv from 'iconv-lite';

export interface DecodedText {
  text: string;
  /** what had to be guessed or replaced, as a sentence; absent when the bytes were sound */
  problem?: string;
}

const strict = new TextDecoder('utf-8', { fatal: true });
const lax = new TextDecoder('utf-8');
/** A text that is UTF-8 but for a few damaged bytes is read as such. */
const DAMAGED = 0.2;

/** Reads a byte order mark, else UTF-8, else UTF-32 or UTF-16 by their zeros, else Windows-1252. */
export function decode(bytes: Uint8Array): DecodedText {
  const marked = byMark(bytes);
  return storable(marked === undefined ? guessed(bytes) : { text: marked });
}

function byMark(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  // Before those of UTF-16, with which that of UTF-32 begins.
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return iconv.decode(bytes.subarray(4) as Buffer, 'utf-32le');
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return iconv.decode(bytes.subarray(4) as Buffer, 'utf-32be');
  if (a === 0xff && b === 0xfe) return iconv.decode(bytes.subarray(2) as Buffer, 'utf-16le');
  if (a === 0xfe && b === 0xff) return iconv.decode(bytes.subarray(2) as Buffer, 'utf-16be');
  return a === 0xef && b === 0xbb && c === 0xbf ? lax.decode(bytes.subarray(3)) : undefined;
}

function guessed(bytes: Uint8Array): DecodedText {
  try {
    const text = strict.decode(bytes);
    if (!text.includes('\0')) return { text };
    const wide = byZeros(bytes);
    return wide ?? { text };
  } catch {
    return byZeros(bytes) ?? damaged(bytes) ?? oneByte(bytes);
  }
}

/** Of each character in UTF-32 the highest byte is a zero and the next one at most 16. */
function unitsOfFour(bytes: Uint8Array): 'utf-32be' | 'utf-32le' | undefined {
  if (bytes.length % 4) return undefined;
  const head = bytes.subarray(0, 512);
  const all = (highest: number, next: number): boolean => {
    for (let at = 0; at < head.length; at += 4) if (head[at + highest] !== 0 || head[at + next]! > 16) return false;
    return true;
  };
  return all(0, 1) ? 'utf-32be' : all(3, 2) ? 'utf-32le' : undefined;
}

/** Latin text in UTF-16 has a zero in every second byte, and two bytes for each character. */
function byZeros(bytes: Uint8Array): DecodedText | undefined {
  if (bytes.length % 2) return undefined;
  const wide = unitsOfFour(bytes);
  if (wide) return { text: iconv.decode(bytes as Buffer, wide), problem: `has no byte order mark; read as ${wide}` };
  const head = bytes.subarray(0, 512);
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2]! += 1;
  const most = head.length / 4;
  const encoding = zeros[1]! > most ? 'utf-16le' : zeros[0]! > most ? 'utf-16be' : undefined;
  if (!encoding || Math.min(...zeros) > most / 10) return undefined;
  return { text: iconv.decode(bytes as Buffer, encoding), problem: `has no byte order mark; read as ${encoding}` };
}

function damaged(bytes: Uint8Array): DecodedText | undefined {
  const text = lax.decode(bytes);
  const foreign = text.match(/[\u0080-\u{10ffff}]/gu)?.length ?? 0;
  const bad = text.match(/\ufffd/g)?.length ?? 0;
  if (bad > foreign * DAMAGED) return undefined;
  return { text, problem: `holds ${bad} damaged characters; they were replaced` };
}

const oneByte = (bytes: Uint8Array): DecodedText => ({
  text: iconv.decode(bytes as Buffer, 'windows-1252'),
  problem: 'is not UTF-8; read as Windows-1252',
});

function storable({ text, problem }: DecodedText): DecodedText {
  if (!text.includes('\0') && text.isWellFormed()) return problem ? { text, problem } : { text };
  const replaced = 'holds characters that cannot be stored; they were replaced';
  return {
    text: text.replaceAll('\0', '\ufffd').toWellFormed(),
    problem: problem ? `${problem}; ${replaced}` : replaced,
  };
}
