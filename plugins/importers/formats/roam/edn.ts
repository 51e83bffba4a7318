// EDN, the notation of Clojure, as plain values: maps, lists, sets, texts, numbers and keywords as their names.

export type Edn = null | boolean | number | string | Edn[] | Map<Edn, Edn> | { tag: string; value: Edn };

const DEPTH_MAX = 200;

/** @throws SyntaxError naming the place */
export function readEdn(text: string): Edn {
  return new EdnReader(text).value(0);
}

class EdnReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): Edn {
    if (depth > DEPTH_MAX) throw this.#fault('is nested too deeply');
    this.#skip();
    const sign = this.#text[this.#at];
    switch (sign) {
      case undefined:
        throw this.#fault('ends too early');
      case '[':
        return this.#list(']', depth);
      case '(':
        return this.#list(')', depth);
      case '{':
        return this.#map(depth);
      case '"':
        return this.#string();
      case '#':
        return this.#tagged(depth);
      case '\\':
        this.#at += 1;
        return this.#word();
      default:
        return this.#atom();
    }
  }

  /** Spaces, commas, comments and what is marked as left out. */
  #skip(): void {
    const blank = /(?:[\s,]+|;[^\n]*)*/y;
    blank.lastIndex = this.#at;
    this.#at += blank.exec(this.#text)?.[0].length ?? 0;
  }

  #list(end: string, depth: number): Edn[] {
    this.#at += 1;
    const items: Edn[] = [];
    for (;;) {
      this.#skip();
      if (this.#text[this.#at] === end) break;
      items.push(this.value(depth + 1));
    }
    this.#at += 1;
    return items;
  }

  #map(depth: number): Map<Edn, Edn> {
    const items = this.#list('}', depth);
    return new Map(
      Array.from({ length: items.length >> 1 }, (_, at) => [items[at * 2] as Edn, items[at * 2 + 1] as Edn]),
    );
  }

  #tagged(depth: number): Edn {
    this.#at += 1;
    if (this.#text[this.#at] === '{') return this.#list('}', depth);
    if (this.#text[this.#at] === '_') {
      this.#at += 1;
      this.value(depth + 1);
      return this.value(depth + 1);
    }
    if (this.#text[this.#at] === '#') return this.#symbolic();
    return { tag: this.#word(), value: this.value(depth + 1) };
  }

  /** Numbers that have no digits. */
  #symbolic(): number {
    const word = this.#word();
    const value = { '#Inf': Infinity, '#-Inf': -Infinity, '#NaN': Number.NaN }[word];
    if (value === undefined) throw this.#fault('cannot be understood');
    return value;
  }

  #string(): string {
    const shape = /"((?:[^"\\]|\\[\s\S])*)"/y;
    shape.lastIndex = this.#at;
    const found = shape.exec(this.#text);
    if (!found) throw this.#fault('has a text without an end');
    this.#at += found[0].length;
    return (found[1] ?? '').replace(/\\(u[\da-fA-F]{4}|[\s\S])/g, (_, sign: string) => {
      if (sign.length === 5) return String.fromCharCode(Number.parseInt(sign.slice(1), 16));
      return { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }[sign] ?? sign;
    });
  }

  #word(): string {
    const shape = /[^\s,()[\]{}"]+/y;
    shape.lastIndex = this.#at;
    const word = shape.exec(this.#text)?.[0];
    if (!word) throw this.#fault('cannot be understood');
    this.#at += word.length;
    return word;
  }

  #atom(): Edn {
    const word = this.#word();
    if (word === 'nil') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    return /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[NM]?$/.test(word) ? Number.parseFloat(word) : word;
  }

  #fault(what: string): SyntaxError {
    return new SyntaxError(`the EDN ${what} at character ${this.#at}`);
  }
}
