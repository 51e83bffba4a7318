// The files of a zip archive by its directory alone, with nothing of what the product reads archives by.
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** Whether it begins as archives do. */
export const isArchive = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50;

function* entriesOf(bytes: Buffer): Generator<[name: string, packed: Buffer, isDeflated: boolean]> {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== END) end--;
  let at = end < 0 ? bytes.length : bytes.readUInt32LE(end + 16);
  while (at + 46 <= bytes.length && bytes.readUInt32LE(at) === ENTRY) {
    const [size, named, more, said] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ] as const;
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + named);
    if (!name.endsWith('/')) yield [name, bytes.subarray(from, from + size), bytes.readUInt16LE(at + 10) === 8];
    at += 46 + named + more + said;
  }
}

/** Name → content, of what can be unpacked. */
export function archiveParts(bytes: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  for (const [name, packed, isDeflated] of entriesOf(bytes)) {
    try {
      parts.set(name, isDeflated ? inflateRawSync(packed) : packed);
    } catch {
      // What is damaged is for the tests of damaged archives.
    }
  }
  return parts;
}
