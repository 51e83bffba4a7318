// Writes zip archives for tests, sound ones and those that attack: names, attributes and sizes are taken as given.
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string | Buffer;
  data?: Buffer | string;
  /** Unix mode in the upper half, e.g. 0o120777 for a symbolic link */
  mode?: number;
  flags?: number;
  /** size the directory claims, when it is not the real one */
  claimed?: number;
  /** sizes stand behind the data, as of programs that write while they pack */
  streamed?: boolean;
}

interface Part {
  local: Buffer;
  central: Buffer;
}

function part({ name, data = '', mode = 0o100644, flags = 0, claimed, streamed }: ZipEntry, offset: number): Part {
  const raw = Buffer.from(name as string);
  const content = Buffer.from(data as string);
  const packed = deflateRawSync(content);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(flags | (Buffer.isBuffer(name) ? 0 : 0x800) | (streamed ? 8 : 0), 2);
  shared.writeUInt16LE(8, 4);
  shared.writeUInt16LE(0x5d74, 8);
  shared.writeUInt32LE(crc32(content), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(claimed ?? content.length, 18);
  shared.writeUInt16LE(raw.length, 22);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(0x0314, 4);
  shared.copy(central, 6);
  central.writeUInt32LE((mode << 16) >>> 0, 38);
  central.writeUInt32LE(offset, 42);
  const signature = Buffer.from([0x50, 0x4b, 3, 4]);
  const behind = streamed ? Buffer.concat([Buffer.from([0x50, 0x4b, 7, 8]), shared.subarray(10, 22)]) : Buffer.alloc(0);
  if (streamed) shared.fill(0, 10, 22);
  return { local: Buffer.concat([signature, shared, raw, packed, behind]), central: Buffer.concat([central, raw]) };
}

/** An archive of these entries, in this order. */
export function zipOf(entries: ZipEntry[]): Buffer {
  const parts: Part[] = [];
  let offset = 0;
  for (const entry of entries) {
    const made = part(entry, offset);
    parts.push(made);
    offset += made.local.length;
  }
  const directory = Buffer.concat(parts.map(({ central }) => central));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts.map(({ local }) => local), directory, end]);
}
