// Pictures in a document in Rich Text Format, which are written in digits or as they are.

export interface RtfPicture {
  mime: string;
  bytes: Buffer;
  /** on the page, in pixels */
  width: number;
}

const KINDS: Record<string, string> = {
  pngblip: 'image/png',
  jpegblip: 'image/jpeg',
  emfblip: 'image/emf',
  wmetafile: 'image/wmf',
  macpict: 'image/x-pict',
  dibitmap: 'image/bmp',
  wbitmap: 'image/bmp',
};

/** Pixels of a twentieth of a point. */
const TWIPS = 15;

export class PictureReader {
  #mime = '';
  #width = 0;
  #scale = 100;
  readonly #digits: Buffer[] = [];
  readonly #bytes: Buffer[] = [];

  word(name: string, value = 0): void {
    if (Object.hasOwn(KINDS, name)) this.#mime = KINDS[name] as string;
    else if (name === 'picwgoal') this.#width = value;
    else if (name === 'picscalex') this.#scale = value;
  }

  text(bytes: Uint8Array): void {
    this.#digits.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  binary(bytes: Uint8Array): void {
    this.#bytes.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  end(): RtfPicture {
    const digits = Buffer.concat(this.#digits).toString('latin1').replace(/\s+/g, '');
    const bytes = this.#bytes.length ? Buffer.concat(this.#bytes) : Buffer.from(digits, 'hex');
    return { mime: this.#mime, bytes, width: Math.round((this.#width / TWIPS) * (this.#scale / 100)) };
  }
}
