// What pages are made of, by what it is made from: the lately used pieces, within a fixed share of the memory.

/** Nothing kept here grows old: another name or another page in the tree makes another key. */
export class Pieces<Piece = string> {
  readonly #known = new Map<string, { piece: Piece; size: number }>();
  readonly #max: number;
  readonly #sizeOf: (piece: Piece) => number;
  #size = 0;

  /**
   * @param max memory of all keys and pieces, in characters of text
   * @param sizeOf memory of a piece, in the same unit
   */
  constructor(max: number, sizeOf: (piece: Piece) => number) {
    this.#max = max;
    this.#sizeOf = sizeOf;
  }

  /** The piece of this key, made unless it is still known. */
  get(key: string, make: () => Piece): Piece {
    const kept = this.#known.get(key) ?? this.#made(key, make());
    this.#drop(key);
    this.#known.set(key, kept);
    this.#size += kept.size;
    while (this.#size > this.#max) this.#drop(this.#known.keys().next().value as string);
    return kept.piece;
  }

  /** The piece of this key if it is still known. */
  find(key: string): Piece | undefined {
    return this.#known.get(key)?.piece;
  }

  get size(): number {
    return this.#size;
  }

  #made(key: string, piece: Piece): { piece: Piece; size: number } {
    return { piece, size: key.length + this.#sizeOf(piece) };
  }

  #drop(key: string): void {
    const kept = this.#known.get(key);
    if (!kept) return;
    this.#known.delete(key);
    this.#size -= kept.size;
  }
}

/**
 * Text that a template has put together is a tree of its parts, which every page around it would walk again before it
 * is sent. Asking for a character makes it one run of characters.
 */
export function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}
