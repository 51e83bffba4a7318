// Colours of Word's text and cells and its drawn rules, in what mammoth reads: it knows highlights alone, by their names.
import { PALETTE } from '../../../blocks/value-rules.ts';
import { paletteOf } from '../../conversion/html/style.ts';
import { all, elementsIn, isElement, type MarkupElement, markupNodeText } from '../../conversion/html/tree.ts';
import { replaceElements } from './docx-elements.ts';

/** Names of highlights that no palette has. */
const HIGHLIGHTS: Record<string, string> = {
  ...{ yellow: 'yellow', green: 'green', cyan: 'blue', magenta: 'pink', blue: 'blue', red: 'red', darkBlue: 'blue' },
  ...{ darkCyan: 'blue', darkGreen: 'green', darkMagenta: 'purple', darkRed: 'red', darkYellow: 'yellow' },
  ...{ darkGray: 'gray', lightGray: 'gray' },
};

/** For mammoth: what highlights become, also those in which colours of another kind come here. */
export const COLOR_STYLES = [
  ...Object.entries(HIGHLIGHTS).map(
    ([name, color]) => `highlight[color='${name}'] => mark.highlight-${color}_background`,
  ),
  ...PALETTE.flatMap((color) => [
    `highlight[color='ground-${color}'] => mark.highlight-${color}_background`,
    `highlight[color='ink-${color}'] => span.highlight-${color}`,
    ...PALETTE.map(
      (ground) =>
        `highlight[color='${color}-on-${ground}'] => mark.highlight-${ground}_background > span.highlight-${color}`,
    ),
  ]),
];

const fillOf = (look: string): string | undefined => paletteOf(hexIn(look, /<w:shd\b[^<>]*?\sw:fill="(\w{6})"/));
const hexIn = (look: string, attribute: RegExp): string => `#${attribute.exec(look)?.[1]?.toLowerCase() ?? ''}`;

/** No text holds it: it is no character. */
const SIGN = '\ufdd2';
export const DRAWN_RULE = `${SIGN}rule`;

/** The document with colours of letters and behind them as highlights, and those of cells as signs in front of their text. */
export function withColors(xml: string): string {
  const letters = /<w:(?:shd|color) /.test(xml) ? replaceElements(xml, 'w:rPr', highlighted) : xml;
  return replaceElements(letters, 'w:tcPr', (look) => {
    const fill = fillOf(look);
    return fill ? `${look}<w:p><w:r><w:t>${SIGN}${fill}</w:t></w:r></w:p>` : look;
  });
}

const HIGHLIGHT = /<w:highlight\b[^<>]*?\sw:val="(\w+)"[^<>]*\/>/;

/** Letters that have a colour in front of one have a name for both. */
function highlighted(look: string): string {
  const ground = HIGHLIGHTS[HIGHLIGHT.exec(look)?.[1] ?? ''] ?? fillOf(look);
  const ink = paletteOf(hexIn(look, /<w:color\b[^<>]*?\sw:val="(\w{6})"/));
  if (!ink && HIGHLIGHT.test(look)) return look;
  const name = ground && ink ? `${ink}-on-${ground}` : ground ? `ground-${ground}` : ink && `ink-${ink}`;
  return name ? look.replace(HIGHLIGHT, '').replace('</w:rPr>', `<w:highlight w:val="${name}"/></w:rPr>`) : look;
}

/** Reads the signs; links and headings have colours by what they are. */
export function setColors(root: MarkupElement): void {
  for (const element of elementsIn(root)) {
    if (element.tag === 'td' || element.tag === 'th') colorCell(element);
    if (element.tag === 'p' && markupNodeText(element).trim() === DRAWN_RULE)
      Object.assign(element, { tag: 'hr', children: [] });
  }
  for (const element of all(root, 'a', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'))
    for (const span of all(element, 'span')) if (span.attrs.class?.startsWith('highlight-')) delete span.attrs.class;
}

function colorCell(cell: MarkupElement): void {
  const [first] = cell.children;
  const [, color] = /^\ufdd2(\w+)$/.exec(first && isElement(first) ? markupNodeText(first) : '') ?? [];
  if (!color) return;
  cell.attrs['data-color'] = color;
  cell.children.shift();
}
