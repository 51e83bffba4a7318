// Expressions of bases, as their filters and formulas are written: read into a tree, never run as code.

export type Expression =
  | { kind: 'value'; value: string | number | boolean }
  /** of a note or its file: `rating`, `note.rating`, `file.name` */
  | { kind: 'name'; path: string[] }
  | { kind: 'call'; name: string; on?: Expression; args: Expression[] }
  | { kind: 'not'; of: Expression }
  | { kind: 'both' | 'either'; left: Expression; right: Expression }
  | { kind: 'compare'; sign: Sign; left: Expression; right: Expression };

export type Sign = '==' | '!=' | '>' | '<' | '>=' | '<=';

/** What is written in another way than this, such as sums. */
export class ExpressionFault extends Error {}

const TOKEN =
  /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(\d+(?:\.\d+)?)|([\p{L}_$][\p{L}\p{N}_$-]*)|(&&|\|\||[=!<>]=|[!<>().,[\]]))/uy;
const SIGNS: readonly string[] = ['==', '!=', '>', '<', '>=', '<='];
const LENGTH_MAX = 5000;
const DEPTH_MAX = 50;

/** @throws ExpressionFault */
export function readExpression(source: string): Expression {
  if (source.length > LENGTH_MAX) throw new ExpressionFault('is too long');
  const reader = new Reader(tokensOf(source));
  const read = reader.either();
  if (reader.next !== undefined) throw new ExpressionFault(`does not end at ${reader.next}`);
  return read;
}

function tokensOf(source: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const text = source.trim();
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const [, ...parts] = TOKEN.exec(text) ?? [];
    const token = parts.find((part) => part !== undefined);
    if (token === undefined) throw new ExpressionFault(`is not read at ${text.slice(at, at + 20)}`);
    tokens.push(token);
  }
  return tokens;
}

const unquoted = (token: string): string => token.slice(1, -1).replace(/\\(.)/gs, '$1');

class Reader {
  readonly #tokens: string[];
  #at = 0;
  #depth = 0;

  constructor(tokens: string[]) {
    this.#tokens = tokens;
  }

  get next(): string | undefined {
    return this.#tokens[this.#at];
  }

  #takes(token: string): boolean {
    const is = this.next === token;
    if (is) this.#at += 1;
    return is;
  }

  #require(token: string): void {
    if (!this.#takes(token)) throw new ExpressionFault(`lacks ${token}`);
  }

  either(): Expression {
    if (++this.#depth > DEPTH_MAX) throw new ExpressionFault('is nested too deep');
    let left = this.#both();
    while (this.#takes('||')) left = { kind: 'either', left, right: this.#both() };
    this.#depth -= 1;
    return left;
  }

  #both(): Expression {
    let left = this.#compared();
    while (this.#takes('&&')) left = { kind: 'both', left, right: this.#compared() };
    return left;
  }

  #compared(): Expression {
    const left = this.#negated();
    const sign = this.next;
    if (sign === undefined || !SIGNS.includes(sign)) return left;
    this.#at += 1;
    return { kind: 'compare', sign: sign as Sign, left, right: this.#negated() };
  }

  #negated(): Expression {
    let times = 0;
    while (this.#takes('!')) times += 1;
    const of = this.#member(this.#first());
    return times % 2 ? { kind: 'not', of } : of;
  }

  #first(): Expression {
    if (this.#takes('(')) {
      const inner = this.either();
      this.#require(')');
      return inner;
    }
    const token = this.#word();
    if (/^["']/.test(token)) return { kind: 'value', value: unquoted(token) };
    if (/^\d/.test(token)) return { kind: 'value', value: Number(token) };
    if (token === 'true' || token === 'false') return { kind: 'value', value: token === 'true' };
    return this.#takes('(') ? { kind: 'call', name: token, args: this.#arguments() } : { kind: 'name', path: [token] };
  }

  #word(): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined || !/^["'\p{L}\p{N}_$]/u.test(token)) throw new ExpressionFault('lacks a value');
    return token;
  }

  #member(first: Expression): Expression {
    let on = first;
    for (;;) {
      if (this.#takes('[')) {
        const name = this.#word();
        this.#require(']');
        if (on.kind !== 'name' || !/^["']/.test(name)) throw new ExpressionFault('takes a member of a list');
        on = { kind: 'name', path: [...on.path, unquoted(name)] };
      } else if (this.#takes('.')) {
        const name = this.#word();
        if (this.#takes('(')) on = { kind: 'call', name, on, args: this.#arguments() };
        else if (on.kind === 'name') on = { kind: 'name', path: [...on.path, name] };
        else throw new ExpressionFault(`asks a result for ${name}`);
      } else return on;
    }
  }

  #arguments(): Expression[] {
    const args: Expression[] = [];
    if (this.#takes(')')) return args;
    do args.push(this.either());
    while (this.#takes(','));
    this.#require(')');
    return args;
  }
}
