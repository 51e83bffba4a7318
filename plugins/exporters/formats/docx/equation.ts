// Formulas as equations of Word (OMML, ECMA-376 part 1, 22.1), which are edited there and calculated with.
import { xmlText } from '../../../../core/views/html-escape.ts';
import { DocumentElement } from './document-element.ts';
import { bareElement, type MathElement, mathTree } from './mathml-tree.ts';

type Part = DocumentElement;
const el = (name: string, ...children: (Part | string)[]): Part => new DocumentElement(`m:${name}`, {}, ...children);
const val = (name: string, value: string): Part => new DocumentElement(`m:${name}`, { 'm:val': value });
const set = (name: string, ...settings: Part[]): Part => el(`${name}Pr`, ...settings);

/** An equation of a line of text. */
export const equationOf = (mathml: string): Part => el('oMath', ...rowOf(mathTree(mathml).children));

/** One between lines. */
export const equationLine = (mathml: string): Part => el('oMathPara', equationOf(mathml));

const BIG = new Set('∑∏∐∫∬∭∮⋃⋂⋁⋀⨁⨂⨄⨆');
const SIDES = new Set(['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover']);

const partsOf = (element: MathElement | undefined): Part[] => (element ? rowOf([element]) : []);
const arg = (name: string, element: MathElement | undefined): Part => el(name, ...partsOf(element));
const base = (element: MathElement | undefined): Part => arg('e', element);

/** Elements beside each other; signs of sums, and what stands before something, take the next one. */
function rowOf(elements: MathElement[]): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < elements.length; at++) {
    const element = elements[at] as MathElement;
    const beside = SIDES.has(element.tag) ? bareElement(element.children[0] ?? element) : undefined;
    if (beside && BIG.has(beside.text.trim())) {
      // A sign behind it says that nothing is summed.
      const isSummed = elements[at + 1] && elements[at + 1]?.tag !== 'mo';
      parts.push(sumOf(element, beside.text.trim(), isSummed ? elements[++at] : undefined));
    } else if (beside && isEmpty(beside)) parts.push(signsBefore(element, elements[++at]));
    else parts.push(...(WRITERS[element.tag] ?? insideOf)(element));
  }
  return parts;
}

const isEmpty = ({ children, text }: MathElement): boolean => !children.length && !text.trim();

/** Of an element that has none of its own to stand beside, as isotopes are written. */
function signsBefore(element: MathElement, next: MathElement | undefined): Part {
  const { below, above } = sidesOf(element);
  return el('sPre', arg('sub', below), arg('sup', above), base(next));
}

function insideOf({ children }: MathElement): Part[] {
  const [first, last] = [children[0], children.at(-1)];
  return children.length > 1 && (isFence(first) || isFence(last)) ? [bracketsOf(children)] : rowOf(children);
}

const isFence = (element: MathElement | undefined): boolean => element?.attrs.fence === 'true';

/** Bars of TeX are signs of their own, which Word does not stretch. */
const fenceText = (element: MathElement | undefined): string => (element?.text ?? '').replace('∣', '|');

/** Of a pair of which one is not drawn, there is only the other one; Word has one sign between all parts. */
function bracketsOf(children: MathElement[]): Part {
  const [from, to] = [children[0], children.at(-1)].map((one) => (isFence(one) ? one : undefined));
  const inside = children.slice(from ? 1 : 0, to ? -1 : undefined);
  const between = new Set(inside.filter(isFence).map(fenceText));
  const groups: MathElement[][] = [[]];
  for (const one of inside) {
    if (isFence(one) && between.size === 1) groups.push([]);
    else groups.at(-1)?.push(one);
  }
  const settings = set(
    'd',
    val('begChr', fenceText(from)),
    ...(between.size === 1 ? [...between].map((sign) => val('sepChr', sign)) : []),
    val('endChr', fenceText(to)),
  );
  return el('d', settings, ...groups.map((group) => el('e', ...rowOf(group))));
}

/** What stands below and above, by the name of the element. */
function sidesOf({ tag, children }: MathElement): { below?: MathElement; above?: MathElement } {
  const [, one, two] = children;
  if (tag === 'msubsup' || tag === 'munderover') return { below: one, above: two };
  return tag === 'msup' || tag === 'mover' ? { above: one } : { below: one };
}

function sumOf(element: MathElement, sign: string, next: MathElement | undefined): Part {
  const { below, above } = sidesOf(element);
  const settings = set(
    'nary',
    val('chr', sign),
    val('limLoc', element.tag.startsWith('ms') ? 'subSup' : 'undOvr'),
    ...(below ? [] : [val('subHide', '1')]),
    ...(above ? [] : [val('supHide', '1')]),
  );
  return el('nary', settings, arg('sub', below), arg('sup', above), base(next));
}

