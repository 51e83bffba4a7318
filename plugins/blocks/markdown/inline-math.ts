/** Formulas within a line: `$…$`, and `$$…$$` as others write them. Prices and names of variables stay text. */
import type { StateInline } from 'markdown-it';
import { TEX_MAX } from '../inline-types.ts';

/** Letters and digits; in scripts without spaces between words, formulas stand right beside them. */
const WORD =
  /(?![\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])[\p{L}\p{M}\p{N}]/u;

/** What a backslash stands before belongs to the formula, also where it would end it. */
const FORMS = [/\$\$(?=[^\s$])((?:[^$\r\n\\`]|\\[^\r\n`])+)\$\$/y, /\$(?=[^\s$])((?:[^$\r\n\\`]|\\[^\r\n`])+)\$/y];

const isBeside = (char = ''): boolean => char === '$' || WORD.test(char);

export interface FoundFormula {
  tex: string;
  /** how many characters it takes, with its signs */
  length: number;
}

/** The formula that starts at `at` of `source`, or null. */
export function formulaAt(source: string, at: number): FoundFormula | null {
  const before = source[at - 1];
  if (source[at] !== '$' || before === '\\' || isBeside(before)) return null;
  for (const form of FORMS) {
    form.lastIndex = at;
    const [whole = '', tex = ''] = form.exec(source) ?? [];
    if (tex && isFormula(tex, source[at + whole.length])) return { tex, length: whole.length };
  }
  return null;
}

/** What no formula begins with, but what goes on behind the sign of a currency or of a variable. */
const NO_BEGINNING = /[\s)\]},;"'’”»/]/;

/** What a sign does not end a formula before: variables in braces begin with one. */
const isVariable = (after: string): boolean => after === '{';

/** Whether what stands between two signs before `after` is more than two signs of everyday text. */
function isFormula(tex: string, after = ''): boolean {
  if (/\s$/.test(tex) || tex.length > TEX_MAX || isBeside(after) || isVariable(after)) return false;
  return !NO_BEGINNING.test(tex[0]!) && hasPairs(tex);
}

/** Backslashes take the sign behind them, and behind these words brackets have no other. */
const BRACKET = /\\(?:(?:left|right|middle|[Bb]igg?[lrm]?)(?![A-Za-z])\s*[^\\]?|.)|[()[\]{}]/gsu;

const OPENING: Record<string, string> = { ')': '([', ']': '([', '}': '{' };

/** Whether every bracket has its other one; half-open intervals have one of either kind. */
function hasPairs(tex: string): boolean {
  const open: string[] = [];
  for (const [sign] of tex.matchAll(BRACKET)) {
    if (sign === '(' || sign === '[' || sign === '{') open.push(sign);
    else if (sign.length === 1 && !OPENING[sign]?.includes(open.pop() ?? '-')) return false;
  }
  return open.length === 0;
}

/** A formula between signs, or null where they would not be read as such between `before` and `after`. */
export function signedFormula(tex: string, before: string, after: string): string | null {
  const signed = `$${tex}$`;
  return formulaAt(`${before}${signed}${after}`, before.length)?.tex === tex ? signed : null;
}

/** Where the last dollar sign of a text stands that might end a formula, or -1. */
export function lastClosing(text: string): number {
  let at = text.lastIndexOf('$');
  const isNone = (after = '') => WORD.test(after) || isVariable(after);
  while (at > 0 && (/\s/.test(text[at - 1]!) || isNone(text[at + 1]))) at = text.lastIndexOf('$', at - 1);
  return at;
}

/** Whether the dollar sign at `at` of a text might begin a formula; what stands around the text is not known. */
export function mightOpen(text: string, at: number): boolean {
  const next = text[at + 1] ?? '';
  // A bracket that closes is written behind a backslash, with which a formula may begin.
  return !isBeside(text[at - 1]) && (next === ']' || !NO_BEGINNING.test(next));
}

/** The rule of the parser. */
export function inlineMath(state: StateInline, silent: boolean): boolean {
  const found = formulaAt(state.src, state.pos);
  if (!found || state.pos + found.length > state.posMax) return false;
  if (!silent) {
    const token = state.push('inline_math', '', 0);
    token.content = state.src.slice(state.pos, state.pos + found.length);
    token.meta = { tex: found.tex };
  }
  state.pos += found.length;
  return true;
}
