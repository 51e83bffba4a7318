// The text of a formula in parts that look different, and what can be written where the caret is. Pure.
import { FormulaError } from '../../../formula/errors.ts';
import { scanTokens, type Token } from '../../../formula/lexer.ts';
import { propertyTerm } from '../../../formula/property-term.ts';

export type PartLook = 'plain' | 'property' | 'function' | 'text' | 'number' | 'word' | 'comment';

export interface FormulaPart {
  look: PartLook;
  text: string;
  isFaulty: boolean;
}

interface Span {
  start: number;
  end: number;
}

const WORDS = new Set(['true', 'false', 'and', 'or', 'not']);
const folded = (text: string): string => text.toLowerCase();

/** As far as it can be read. */
function readable(source: string): Token[] {
  const found: Token[] = [];
  try {
    for (const token of scanTokens(source)) if (token.type !== 'end') found.push(token);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
  }
  return found;
}

/** Whether the text at this place of the tokens is the name of a property: `prop("Price")`. */
const isNamed = (tokens: Token[], at: number): boolean => {
  const [called, sign] = [tokens[at - 2], tokens[at - 1]];
  return called?.type === 'name' && folded(called.value) === 'prop' && sign?.type === 'sign' && sign.value === '(';
};

function lookOf(tokens: Token[], at: number, names: ReadonlySet<string>): PartLook {
  const token = tokens[at] as Token;
  if (token.type === 'number') return 'number';
  if (token.type === 'property') return 'property';
  if (token.type === 'text') return isNamed(tokens, at) ? 'property' : 'text';
  if (token.type !== 'name') return 'plain';
  const next = tokens[at + 1];
  if (next?.type === 'sign' && next.value === '(') return 'function';
  if (names.has(folded(token.value))) return 'property';
  return WORDS.has(folded(token.value)) ? 'word' : 'plain';
}

/** The whole text in its parts, cut where a fault begins and ends; a fault without length takes the last character. */
export function formulaParts(source: string, properties: string[], fault: Span | null): FormulaPart[] {
  const names = new Set(properties.map(folded));
  const tokens = readable(source);
  const spans: (Span & { look: PartLook })[] = [];
  let at = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.start > at) spans.push({ start: at, end: token.start, look: 'comment' });
    spans.push({ start: token.start, end: token.end, look: lookOf(tokens, index, names) });
    at = token.end;
  }
  if (at < source.length) spans.push({ start: at, end: source.length, look: 'comment' });
  const bad = fault && {
    start: fault.end > fault.start ? fault.start : Math.max(0, source.trimEnd().length - 1),
    end: fault.end > fault.start ? fault.end : source.trimEnd().length,
  };
  return spans.flatMap(({ start, end, look }) => {
    const cuts = bad ? [bad.start, bad.end].filter((one) => one > start && one < end) : [];
    const edges = [start, ...cuts, end];
    return edges.slice(1).map((edge, piece) => {
      const from = edges[piece] as number;
      return { look, text: source.slice(from, edge), isFaulty: bad !== null && from >= bad.start && edge <= bad.end };
    });
  });
}

export interface FormulaChoice {
  kind: 'property' | 'function' | 'word';
  name: string;
  /** of the type of a property */
  icon?: string;
}

export interface Completion {
  /** what is replaced */
  span: Span;
  choices: FormulaChoice[];
}

const CHOICES_MAX = 8;

/** Of a text that is still open: names of properties where it is to be one, nothing elsewhere. */
function namedCompletion(before: Token[], typed: string, caret: number, known: FormulaChoice[]): Completion | null {
  if (!isNamed(before, before.length)) return null;
  const choices = known
    .filter(({ kind, name }) => kind === 'property' && folded(name).includes(folded(typed)))
    .slice(0, CHOICES_MAX);
  return choices.length ? { span: { start: (before.at(-2) as Token).start, end: caret }, choices } : null;
}

/** What may be meant by the word before the caret; null in texts and numbers, and where nothing was begun. */
export function completionAt(
  source: string,
  caret: number,
  known: FormulaChoice[],
  isAsked = false,
): Completion | null {
  const tokens = readable(source);
  const within = tokens.find(({ start, end }) => start < caret && caret <= end);
  if (within && (within.type === 'text' || within.type === 'number' || within.type === 'property')) return null;
  const before = tokens.filter(({ end }) => end <= caret);
  const unread = source.slice(before.at(-1)?.end ?? 0, caret).trimStart();
  if (/^["'“]/.test(unread)) return namedCompletion(before, unread.slice(1), caret, known);
  if (unread.startsWith('/')) return null;
  const typed = /[\p{L}_][\p{L}\p{M}\p{N}_]*$/u.exec(source.slice(0, caret))?.[0] ?? '';
  if (!typed && !isAsked) return null;
  const wanted = folded(typed);
  const begins = known.filter(({ name }) => folded(name).startsWith(wanted));
  const holds = known.filter(({ name }) => !folded(name).startsWith(wanted) && folded(name).includes(wanted));
  const choices = [...begins, ...holds].slice(0, CHOICES_MAX);
  const isWhole = choices.length === 1 && choices[0]?.name === typed;
  return choices.length && !isWhole ? { span: { start: caret - typed.length, end: caret }, choices } : null;
}

/** What is written for a choice, and where in it the caret stands then. */
export function insertionOf({ kind, name }: FormulaChoice, after: string): { text: string; caret: number } {
  if (kind === 'property') {
    const text = propertyTerm(name);
    return { text, caret: text.length };
  }
  if (kind === 'word') return { text: name, caret: name.length };
  const text = after.startsWith('(') ? name : `${name}()`;
  return { text, caret: name.length + (after.startsWith('(') ? 0 : 1) };
}

/** The innermost function whose arguments the caret is in. */
export function calledAt(source: string, caret: number): string | null {
  const open: (string | null)[] = [];
  const tokens = readable(source);
  for (const [at, token] of tokens.entries()) {
    if (token.start >= caret) break;
    if (token.type !== 'sign') continue;
    const before = tokens[at - 1];
    if (token.value === '(') open.push(before?.type === 'name' ? before.value : null);
    if (token.value === ')') open.pop();
  }
  return open.findLast((one) => one !== null) ?? null;
}
