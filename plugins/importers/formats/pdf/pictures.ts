// Pictures of a page of a PDF file: photographs as they lie in it, all others as PNG.
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

/** Smaller ones are rules and dots. */
const SIDE_MIN = 24;
const MASK_SIDE_MIN = 200;
const PIXELS_MAX = 40_000_000;

export interface PdfPicture {
  /** with its dot */
  ending: '.jpg' | '.png';
  bytes: Uint8Array;
}

/** What pdf.js has of a picture: its pixels, or a port in which a JPEG waits. */
interface Drawn {
  width: number;
  height: number;
  data?: Uint8ClampedArray | null;
  bitmap?: MessagePort;
}

interface DrawnPage {
  getOperatorList(): Promise<{ fnArray: number[]; argsArray: unknown[][] }>;
  objs: Held;
  commonObjs: Held;
}

interface Held {
  get(key: string, found: (drawn: unknown) => void): void;
}

/**
 * Stands where pdf.js looks for the decoder of browsers, and decodes nothing: as pixels, a photograph takes ten times the
 * memory, and made into a PNG five times the disk. What a decoder gives must be closed and handed over, as a port can be.
 */
class PassedJpeg {
  static isTypeSupported = async (type: string): Promise<boolean> => type === 'image/jpeg';
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor({ data }: { data: Uint8Array }) {
    this.#bytes = new Uint8Array(data);
  }

  async decode(): Promise<{ image: MessagePort }> {
    const { port1, port2 } = new MessageChannel();
    port2.postMessage(this.#bytes, [this.#bytes.buffer]);
    return { image: port1 };
  }

  close(): void {}
}

/** To be called before pdf.js is loaded, which looks once. */
export function passJpegs(): void {
  Object.assign(globalThis, { ImageDecoder: PassedJpeg });
}

/** Numbers of the operators by which pdf.js draws pictures. */
interface PictureOperators {
  paintImageXObject: number;
  paintInlineImageXObject: number;
  paintImageMaskXObject: number;
}

/**
 * In the order in which they are drawn; `undefined` stands for one that stays in the file.
 * @param isWanted whether more of them are taken out of it
 */
export async function* pdfPictures(
  page: DrawnPage,
  operators: PictureOperators,
  isWanted: () => boolean,
): AsyncGenerator<PdfPicture | undefined> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const taken = async (drawn: Drawn) => (isWanted() ? pictureIn(drawn) : undefined);
  const held = async <T>(key: string): Promise<T | null> =>
    new Promise((found) => (key.startsWith('g_') ? page.commonObjs : page.objs).get(key, found as never));
  for (const [at, drawing] of fnArray.entries()) {
    const said = argsArray[at]?.[0];
    if (drawing === operators.paintImageXObject && typeof said === 'string') {
      const drawn = await held<Drawn>(said);
      if (!drawn) yield undefined;
      else if (isPicture(drawn)) yield await taken(drawn);
    } else if (drawing === operators.paintInlineImageXObject) {
      if (isPicture(said as Drawn)) yield await taken(said as Drawn);
    } else if (drawing === operators.paintImageMaskXObject) {
      // Pages that were scanned in black and white; smaller ones are letters and signs.
      const { data, ...mask } = said as Omit<Drawn, 'data'> & { data?: string | Uint8ClampedArray };
      if (!isPicture(mask, MASK_SIDE_MIN)) continue;
      const bits = typeof data === 'string' ? (await held<{ data?: Uint8ClampedArray }>(data))?.data : data;
      yield await taken({ ...mask, data: bits ?? null });
    }
  }
}

const isPicture = ({ width, height }: Drawn, least = SIDE_MIN): boolean => width >= least && height >= least;

async function pictureIn({ width, height, data, bitmap }: Drawn): Promise<PdfPicture | undefined> {
  const jpeg = bitmap && (receiveMessageOnPort(bitmap)?.message as Uint8Array | undefined);
  if (jpeg) return { ending: '.jpg', bytes: jpeg };
  if (!data || width * height > PIXELS_MAX) return undefined;
  const isBits = data.length === Math.ceil(width / 8) * height;
  const channels = isBits ? 1 : data.length / (width * height);
  if (channels !== 1 && channels !== 3 && channels !== 4) return undefined;
  const { default: sharp } = await import('sharp');
  // What was made of one picture is of no use for another.
  sharp.cache(false);
  const picture = sharp(isBits ? greys(data, width, height) : data, { raw: { width, height, channels } });
  return {
    ending: '.png',
    bytes: await (channels === 1 ? picture.toColourspace('b-w') : picture).png().toBuffer(),
  };
}

/** Black and white, of which a byte holds eight pixels and each line begins with a byte of its own. */
function greys(bits: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const line = Math.ceil(width / 8);
  const pixels = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels[at++] = ((bits[y * line + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0;
  return pixels;
}
