/** Formulas within a line: `$…$`, and `$$…$$` as others write them. Prices and names of variables stay text. */
import type { StateInline } from 'markdown-it';

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
    if (tex && !/\s$/.test(tex) && !isBeside(source[at + whole.length])) return { tex, length: whole.length };
  }
  return null;
}

/** A formula between signs, or null where they would not be read as such between `before` and `after`. */
export function signedFormula(tex: string, before: string, after: string): string | null {
  const signed = `$${tex}$`;
  return formulaAt(`${before}${signed}${after}`, before.length)?.tex === tex ? signed : null;
}

/** Where the last dollar sign of a text stands that might end a formula, or -1. */
export function lastClosing(text: string): number {
  let at = text.lastIndexOf('$');
  while (at > 0 && (/\s/.test(text[at - 1]!) || WORD.test(text[at + 1] ?? ''))) at = text.lastIndexOf('$', at - 1);
  return at;
}

/** Whether the dollar sign at `at` of a text might begin a formula; what stands around the text is not known. */
export function mightOpen(text: string, at: number): boolean {
  return !isBeside(text[at - 1]) && !/\s/.test(text[at + 1] ?? '');
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
