// Whether what a source holds is in what an import made of it, in whatever form it is written there.
import { type HeldThing, unescapedMarkup, wordsIn } from './markup-things.ts';

function* textsOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* textsOf(one);
  else if (value && typeof value === 'object')
    for (const [key, one] of Object.entries(value)) {
      yield key;
      yield* textsOf(one);
    }
  else if (value !== null && value !== undefined) yield String(value);
}

const decoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (whole) => {
    try {
      return decodeURIComponent(whole);
    } catch {
      return whole;
    }
  });

const spelled = (text: string): string => decoded(unescapedMarkup(text)).normalize('NFC').toLowerCase();

/** Without blanks, and without how addresses and texts are escaped. */
const plain = (text: string): string => spelled(text).replace(/[\s\u00a0\u00ad\\]+/g, '');

const NUMBER = /^-?[\d.]+(?:e[+-]?\d+)?$/i;

export class ImportContent {
  readonly #whole: Set<string>;
  readonly #all: string;
  readonly #words: Set<string>;
  readonly #numbers: Set<number>;
  readonly #hashes: ReadonlySet<string>;

  /** @param kept pages, rows, databases, and what is reported @param hashes of the files that came along */
  constructor(kept: unknown, hashes: ReadonlySet<string>) {
    const texts = [...textsOf(kept)];
    this.#whole = new Set(texts.map(plain));
    this.#all = [...this.#whole].join('\n');
    this.#words = new Set(texts.flatMap((text) => wordsIn(spelled(text))));
    this.#numbers = new Set(texts.filter((text) => NUMBER.test(text)).map(Number));
    this.#hashes = hashes;
  }

  has({ kind, said, hash }: HeldThing): boolean {
    if (hash && this.#hashes.has(hash)) return true;
    if (kind === 'word') return this.#words.has(said) || this.#all.includes(said);
    // Where a link begins is said by the page that it stands on.
    const wanted = plain(kind === 'cell' ? said : said.replace(/^(?:\.{1,2}\/)+/, ''));
    if (this.#whole.has(wanted) || this.#all.includes(wanted)) return true;
    return kind === 'cell' && ((NUMBER.test(said) && this.#numbers.has(Number(said))) || this.#hasPieces(said));
  }

  /** A cell may say several things, or a time. */
  #hasPieces(said: string): boolean {
    const pieces = said
      .split(/[;,\n]/)
      .map((piece) => plain(piece.replace(/\([^()]*(?:\([^()]*\)[^()]*)*\.(?:md|csv)\)/g, '')));
    if (pieces.length > 1 || said.includes('(')) return pieces.every((piece) => this.#all.includes(piece));
    const at = Date.parse(`${said} UTC`);
    return !Number.isNaN(at) && this.#all.includes(new Date(at).toISOString().slice(0, 10));
  }
}
