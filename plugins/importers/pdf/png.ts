// Writes pixels as a PNG file, so that pictures of a PDF can be kept.
import { crc32, deflateSync } from 'node:zlib';

export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
  /** gray, red green blue, or these with how solid they are */
  channels: 1 | 3 | 4;
}

const COLOR_TYPES = { 1: 0, 3: 2, 4: 6 } as const;

export function pngOf({ data, width, height, channels }: Pixels): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOR_TYPES[channels], 0, 0, 0], 8);
  const row = width * channels;
  // Each row begins with the number of its filter: none.
  const rows = Buffer.alloc((row + 1) * height);
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
