// Many files as one archive, made in the browser without copying them: the archive only refers to their contents.
import type { DroppedFile } from '../../../../core/client/upload/dropped-files.ts';

const FILES_MAX = 65_000;
/** A long file leaves the page some time to breathe between its pieces. */
const BREATH_MS = 12;

const table = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

const breathe = (): Promise<void> => new Promise((done) => setTimeout(done));

async function checksum(file: File): Promise<number> {
  let value = 0xffffffff;
  let since = performance.now();
  const reader = file.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    for (const byte of piece.value) value = (table[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
    if (performance.now() - since < BREATH_MS) continue;
    await breathe();
    since = performance.now();
  }
  return (value ^ 0xffffffff) >>> 0;
}

/** Numbers of a record of the format, little end first: pairs of width in bytes and value. */
function record(...fields: [2 | 4, number][]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

function momentOf(file: File): [2 | 4, number][] {
  const at = new Date(file.lastModified);
  const year = Math.min(2107, Math.max(1980, at.getFullYear()));
  return [
    [2, (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1)],
    [2, ((year - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate()],
  ];
}

/** Names are UTF-8, contents are stored as they are. */
const UTF8 = 0x0800;
const VERSION = 20;

export interface PackWatch {
  progress(done: number, total: number): void;
  signal: AbortSignal;
}

/** @throws Error when there are more files than the format holds */
export async function pack(name: string, files: DroppedFile[], { progress, signal }: PackWatch): Promise<File> {
  if (files.length > FILES_MAX) throw new Error(`${files.length} > ${FILES_MAX}`);
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let at = 0;
  let directorySize = 0;
  for (const [index, { path, file }] of files.entries()) {
    signal.throwIfAborted();
    const title = new TextEncoder().encode(path.normalize('NFC'));
    const common: [2 | 4, number][] = [
      [2, UTF8],
      [2, 0],
      ...momentOf(file),
      [4, await checksum(file)],
      [4, file.size],
      [4, file.size],
      [2, title.length],
      [2, 0],
    ];
    const head = record([4, 0x04034b50], [2, VERSION], ...common);
    const entry = record(
      [4, 0x02014b50],
      [2, VERSION],
      [2, VERSION],
      ...common,
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, at],
    );
    parts.push(head, title, file);
    directory.push(entry, title);
    at += head.length + title.length + file.size;
    directorySize += entry.length + title.length;
    if (index % 20 === 0) progress(index, files.length);
  }
  const count = files.length;
  const end = record([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, directorySize], [4, at], [2, 0]);
  return new File([...parts, ...directory, end], `${name}.zip`, { type: 'application/zip' });
}
