// The kinds of values, and the signatures of functions, which are written as people read them in the help.

/** `empty` is the kind of nothing, which fits wherever any other does. */
export type ValueKind = 'number' | 'text' | 'boolean' | 'date' | 'person' | 'empty' | { list: ValueKind };

/** A kind in a signature; T and U are the same kind wherever they stand. */
type Pattern = Exclude<ValueKind, object> | 'any' | 'T' | 'U' | { list: Pattern } | { either: Pattern[] };

interface Parameter {
  name: string;
  pattern: Pattern;
  /** need not be given */
  isOptional: boolean;
  /** any number of them, the last one only */
  isRest: boolean;
}

export interface Signature {
  /** e.g. "round(value: number, digits?: number): number" */
  text: string;
  parameters: Parameter[];
  result: Pattern;
  least: number;
  most: number;
}

export const kindText = (kind: ValueKind): string => (typeof kind === 'string' ? kind : `list<${kindText(kind.list)}>`);

/** The kind that holds the values of both, if there is one. */
export function commonKind(one: ValueKind, other: ValueKind): ValueKind | undefined {
  if (one === 'empty' || one === other) return other;
  if (other === 'empty') return one;
  if (typeof one === 'string' || typeof other === 'string') return undefined;
  const list = commonKind(one.list, other.list);
  return list && { list };
}

const REST_MAX = 100;

/** Signatures are our own text, so that a fault in one is a fault of the program. */
export function signatureOf(text: string): Signature {
  const [, inner = '', result = ''] = /^[^(]+\((.*)\): (.+)$/.exec(text) ?? [];
  const parameters = inner ? inner.split(', ').map(parameterOf) : [];
  return {
    text,
    parameters,
    result: patternOf(result),
    least: parameters.filter(({ isOptional, isRest }) => !isOptional && !isRest).length,
    most: parameters.at(-1)?.isRest ? REST_MAX : parameters.length,
  };
}

function parameterOf(text: string): Parameter {
  const [, rest, name = '', optional, pattern = ''] = /^(\.\.\.)?(\w+)(\?)?: (.+)$/.exec(text) ?? [];
  return { name, pattern: patternOf(pattern), isOptional: Boolean(optional), isRest: Boolean(rest) };
}

function patternOf(text: string): Pattern {
  if (text.includes('|')) return { either: text.split('|').map(patternOf) };
  const list = /^list<(.+)>$/.exec(text)?.[1];
  return list ? { list: patternOf(list) } : (text as Pattern);
}

/** What T and U stand for in one call. */
type Bound = Partial<Record<'T' | 'U', ValueKind>>;

const isLetter = (pattern: Pattern): pattern is 'T' | 'U' => pattern === 'T' || pattern === 'U';

function fits(kind: ValueKind, pattern: Pattern, bound: Bound): boolean {
  if (isLetter(pattern)) {
    const kept = commonKind(bound[pattern] ?? 'empty', kind);
    if (kept) bound[pattern] = kept;
    return Boolean(kept);
  }
  if (pattern === 'any' || kind === 'empty' || kind === pattern) return true;
  if (typeof pattern === 'string') return false;
  if ('either' in pattern) return pattern.either.some((one) => fits(kind, one, bound));
  return typeof kind !== 'string' && fits(kind.list, pattern.list, bound);
}

function filled(pattern: Pattern, bound: Bound): ValueKind {
  if (isLetter(pattern)) return bound[pattern] ?? 'empty';
  if (typeof pattern === 'string') return pattern as ValueKind;
  return { list: filled('list' in pattern ? pattern.list : 'empty', bound) };
}

function patternText(pattern: Pattern, bound: Bound): string {
  if (isLetter(pattern)) return kindText(bound[pattern] ?? 'empty');
  if (typeof pattern === 'string') return pattern;
  if ('list' in pattern) return `list<${patternText(pattern.list, bound)}>`;
  return pattern.either.map((one) => patternText(one, bound)).join('|');
}

/** What a call of these kinds gives, or the first argument that does not fit and what would. */
export function matched(
  { parameters, result }: Signature,
  kinds: ValueKind[],
): { result: ValueKind } | { at: number; wanted: string } {
  const bound: Bound = {};
  for (const [at, kind] of kinds.entries()) {
    const { pattern } = parameters[Math.min(at, parameters.length - 1)] as Parameter;
    if (!fits(kind, pattern, bound)) return { at, wanted: patternText(pattern, bound) };
  }
  return { result: filled(result, bound) };
}
