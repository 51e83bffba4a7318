// Pictures of documents of Word 97 to 2003: those in a line of the text, and those that float beside it.
import { inflateSync } from 'node:zlib';
import { FILE_PART, placesIn, type WordFile } from './word-file.ts';

export interface BinaryPicture {
  mime: string;
  bytes: Buffer;
  /** on the page, in pixels */
  width?: number;
}

const HEAD = 8;
/** Bytes of one picture that is packed. */
const PICTURE_MAX = 100 * 1_048_576;
const [STORE, ENTRY, SHAPE, SHAPE_HEAD, OPTIONS] = [0xf001, 0xf007, 0xf004, 0xf00a, 0xf00b];
/** How many bytes an entry of the store has before its picture, and where it says where that one is. */
const [ENTRY_HEAD, ENTRY_NAME, ENTRY_PLACE] = [36, 33, 28];
/** Which picture a shape shows. */
const PICTURE_OF_SHAPE = 0x0104;
const ANCHOR = 26;
const DEPTH_MAX = 12;
/** Twentieths of a point. */
const TWIPS = 15;

const KINDS: Record<number, string> = {
  ...{ 61466: 'image/emf', 61467: 'image/wmf', 61468: 'image/x-pict', 61469: 'image/jpeg', 61470: 'image/png' },
  ...{ 61471: 'image/bmp', 61481: 'image/tiff', 61482: 'image/jpeg' },
};

interface ArtRecord {
  type: number;
  /** what it says beside its type */
  instance: number;
  content: Buffer;
  isGroup: boolean;
}

/** Records one behind the other. */
function* artRecords(bytes: Buffer): Generator<ArtRecord> {
  for (let at = 0; at + HEAD <= bytes.length; ) {
    const [first, type, length] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2), bytes.readUInt32LE(at + 4)];
    const content = bytes.subarray(at + HEAD, at + HEAD + length);
    yield { type, instance: first >>> 4, content, isGroup: (first & 0xf) === 0xf };
    at += HEAD + length;
  }
}

function* artBelow(bytes: Buffer, depth = 0): Generator<ArtRecord> {
  for (const record of artRecords(bytes)) {
    yield record;
    if (record.isGroup && depth < DEPTH_MAX) yield* artBelow(record.content, depth + 1);
  }
}

/** Behind one or two sums of its bytes; drawings are packed. */
function pictureIn({ type, instance, content }: ArtRecord): BinaryPicture | undefined {
  const mime = KINDS[type];
  if (!mime) return undefined;
  const sums = instance & 1 ? 32 : 16;
  if (!/emf|wmf|pict/.test(mime)) {
    const bytes = content.subarray(sums + 1);
    return bytes.length ? { mime, bytes } : undefined;
  }
  const head = content.subarray(sums, sums + 34);
  const bytes = content.subarray(sums + 34);
  if (head.length < 34 || !bytes.length) return undefined;
  try {
    return { mime, bytes: head[32] === 0 ? inflateSync(bytes, { maxOutputLength: PICTURE_MAX }) : bytes };
  } catch {
    return undefined;
  }
}

const [SIZE, START, LINKED] = [4, 68, 0x66];

/** One in a line of the text. */
export function linePicture(data: Buffer, at: number): BinaryPicture | undefined {
  if (at + START > data.length) return undefined;
  const length = data.readUInt32LE(at);
  const start = at + data.readUInt16LE(at + SIZE);
  const name = data.readUInt16LE(at + 6) === LINKED && start < data.length ? 1 + (data[start] as number) : 0;
  const width = Math.round(((data.readUInt16LE(at + 28) / TWIPS) * data.readUInt16LE(at + 32)) / 1000);
  for (const record of artBelow(data.subarray(start + name, at + length))) {
    const held = record.type === ENTRY ? [...artRecords(record.content.subarray(ENTRY_HEAD))][0] : record;
    const picture = held && pictureIn(held);
    if (picture) return { ...picture, ...(width > 0 && { width }) };
  }
  return undefined;
}

/** Pictures that float, by the places of their signs in the text. */
export function floatingPictures(file: WordFile): Map<number, BinaryPicture> {
  const drawings = file.part(FILE_PART.drawings);
  const store: (BinaryPicture | undefined)[] = [];
  /** shape → number of its picture */
  const shown = new Map<number, number>();
  const groups = [...artRecords(drawings)][0];
  for (const group of groups ? artRecords(groups.content) : [])
    if (group.type === STORE)
      store.push(...[...artRecords(group.content)].map((entry) => storedPicture(entry, file.main)));
  // Each drawing stands behind one byte that says where it is shown.
  let rest = drawings.subarray(HEAD + (groups?.content.length ?? 0));
  while (rest.length > HEAD) {
    const drawing = [...artRecords(rest.subarray(1))][0];
    if (!drawing) break;
    for (const shape of artBelow(drawing.content)) if (shape.type === SHAPE) readShape(shape.content, shown);
    rest = rest.subarray(1 + HEAD + drawing.content.length);
  }
  const { places, thing, count } = placesIn(file.part(FILE_PART.shapes), ANCHOR);
  const found = new Map<number, BinaryPicture>();
  for (let at = 0; at < count; at++) {
    const picture = store[(shown.get(thing(at).readUInt32LE(0)) ?? 0) - 1];
    if (picture) found.set(places[at] as number, picture);
  }
  return found;
}

function storedPicture({ type, content }: ArtRecord, main: Buffer): BinaryPicture | undefined {
  if (type !== ENTRY || content.length < ENTRY_HEAD) return undefined;
  const inside = content.subarray(ENTRY_HEAD + (content[ENTRY_NAME] as number));
  const held = [...artRecords(inside)][0];
  if (held) return pictureIn(held);
  const at = content.readUInt32LE(ENTRY_PLACE);
  const length = at + HEAD <= main.length ? main.readUInt32LE(at + 4) : 0;
  const elsewhere = [...artRecords(main.subarray(at, at + HEAD + length))][0];
  return elsewhere && pictureIn(elsewhere);
}

function readShape(content: Buffer, shown: Map<number, number>): void {
  let shape: number | undefined;
  for (const { type, instance, content: own } of artRecords(content)) {
    if (type === SHAPE_HEAD && own.length >= 4) shape = own.readUInt32LE(0);
    if (type !== OPTIONS || shape === undefined) continue;
    for (let at = 0; at < instance && 6 * at + 6 <= own.length; at++)
      if ((own.readUInt16LE(6 * at) & 0x3fff) === PICTURE_OF_SHAPE) shown.set(shape, own.readUInt32LE(6 * at + 2));
  }
}