const STYLES: Record<string, Part[]> = {
  normal: [val('sty', 'p')],
  bold: [val('sty', 'b')],
  'bold-italic': [val('sty', 'bi')],
  'double-struck': [val('scr', 'double-struck')],
  fraktur: [val('scr', 'fraktur')],
  monospace: [val('scr', 'monospace')],
  'sans-serif': [val('scr', 'sans-serif')],
  script: [val('scr', 'script')],
};

/** Says that what is before it is a function, which needs no sign. */
const APPLIED = '\u2061';

function runOf(element: MathElement): Part[] {
  // KaTeX puts into signs what is to be spaced like one.
  if (element.children.length) return rowOf(element.children);
  const { tag, text, attrs } = element;
  if (!text || text === APPLIED) return [];
  const upright = tag === 'mi' && text.length > 1 && /^[A-Za-z]+$/.test(text) ? STYLES.normal : undefined;
  const settings = tag === 'mtext' ? [el('nor')] : (STYLES[attrs.mathvariant ?? ''] ?? upright ?? []);
  const words = new DocumentElement('m:t', { 'xml:space': 'preserve' }, xmlText(text.replaceAll('\u00a0', ' ')));
  return [el('r', ...(settings.length ? [set('r', ...settings)] : []), words)];
}

const accent = (chr: string, one: MathElement): Part => el('acc', set('acc', val('chr', chr)), base(one));
const ACCENTS: Record<string, string> = {
  ...{ '^': '\u0302', '~': '\u0303', '˜': '\u0303', ˉ: '\u0304', '˘': '\u0306', '˙': '\u0307', '¨': '\u0308' },
  ...{ ˇ: '\u030c', ˋ: '\u0300', '`': '\u0300', ˊ: '\u0301', '´': '\u0301', '⃗': '\u20d7' },
};
const LINES = new Set(['‾', '¯', '_', '\u0332']);

/** Something above or below: an accent, a line, a brace, or other parts of the formula. */
function limitOf(element: MathElement): Part[] {
  const [one, ...beside] = element.children;
  if (!one) return [];
  const at = element.tag === 'mover' ? 'top' : 'bot';
  const sign = bareElement(beside[0] ?? one).text.trim();
  if (LINES.has(sign)) return [el('bar', set('bar', val('pos', at)), base(one))];
  if (at === 'top' && ACCENTS[sign] && element.attrs.accent === 'true') return [accent(ACCENTS[sign], one)];
  if (beside[0]?.attrs.stretchy === 'true')
    return [el('groupChr', set('groupChr', val('chr', sign), val('pos', at)), base(one))];
  const { below, above } = sidesOf(element);
  const lower = below ? el('limLow', base(one), arg('lim', below)) : undefined;
  if (!above) return lower ? [lower] : [];
  return [el('limUpp', lower ? el('e', lower) : base(one), arg('lim', above))];
}

/** Lines below each other, of which every second part begins below those above it, or rows of cells. */
function tableOf({ attrs, children }: MathElement): Part[] {
  const cells = children.map((row) => row.children.map((cell) => rowOf(cell.children)));
  if (!attrs.columnalign?.startsWith('right left'))
    return [el('m', ...cells.map((row) => el('mr', ...row.map((cell) => el('e', ...cell)))))];
  const mark = () => el('r', el('t', '&'));
  return [el('eqArr', ...cells.map((row) => el('e', ...row.flatMap((cell, at) => (at ? [mark(), ...cell] : cell)))))];
}

const WRITERS: Record<string, (element: MathElement) => Part[]> = {
  mi: runOf,
  mn: runOf,
  mo: runOf,
  mtext: runOf,
  mspace: ({ attrs }) => (Number.parseFloat(attrs.width ?? '') >= 0.5 ? [el('r', el('t', '\u2003'))] : []),
  msup: ({ children: [one, above] }) => [el('sSup', base(one), arg('sup', above))],
  msub: ({ children: [one, below] }) => [el('sSub', base(one), arg('sub', below))],
  msubsup: ({ children: [one, below, above] }) => [el('sSubSup', base(one), arg('sub', below), arg('sup', above))],
  munder: limitOf,
  mover: limitOf,
  munderover: limitOf,
  mfrac: ({ attrs, children: [over, under] }) => [
    el(
      'f',
      ...(/^0/.test(attrs.linethickness ?? '') ? [set('f', val('type', 'noBar'))] : []),
      arg('num', over),
      arg('den', under),
    ),
  ],
  msqrt: ({ children }) => [el('rad', set('rad', val('degHide', '1')), el('deg'), el('e', ...rowOf(children)))],
  mroot: ({ children: [one, degree] }) => [el('rad', arg('deg', degree), base(one))],
  mtable: tableOf,
  mphantom: ({ children }) => [el('phant', set('phant', val('show', '0')), el('e', ...rowOf(children)))],
  menclose: ({ children, attrs }) =>
    attrs.notation === 'box' ? [el('borderBox', el('e', ...rowOf(children)))] : rowOf(children),
};
