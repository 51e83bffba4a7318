// Title, author, keywords and times of a document of Word 97 to 2003.
import iconv from 'iconv-lite';

export interface DocumentSummary {
  title: string;
  author: string;
  keywords: string;
  created: string;
  updated: string;
}

const [CODE_PAGE, TITLE, AUTHOR, KEYWORDS, CREATED, UPDATED] = [1, 2, 4, 5, 12, 13];
const [SHORT, BYTES, WIDE, TIME] = [2, 30, 31, 64];
const LENGTH_MAX = 2000;
/** Between 1601 and 1970, in milliseconds. */
const EPOCH = 11_644_473_600_000n;

/** @param stream properties that stand in one list, each by its number */
export function summaryIn(stream: Buffer | undefined): DocumentSummary {
  const values = stream && stream.length >= 48 ? propertiesIn(stream.subarray(stream.readUInt32LE(44))) : new Map();
  const codePage = Number(values.get(CODE_PAGE) ?? 1252) & 0xffff;
  const text = (key: number): string => {
    const value = values.get(key);
    if (typeof value === 'string') return value;
    if (!Buffer.isBuffer(value)) return '';
    const name = codePage === 65001 ? 'utf8' : `cp${codePage}`;
    return iconv.decode(value, iconv.encodingExists(name) ? name : 'cp1252');
  };
  const clean = (key: number): string => text(key).replaceAll('\0', '').trim();
  return {
    ...{ title: clean(TITLE), author: clean(AUTHOR), keywords: clean(KEYWORDS) },
    ...{ created: text(CREATED), updated: text(UPDATED) },
  };
}

function propertiesIn(set: Buffer): Map<number, string | number | Buffer> {
  const found = new Map<number, string | number | Buffer>();
  const count = set.length >= 8 ? set.readUInt32LE(4) : 0;
  for (let index = 0; index < count && 8 + 8 * (index + 1) <= set.length; index++) {
    const at = set.readUInt32LE(12 + 8 * index);
    if (at + 8 > set.length) continue;
    const value = valueAt(set, at);
    if (value !== undefined) found.set(set.readUInt32LE(8 + 8 * index), value);
  }
  return found;
}

function valueAt(set: Buffer, at: number): string | number | Buffer | undefined {
  const type = set.readUInt16LE(at);
  const length = Math.min(LENGTH_MAX, set.readUInt32LE(at + 4));
  if (type === SHORT) return set.readUInt16LE(at + 4);
  if (type === BYTES) return set.subarray(at + 8, at + 8 + length);
  if (type === WIDE) return set.toString('utf16le', at + 8, at + 8 + 2 * length);
  if (type !== TIME || at + 12 > set.length) return undefined;
  const time = set.readBigUInt64LE(at + 4) / 10_000n - EPOCH;
  return time > 0n && time < 8_640_000_000_000_000n ? new Date(Number(time)).toISOString() : undefined;
}
