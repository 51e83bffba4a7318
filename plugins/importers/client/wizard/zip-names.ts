// Which names a zip archive holds, read from its directory at the end without unpacking anything.

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_SIZE = 22;
const COMMENT_MAX = 65_535;
/** A longer directory, or one of the 64-bit form, is not worth the reading: people choose the source themselves. */
const DIRECTORY_MAX = 8 * 1024 * 1024;

const viewOf = async (part: Blob): Promise<DataView> => new DataView(await part.arrayBuffer());

/** Empty for what is no archive. */
export async function namesInZip(file: File): Promise<string[]> {
  const tail = await viewOf(file.slice(Math.max(0, file.size - END_SIZE - COMMENT_MAX)));
  let at = tail.byteLength - END_SIZE;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  if (at < 0) return [];
  const size = tail.getUint32(at + 12, true);
  const start = tail.getUint32(at + 16, true);
  if (size > DIRECTORY_MAX || start + size > file.size) return [];
  return readNames(await viewOf(file.slice(start, start + size)));
}

function readNames(directory: DataView): string[] {
  const names: string[] = [];
  const decoder = new TextDecoder();
  for (let at = 0; at + 46 <= directory.byteLength && directory.getUint32(at, true) === ENTRY; ) {
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ];
    if (at + 46 + name > directory.byteLength) break;
    names.push(decoder.decode(new Uint8Array(directory.buffer, at + 46, name)));
    at += 46 + name + extra + comment;
  }
  return names;
}
