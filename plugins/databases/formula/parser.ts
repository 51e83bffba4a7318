// From words to a tree: precedence climbing, where signs and special forms become calls of functions.
import { FormulaError, type SourceSpan } from './errors.ts';
import { type Token, tokenize } from './lexer.ts';

export type FormulaNode = SourceSpan & { depth: number } & (
    | { type: 'literal'; value: number | string | boolean }
    | { type: 'name'; name: string }
    | { type: 'property'; id: number }
    | { type: 'list'; items: FormulaNode[] }
    /** `name` is also a sign such as `+`; `at` is where it stands */
    | { type: 'call'; name: string; at: SourceSpan; args: FormulaNode[] }
  );

type Shallow<N> = N extends FormulaNode ? Omit<N, 'depth'> : never;

export const MAX_LENGTH = 10_000;
export const FORMULA_DEPTH_MAX = 100;

/** How strongly a sign binds what stands left of it, and as what function it is called. */
const infix: Record<string, { power: number; name: string; right?: true }> = {
  or: { power: 20, name: 'or' },
  '||': { power: 20, name: 'or' },
  and: { power: 30, name: 'and' },
  '&&': { power: 30, name: 'and' },
  '==': { power: 40, name: '==' },
  '=': { power: 40, name: '==' },
  '!=': { power: 40, name: '!=' },
  '<>': { power: 40, name: '!=' },
  '<': { power: 50, name: '<' },
  '<=': { power: 50, name: '<=' },
  '>': { power: 50, name: '>' },
  '>=': { power: 50, name: '>=' },
  '&': { power: 55, name: '&' },
  '+': { power: 60, name: '+' },
  '-': { power: 60, name: '-' },
  '*': { power: 70, name: '*' },
  '/': { power: 70, name: '/' },
  '%': { power: 70, name: '%' },
  '^': { power: 90, name: '^', right: true },
};
const CHOICE = 10;
const NOT = 35;
const PREFIX = 80;
const MEMBER = 100;
/** What `switch` compares is evaluated once, under a name that nobody can write. */
const SWITCHED = '$';

/** @throws FormulaError */
export function parseTree(source: string): FormulaNode {
  if (source.length > MAX_LENGTH) throw new FormulaError('too_long', { most: MAX_LENGTH });
  return new Parser(source).whole();
}

