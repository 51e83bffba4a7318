// Pictures of a document that is put into words of HTML: their bytes wait on disk, so that neither text nor memory grows by
// them.
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  dataOf,
  endingFor,
  type LaidFile,
  layFile,
  layStream,
  sourcePathAddress,
} from '../../reading/embedded-file.ts';

const heldAddress = (sha256: string): string => `data:held,${sha256}`;

export class DocumentPictures {
  readonly files: LaidFile[] = [];
  readonly #path: string;
  readonly #folder: string;
  /** by their content, so that of equal ones one is kept */
  readonly #held = new Map<string, LaidFile & { mime: string }>();

  /** @param path where the document lies; its files get paths beside it */
  constructor(path: string, folder: string) {
    this.#path = path;
    this.#folder = folder;
  }

  /** An address for markup, which `keep` knows again. */
  address(mime: string, bytes: Buffer): string {
    const address = heldAddress(createHash('sha256').update(bytes).digest('hex'));
    if (!this.#held.has(address)) this.#held.set(address, { ...layFile({ path: '', bytes }, this.#folder), mime });
    return address;
  }

  /** The same of one that is unpacked as it is read. */
  async streamAddress(mime: string, content: Readable): Promise<string> {
    const { sha256, ...laid } = await layStream('', content, this.#folder);
    const address = heldAddress(sha256);
    if (this.#held.has(address)) await rm(laid.file);
    else this.#held.set(address, { ...laid, mime });
    return address;
  }

  /** For a reader of markup: makes a file of what an address holds. */
  readonly keep = (address: string): string | undefined => {
    const found = dataOf(address);
    const held = this.#held.get(address) ?? (found && this.#held.get(this.address(found.mime, found.bytes)));
    if (!held?.size) return undefined;
    if (!held.path) {
      held.path = `${this.#path}.${this.files.length + 1}${endingFor(held.mime)}`;
      const { mime: _, ...file } = held;
      this.files.push(file);
    }
    return sourcePathAddress(held.path);
  };
}
