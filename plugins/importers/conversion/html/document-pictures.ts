// Pictures of a document that is put into words of HTML: their bytes lie beside it, so that no text grows by them.
import type { MadeFile } from '../../reading/embedded-file.ts';
import { keepBytes, keepData } from './document.ts';

export class DocumentPictures {
  readonly files: MadeFile[] = [];
  readonly #path: string;
  readonly #held = new Map<string, { mime: string; bytes: Buffer }>();

  /** @param path where the document lies; its files get paths beside it */
  constructor(path: string) {
    this.#path = path;
  }

  /** An address for markup, which `keep` knows again. */
  address(mime: string, bytes: Buffer): string {
    const address = `data:held,${this.#held.size}`;
    this.#held.set(address, { mime, bytes });
    return address;
  }

  /** For a reader of markup: makes a file of what an address holds. */
  readonly keep = (address: string): string | undefined => {
    const held = this.#held.get(address);
    if (!held) return keepData(address, this.#path, this.files);
    return held.bytes.length ? keepBytes(held, this.#path, this.files) : undefined;
  };
}
