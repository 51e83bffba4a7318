// Formulas as Word writes them (OMML, ECMA-376 part 1, 22.1) as TeX.
import { texSigns } from '../../conversion/html/formula.ts';
import { child, elementChildren, type MarkupElement, markupNodeText } from '../../conversion/html/tree.ts';

/** What a formula of Word says, in TeX; of parts that are not known, what they hold. */
export const ommlToTex = (formula: MarkupElement): string => rowOf(formula).replace(/ {2,}/g, ' ').trim();

/** What somebody has taken out, and others have not agreed to yet. */
const DELETED = new Set(['w:del', 'w:moveFrom']);

const partsIn = (element: MarkupElement): MarkupElement[] =>
  elementChildren(element).filter(({ tag }) => !DELETED.has(tag));
const rowOf = (element: MarkupElement | undefined): string => (element ? partsIn(element).map(partOf).join('') : '');
const group = (element: MarkupElement | undefined): string => `{${rowOf(element)}}`;

/** A setting of a part, e.g. `chr` of `m:naryPr`; undefined where it is not set. */
function settingOf(element: MarkupElement, name: string): string | undefined {
  const settings = elementChildren(element).find(({ tag }) => tag.endsWith('Pr'));
  const set = settings && child(settings, `m:${name}`);
  return set && (set.attrs['m:val'] ?? '');
}

/** Whether something is switched on: by its name alone, too. */
const isOn = (element: MarkupElement, name: string): boolean =>
  ['', '1', 'on', 'true'].includes(settingOf(element, name) ?? 'off');

const part = (element: MarkupElement, name: string): MarkupElement | undefined => child(element, `m:${name}`);

/** An entry of a table, whose keys are what documents say. */
const entry = <T>(table: Record<string, T>, key = ''): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

type Writer = (element: MarkupElement) => string;

const WRITERS: Record<string, Writer> = {
  'm:r': runOf,
  'm:f': fractionOf,
  'm:sSup': (one) => `${base(one)}^${group(part(one, 'sup'))}`,
  'm:sSub': (one) => `${base(one)}_${group(part(one, 'sub'))}`,
  'm:sSubSup': (one) => `${base(one)}_${group(part(one, 'sub'))}^${group(part(one, 'sup'))}`,
  'm:sPre': (one) => `{}_${group(part(one, 'sub'))}^${group(part(one, 'sup'))}${base(one)}`,
  'm:rad': rootOf,
  'm:nary': sumOf,
  'm:d': bracketsOf,
  'm:func': (one) => `${nameOf(part(one, 'fName'))} ${rowOf(part(one, 'e'))}`,
  'm:limLow': (one) => limitOf(one, '_', '\\underset'),
  'm:limUpp': (one) => limitOf(one, '^', '\\overset'),
  'm:acc': (one) => withSign(ACCENTS, one, settingOf(one, 'chr') ?? '\u0302', 'top'),
  'm:bar': (one) => `${settingOf(one, 'pos') === 'top' ? '\\overline' : '\\underline'}${group(part(one, 'e'))}`,
  'm:groupChr': (one) => withSign(BRACES, one, settingOf(one, 'chr') ?? '⏟', settingOf(one, 'pos') ?? 'bot'),
  'm:borderBox': (one) => `\\boxed${group(part(one, 'e'))}`,
  'm:phant': (one) => (settingOf(one, 'show') === '0' ? `\\phantom${group(part(one, 'e'))}` : rowOf(part(one, 'e'))),
  'm:m': (one) =>
    tableOf(
      'matrix',
      elementChildren(one, 'm:mr').map((row) => elementChildren(row, 'm:e').map(rowOf)),
    ),
  'm:eqArr': (one) =>
    tableOf(
      'aligned',
      elementChildren(one, 'm:e').map((row) => [alignedRow(row)]),
    ),
};

function partOf(element: MarkupElement): string {
  if (element.tag.endsWith('Pr')) return '';
  return entry(WRITERS, element.tag)?.(element) ?? rowOf(element);
}

