// Splits the text of a formula into its words and signs, each with its place.
import { FormulaError, type SourceSpan } from './errors.ts';

export type Token = SourceSpan &
  (
    | { type: 'number'; value: number }
    | { type: 'text'; value: string }
    | { type: 'name'; value: string }
    /** a property by its id, as formulas are stored: `@17` */
    | { type: 'property'; value: number }
    | { type: 'sign'; value: string }
    | { type: 'end' }
  );

const space = /(?:\s|\/\/[^\r\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/)+/y;
const number = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const name = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const property = /@(\d{1,10})/y;
const sign = /==|!=|<>|<=|>=|&&|\|\||[=<>+\-*/%^&!?:()[\],.]/y;
/** Telephones and word processors make the third kind. */
const text = /"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|“((?:[^”\\]|\\[\s\S])*)”/y;

const escapes: Record<string, string> = { n: '\n', t: '\t' };
const unescaped = (inner: string): string =>
  inner.replace(/\\([\s\S])/g, (_all, sign: string) => escapes[sign] ?? sign);

/** One after the other, up to what cannot be read. @throws FormulaError */
export function* scanTokens(source: string): Generator<Token> {
  let at = 0;
  const found = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  while (true) {
    at += found(space)?.[0].length ?? 0;
    if (at >= source.length) break;
    const start = at;
    const match = found(number) ?? found(name) ?? found(property) ?? found(text);
    const [whole = ''] = match ?? found(sign) ?? [];
    at += whole.length;
    const span = { start, end: at };
    if (!whole) throw stray(source, start);
    // `/*` that ends would have been skipped with the spaces.
    if (whole === '/' && source[at] === '*') throw new FormulaError('open_comment', {}, { start, end: source.length });
    if (!match) yield { ...span, type: 'sign', value: whole };
    else yield { ...span, ...readToken(whole, match, span) };
  }
  yield { type: 'end', start: source.length, end: source.length };
}

/** @throws FormulaError */
export const tokenize = (source: string): Token[] => [...scanTokens(source)];

function readToken(whole: string, match: RegExpExecArray, span: SourceSpan) {
  if (/^["'“]/.test(whole))
    return { type: 'text', value: unescaped(match.slice(1).find((one) => one !== undefined) ?? '') } as const;
  if (whole.startsWith('@')) return { type: 'property', value: Number(match[1]) } as const;
  if (!/^[\d.]/.test(whole)) return { type: 'name', value: whole } as const;
  const value = Number(whole);
  if (!Number.isFinite(value)) throw new FormulaError('number_too_large', { found: whole }, span);
  return { type: 'number', value } as const;
}

function stray(source: string, start: number): FormulaError {
  const found = String.fromCodePoint(source.codePointAt(start) as number);
  if (/["'“]/.test(found)) return new FormulaError('open_text', {}, { start, end: source.length });
  return new FormulaError('sign', { found }, { start, end: start + found.length });
}