class Parser {
  readonly #source: string;
  readonly #tokens: Token[];
  #at = 0;
  #nested = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = tokenize(source);
  }

  whole(): FormulaNode {
    const node = this.#expression(0);
    if (this.#token.type !== 'end') throw this.#unexpected();
    return node;
  }

  get #token(): Token {
    return this.#tokens[this.#at] as Token;
  }

  #take(): Token {
    const token = this.#token;
    if (token.type !== 'end') this.#at++;
    return token;
  }

  /** The sign or word that stands here, or an empty text. */
  get #sign(): string {
    const token = this.#token;
    return token.type === 'sign' || token.type === 'name' ? token.value : '';
  }

  #is(sign: string): boolean {
    return this.#token.type === 'sign' && this.#token.value === sign;
  }

  #skip(sign: string): boolean {
    const is = this.#is(sign);
    if (is) this.#at++;
    return is;
  }

  #found(token = this.#token): string {
    return this.#source.slice(token.start, token.end);
  }

  #unexpected(): FormulaError {
    const token = this.#token;
    if (token.type === 'end') return new FormulaError('ends', {}, token);
    return new FormulaError('unexpected', { found: this.#found() }, token);
  }

  /** @returns where the sign ends */
  #demand(sign: string): number {
    const token = this.#token;
    if (this.#skip(sign)) return token.end;
    if (token.type === 'end') throw new FormulaError('ends', {}, token);
    throw new FormulaError('missing', { found: this.#found(), wanted: sign }, token);
  }

  #node(node: Shallow<FormulaNode>, parts: FormulaNode[] = []): FormulaNode {
    const depth = 1 + Math.max(0, ...parts.map((part) => part.depth));
    if (depth > FORMULA_DEPTH_MAX) throw new FormulaError('too_deep', {}, node);
    return { ...node, depth };
  }

  #call(name: string, at: SourceSpan, args: FormulaNode[], span: SourceSpan): FormulaNode {
    return this.#node({ type: 'call', name, at, args, start: span.start, end: span.end }, args);
  }

  #expression(least: number): FormulaNode {
    if (++this.#nested > FORMULA_DEPTH_MAX) throw new FormulaError('too_deep', {}, this.#token);
    let left = this.#prefix();
    while (true) {
      const next = this.#longer(left, least);
      if (!next) break;
      left = next;
    }
    this.#nested--;
    return left;
  }

  /** What stands here together with what stood before it, when it binds strongly enough. */
  #longer(left: FormulaNode, least: number): FormulaNode | undefined {
    if (this.#is('.') && MEMBER > least) return this.#member(left);
    if (this.#is('?') && CHOICE > least) return this.#choice(left);
    const known = Object.hasOwn(infix, this.#sign) ? infix[this.#sign] : undefined;
    if (!known || known.power <= least) return undefined;
    const at = this.#take();
    const right = this.#expression(known.right ? known.power - 1 : known.power);
    return this.#call(known.name, at, [left, right], { start: left.start, end: right.end });
  }

  /** `value.round(2)` is another way to write `round(value, 2)`. */
  #member(left: FormulaNode): FormulaNode {
    this.#take();
    const token = this.#token;
    if (token.type !== 'name') throw this.#unexpected();
    this.#take();
    const { items, end } = this.#items('(', ')');
    return this.#named(token.value, token, [left, ...items], { start: left.start, end });
  }

  #choice(test: FormulaNode): FormulaNode {
    const at = this.#take();
    const then = this.#expression(0);
    this.#demand(':');
    const otherwise = this.#expression(CHOICE - 1);
    return this.#call('if', at, [test, then, otherwise], { start: test.start, end: otherwise.end });
  }

  #prefix(): FormulaNode {
    const token = this.#token;
    const { start, end } = token;
    if (token.type === 'number' || token.type === 'text') {
      this.#take();
      return this.#node({ type: 'literal', value: token.value, start, end });
    }
    if (token.type === 'property') {
      this.#take();
      return this.#node({ type: 'property', id: token.value, start, end });
    }
    if (token.type === 'name') return this.#word(token.value, token);
    if (this.#skip('(')) {
      const inner = this.#expression(0);
      const close = this.#demand(')');
      return inner.type === 'call' ? { ...inner, start, end: close } : inner;
    }
    if (this.#is('[')) {
      const { items, end } = this.#items('[', ']');
      return this.#node({ type: 'list', items, start, end }, items);
    }
    if (this.#skip('-')) return this.#signed('negative', token, PREFIX);
    if (this.#skip('+')) return this.#expression(PREFIX);
    if (this.#skip('!')) return this.#signed('not', token, PREFIX);
    throw this.#unexpected();
  }

  #signed(name: string, at: SourceSpan, power: number): FormulaNode {
    const operand = this.#expression(power);
    return this.#call(name, at, [operand], { start: at.start, end: operand.end });
  }

  #word(name: string, token: SourceSpan): FormulaNode {
    this.#take();
    if (this.#is('(')) {
      const { items, end } = this.#items('(', ')');
      return this.#named(name, token, items, { start: token.start, end });
    }
    const { start, end } = token;
    if (name === 'true' || name === 'false') return this.#node({ type: 'literal', value: name === 'true', start, end });
    if (name === 'not') return this.#signed('not', token, NOT);
    return this.#node({ type: 'name', name, start, end });
  }

  #items(open: string, close: string): { items: FormulaNode[]; end: number } {
    this.#demand(open);
    const items: FormulaNode[] = [];
    while (!this.#is(close)) {
      items.push(this.#expression(0));
      if (!this.#skip(',')) break;
    }
    return { items, end: this.#demand(close) };
  }

  #named(name: string, at: SourceSpan, args: FormulaNode[], span: SourceSpan): FormulaNode {
    const lower = name.toLowerCase();
    if (lower === 'ifs' && args.length >= 2) return this.#chain(args, at, span, (test) => test);
    if (lower === 'switch' && args.length >= 3) {
      const [value, ...cases] = args as [FormulaNode, ...FormulaNode[]];
      const same = (other: FormulaNode) => this.#call('==', other, [this.#hidden(other), other], other);
      return this.#call('let', at, [this.#hidden(value), value, this.#chain(cases, at, span, same)], span);
    }
    return this.#call(name, at, args, span);
  }

  #hidden(at: SourceSpan): FormulaNode {
    return this.#node({ type: 'name', name: SWITCHED, start: at.start, end: at.end });
  }

  /** Pairs of a test and a result, and maybe a result for all other cases, as `if` within `if`. */
  #chain(
    parts: FormulaNode[],
    at: SourceSpan,
    span: SourceSpan,
    testOf: (node: FormulaNode) => FormulaNode,
  ): FormulaNode {
    const otherwise = parts.length % 2 ? parts.at(-1) : undefined;
    const pairs = parts.slice(0, parts.length - (parts.length % 2));
    let made = otherwise;
    for (let index = pairs.length - 2; index >= 0; index -= 2) {
      const [test, then] = pairs.slice(index, index + 2) as [FormulaNode, FormulaNode];
      made = this.#call('if', at, [testOf(test), then, ...(made ? [made] : [])], span);
    }
    return made as FormulaNode;
  }
}