/** What is raised or lowered beside: a single sign needs no braces. */
function base(element: MarkupElement): string {
  const tex = rowOf(part(element, 'e'));
  return /^(?:[\p{L}\d]|\\[A-Za-z]+ ?)$/u.test(tex) ? tex.trim() : `{${tex}}`;
}

/** Commands for letters of another look, by what Word calls it. */
const SCRIPTS: Record<string, string> = {
  'double-struck': '\\mathbb',
  fraktur: '\\mathfrak',
  monospace: '\\mathtt',
  'sans-serif': '\\mathsf',
  script: '\\mathcal',
};
const STYLES: Record<string, string> = { b: '\\mathbf', bi: '\\boldsymbol' };

/** Functions that TeX knows by name. */
const FUNCTIONS = new Set(
  (
    'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr ' +
    'sec sin sinh sup tan tanh'
  ).split(' '),
);

function runOf(run: MarkupElement): string {
  const text = elementChildren(run, 'm:t', 'w:t').map(markupNodeText).join('');
  if (!text) return '';
  if (isOn(run, 'nor'))
    return `\\text{${text.replace(/[\\{}$%&#_^~]/g, (sign) => entry(IN_WORDS, sign) ?? `\\${sign}`)}}`;
  const tex = texOfText(text);
  const style = entry(SCRIPTS, settingOf(run, 'scr')) ?? entry(STYLES, settingOf(run, 'sty'));
  if (style) return `${style}{${tex}}`;
  if (FUNCTIONS.has(text.trim())) return `\\${text.trim()} `;
  return settingOf(run, 'sty') === 'p' && /^\p{L}{2,}$/u.test(text) ? `\\mathrm{${tex}}` : tex;
}

const COMMANDS: Record<string, string> = {
  '\\': '\\backslash ',
  '^': '\\hat{}',
  '~': '\\sim ',
  $: '\\$',
  '\u00a0': '~',
};

/** Signs that words of a formula have in other words than the formula. */
const IN_WORDS: Record<string, string> = {
  ...{ '\\': '\\textbackslash{}', '^': '\\textasciicircum{}', '~': '\\textasciitilde{}' },
};

/** A stroke through a sign is one sign with it where there is one. */
const texOfText = (text: string): string =>
  [...text.normalize('NFC')].map((sign) => entry(COMMANDS, sign) ?? texSigns(sign)).join('');

function fractionOf(fraction: MarkupElement): string {
  const [over, under] = [group(part(fraction, 'num')), group(part(fraction, 'den'))];
  const type = settingOf(fraction, 'type');
  if (type === 'lin' || type === 'skw') return `${over}/${under}`;
  return type === 'noBar' ? `\\genfrac{}{}{0pt}{}${over}${under}` : `\\frac${over}${under}`;
}

function rootOf(root: MarkupElement): string {
  const degree = isOn(root, 'degHide') ? '' : rowOf(part(root, 'deg'));
  return `\\sqrt${degree && `[{${degree}}]`}${group(part(root, 'e'))}`;
}

const SUMS: Record<string, string> = {
  ...{ '∑': '\\sum', '∏': '\\prod', '∐': '\\coprod', '∫': '\\int', '∬': '\\iint', '∭': '\\iiint', '∮': '\\oint' },
  ...{ '⋃': '\\bigcup', '⋂': '\\bigcap', '⋁': '\\bigvee', '⋀': '\\bigwedge', '⨁': '\\bigoplus', '⨂': '\\bigotimes' },
};

function sumOf(sum: MarkupElement): string {
  const sign = settingOf(sum, 'chr') ?? '∫';
  const name = entry(SUMS, sign) ?? `\\mathop{${texOfText(sign)}}`;
  const limits = settingOf(sum, 'limLoc') === 'undOvr' ? '\\limits' : '';
  const side = (mark: string, at: 'sub' | 'sup') => {
    const tex = isOn(sum, `${at}Hide`) ? '' : rowOf(part(sum, at));
    return tex && `${mark}{${tex}}`;
  };
  const sides = side('_', 'sub') + side('^', 'sup');
  return `${name}${sides && limits}${sides}{${rowOf(part(sum, 'e'))}}`;
}

