// Rendered pieces of pages by what they are made of, the lately used ones, within a fixed share of the memory.

/** In characters of keys and markup: a tree of a thousand pages takes half a million for each page that is shown. */
const SIZE_MAX = 16_000_000;

/** Nothing kept here grows old: another name or another page in the tree makes another key. */
export class Pieces {
  readonly #known = new Map<string, string>();
  #size = 0;

  /** The piece of this key, made unless it is still known. */
  get(key: string, make: () => string): string {
    const piece = this.#known.get(key) ?? make();
    this.#drop(key);
    this.#known.set(key, piece);
    this.#size += key.length + piece.length;
    while (this.#size > SIZE_MAX) this.#drop(this.#known.keys().next().value as string);
    return piece;
  }

  get size(): number {
    return this.#size;
  }

  #drop(key: string): void {
    const piece = this.#known.get(key);
    if (piece === undefined) return;
    this.#known.delete(key);
    this.#size -= key.length + piece.length;
  }
}
