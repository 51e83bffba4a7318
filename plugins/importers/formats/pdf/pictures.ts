// Pictures of a page of a PDF file: photographs as they lie in it, all others as PNG.
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

/** Smaller ones are rules and dots. */
const SIDE_MIN = 24;
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
  get(key: string, found: (picture: Drawn | null) => void): void;
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

/** In the order in which they are drawn. @param operator by which pdf.js draws a picture */
export async function* pdfPictures(page: DrawnPage, operator: number): AsyncGenerator<PdfPicture> {
  const { fnArray, argsArray } = await page.getOperatorList();
  for (const [at, drawing] of fnArray.entries()) {
    const key = drawing === operator ? argsArray[at]?.[0] : undefined;
    if (typeof key !== 'string') continue;
    const held = key.startsWith('g_') ? page.commonObjs : page.objs;
    const drawn = await new Promise<Drawn | null>((found) => held.get(key, found));
    const picture = drawn && (await pictureIn(drawn));
    if (picture) yield picture;
  }
}

async function pictureIn({ width, height, data, bitmap }: Drawn): Promise<PdfPicture | undefined> {
  if (width < SIDE_MIN || height < SIDE_MIN) return undefined;
  const jpeg = bitmap && (receiveMessageOnPort(bitmap)?.message as Uint8Array | undefined);
  if (jpeg) return { ending: '.jpg', bytes: jpeg };
  const channels = (data?.length ?? 0) / (width * height);
  if (!data || width * height > PIXELS_MAX || (channels !== 1 && channels !== 3 && channels !== 4)) return undefined;
  const { default: sharp } = await import('sharp');
  // What was made of one picture is of no use for another.
  sharp.cache(false);
  const picture = sharp(data, { raw: { width, height, channels } });
  return {
    ending: '.png',
    bytes: await (channels === 1 ? picture.toColourspace('b-w') : picture).png().toBuffer(),
  };
}
