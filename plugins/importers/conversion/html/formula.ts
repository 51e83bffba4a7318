// Formulas of web pages as TeX: from the source that KaTeX, MathJax and MathML leave beside what they draw.
import { all, elementChildren, hasClass, type MarkupElement, markupNodeLine, markupNodeText } from './tree.ts';

export interface Formula {
  tex: string;
  display: boolean;
}

/** The formula an element is, or undefined when it is none. */
export function formulaOf(element: MarkupElement): Formula | undefined {
  const { tag, attrs } = element;
  if (tag === 'math') return { tex: texOfMath(element), display: attrs.display === 'block' };
  if (tag === 'script' && /^math\/tex/.test(attrs.type ?? ''))
    return { tex: markupNodeText(element).trim(), display: /mode=display/.test(attrs.type ?? '') };
  if (hasClass(element, 'katex-display', 'katex', 'katex-block')) {
    const math = all(element, 'math')[0];
    return math && { tex: texOfMath(math), display: hasClass(element, 'katex-display', 'katex-block') };
  }
  if (hasClass(element, 'math') && !all(element, 'math')[0]) {
    const tex = markupNodeText(element)
      .trim()
      .replace(/^(?:\\\(|\\\[|\$\$?)|(?:\\\)|\\\]|\$\$?)$/g, '');
    return { tex: tex.trim(), display: hasClass(element, 'display') };
  }
  return undefined;
}

/** The source that MathML carries, else its signs put into words of TeX. */
function texOfMath(math: MarkupElement): string {
  const source = all(math, 'annotation').find(({ attrs }) => /tex/i.test(attrs.encoding ?? ''));
  if (source) return markupNodeText(source).trim();
  return texLine(math.attrs.alttext ?? rowOf(math));
}

/** A source on one line; comments end with their lines, and would take what follows with them. */
export function texLine(tex: string): string {
  const lines = tex.split(/[\r\n]/);
  const last = lines.length - 1;
  return lines
    .map((line, at) => (at < last ? line.replace(/(\\.)|%.*/g, '$1') : line))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const SIGNS: Record<string, string> = {
  '⁢': ' ',
  '⁡': ' ',
  '−': '-',
  '×': '\\times ',
  '·': '\\cdot ',
  '⋅': '\\cdot ',
  '≤': '\\le ',
  '≥': '\\ge ',
  '≠': '\\ne ',
  '≈': '\\approx ',
  '∞': '\\infty ',
  '∑': '\\sum ',
  '∏': '\\prod ',
  '∫': '\\int ',
  '→': '\\to ',
  '…': '\\ldots ',
  '⋯': '\\cdots ',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '&': '\\&',
  '#': '\\#',
  _: '\\_',
};

const rowOf = (element: MarkupElement): string => elementChildren(element).map(partOf).join('');
const group = (element: MarkupElement | undefined): string => (element ? `{${partOf(element)}}` : '{}');

function partOf(element: MarkupElement): string {
  const parts = elementChildren(element);
  const [a, b, c] = parts;
  switch (element.tag) {
    case 'mi':
    case 'mn':
    case 'mo':
      return signs(markupNodeLine(element), element.tag);
    case 'mtext':
    case 'ms':
      return `\\text{${markupNodeLine(element).replace(/[{}\\]/g, '')}}`;
    case 'mspace':
      return ' ';
    case 'msup':
      return `${group(a)}^${group(b)}`;
    case 'msub':
      return `${group(a)}_${group(b)}`;
    case 'msubsup':
      return `${group(a)}_${group(b)}^${group(c)}`;
    case 'munder':
      return `${partOf(a ?? element)}_${group(b)}`;
    case 'mover':
      return `${group(a)}^${group(b)}`;
    case 'munderover':
      return `${partOf(a ?? element)}_${group(b)}^${group(c)}`;
    case 'mfrac':
      return `\\frac${group(a)}${group(b)}`;
    case 'msqrt':
      return `\\sqrt{${rowOf(element)}}`;
    case 'mroot':
      return `\\sqrt[${b ? partOf(b) : ''}]${group(a)}`;
    case 'mtable':
      return `\\begin{matrix}${parts.map(rowCells).join(' \\\\ ')}\\end{matrix}`;
    case 'annotation':
    case 'annotation-xml':
      return '';
    default:
      return rowOf(element);
  }
}

const rowCells = (row: MarkupElement): string => elementChildren(row).map(rowOf).join(' & ');

function signs(text: string, tag: string): string {
  if (tag === 'mi' && /^[A-Za-z]{2,}$/.test(text)) return `\\mathrm{${text}}`;
  return texSigns(text);
}

/** Signs of formulas in words of TeX; letters and what TeX takes as it is stay. */
export const texSigns = (text: string): string => [...text].map((sign) => SIGNS[sign] ?? sign).join('');