const BRACKETS: Record<string, string> = {
  ...{ '{': '\\{', '}': '\\}', '⟨': '\\langle ', '〈': '\\langle ', '⟩': '\\rangle ', '〉': '\\rangle ', '|': '|' },
  ...{ '⌊': '\\lfloor ', '⌋': '\\rfloor ', '⌈': '\\lceil ', '⌉': '\\rceil ', '‖': '\\|', '∥': '\\|', '/': '/' },
  ...{ '(': '(', ')': ')', '[': '[', ']': ']', '∣': '|', '<': '<', '>': '>' },
  ...{ '↑': '\\uparrow ', '↓': '\\downarrow ', '↕': '\\updownarrow ', '\\': '\\backslash ' },
};
/** One that is empty is not drawn; one that TeX cannot stretch stands there as it is. */
const bracket = (sign: string): string => entry(BRACKETS, sign) ?? `.${texOfText(sign)}`;

function bracketsOf(element: MarkupElement): string {
  const [from, to] = [settingOf(element, 'begChr') ?? '(', settingOf(element, 'endChr') ?? ')'];
  const between = settingOf(element, 'sepChr') ?? '|';
  const separator = entry(BRACKETS, between) ? `\\middle${bracket(between)}` : texOfText(between);
  const inside = elementChildren(element, 'm:e').map(rowOf).join(separator);
  const after = entry(BRACKETS, to) ? '' : texOfText(to);
  return `\\left${bracket(from)}${inside}${after}\\right${entry(BRACKETS, to) ?? '.'}`;
}

/** The name of a function, which may have a limit of its own. */
function nameOf(element: MarkupElement | undefined): string {
  const tex = rowOf(element);
  const word = /^(?:\\mathrm\{)?(\p{L}{2,})\}?$/u.exec(tex)?.[1];
  return word ? `\\operatorname{${word}}` : tex.trim();
}

function limitOf(element: MarkupElement, mark: string, command: string): string {
  const tex = rowOf(part(element, 'e')).trim();
  const limit = group(part(element, 'lim'));
  const takes = /^\\(?:lim|liminf|limsup|max|min|sup|inf|det|gcd|Pr|underbrace|overbrace)\b/.test(tex);
  return takes ? `${tex}${mark}${limit}` : `${command}${limit}{${tex}}`;
}

const ACCENTS: Record<string, string> = {
  ...{ '\u0300': '\\grave', '\u0301': '\\acute', '\u0302': '\\hat', '\u0303': '\\tilde', '\u0304': '\\bar' },
  ...{ '\u0305': '\\overline', '\u0306': '\\breve', '\u0307': '\\dot', '\u0308': '\\ddot', '\u030c': '\\check' },
  ...{ '\u20d7': '\\vec', '\u20d6': '\\overleftarrow', '\u20e1': '\\overleftrightarrow' },
  ...{
    '\u0332': '\\underline',
    '⟶': '\\overrightarrow',
    '^': '\\hat',
    '~': '\\tilde',
    '¯': '\\bar',
    '→': '\\vec',
    '˙': '\\dot',
    '¨': '\\ddot',
  },
};

const BRACES: Record<string, string> = {
  ...{
    '⏟': '\\underbrace',
    '⏞': '\\overbrace',
    '→': '\\overrightarrow',
    '←': '\\overleftarrow',
    '⏠': '\\overgroup',
    '↔': '\\overleftrightarrow',
  },
};

/** Something with a sign above or below it. */
function withSign(table: Record<string, string>, element: MarkupElement, sign: string, at: string): string {
  const over = at === 'top' ? '\\overset' : '\\underset';
  const command = entry(table, sign) ?? (sign ? `${over}{${texOfText(sign)}}` : '');
  return `${command}${group(part(element, 'e'))}`;
}

const tableOf = (name: string, rows: string[][]): string =>
  `\\begin{${name}}${rows.map((row) => row.join(' & ')).join(' \\\\ ')}\\end{${name}}`;

/** In lines below each other, `&` between their parts says what stands below what. */
const alignedRow = (row: MarkupElement): string =>
  partsIn(row)
    .map((one) => (one.tag === 'm:r' && !isOn(one, 'nor') ? partOf(one).replaceAll('\\&', '&') : partOf(one)))
    .join('');
