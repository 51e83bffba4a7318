// Shapes, boxes and fields of Word in elements that mammoth reads: it passes over what only newer programs write, with all
// words in it.

import { all, type MarkupElement } from '../../conversion/html/tree.ts';
import { DRAWN_RULE } from './docx-colors.ts';

/** Codes of fields that stand around their text: as several elements they may lead somewhere. */
const FIELD = /<w:fldSimple\b[^<>]*?\bw:instr="([^"]*)"[^<>]*?(\/?)>/g;
const fieldSign = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;

/** Parts of a run that mammoth does not know, as ones that it reads in the same way. */
const KNOWN: [RegExp, string | ((...match: string[]) => string)][] = [
  [
    FIELD,
    (_, code = '', end) =>
      end
        ? ''
        : `${fieldSign('begin')}<w:r><w:instrText xml:space="preserve">${code}</w:instrText></w:r>${fieldSign('separate')}`,
  ],
  [/<\/w:fldSimple>/g, fieldSign('end')],
  [
    /<w:rt>((?:(?!<\/w:rt>).)*)<\/w:rt>\s*<w:rubyBase>((?:(?!<\/w:rubyBase>).)*)<\/w:rubyBase>/gs,
    '$2<w:t xml:space="preserve"> (</w:t>$1<w:t>)</w:t>',
  ],
  [/<(\/?)w:(?:dir|bdo|ruby)(?=[\s/>])/g, '<$1w:smartTag'],
  [/<(\/?)v:(?:oval|polyline|arc|curve|line)(?=[\s/>])/g, '<$1v:rect'],
  [/<w:cr\s*\/>/g, '<w:br/>'],
  [/<wp:docPr\b[^<>]*>/g, titledPicture],
];

/** No text holds it: it is no character. */
const TITLE_SIGN = '\ufdd3';

const attributeOf = (tag: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.trim() ?? '';

/** Mammoth takes the title of a picture only where it has no description: here it stands behind it. */
function titledPicture(tag: string): string {
  const [said, title] = [attributeOf(tag, 'descr'), attributeOf(tag, 'title')];
  return said && title && said !== title
    ? tag.replace(/\sdescr="[^"]*"/, () => ` descr="${said}${TITLE_SIGN}${title}"`)
    : tag;
}

/** Titles of pictures apart from their descriptions again. */
export function setPictureTitles(root: MarkupElement): void {
  for (const { attrs } of all(root, 'img')) {
    const [alt = '', title] = (attrs.alt ?? '').split(TITLE_SIGN);
    if (title) Object.assign(attrs, { alt, title });
  }
}

const DRAWN = /<(\/?)(mc:AlternateContent|w:drawing|w:pict)(?=[\s/>])[^<>]*?(\/?)>/g;

/** The document with the words of what is drawn, and what a shape leads to. */
export const withDrawingWords = (xml: string): string =>
  wordedDrawings(KNOWN.reduce((text, [part, like]) => text.replace(part, like as string), xml));

function wordedDrawings(known: string): string {
  let [worded, end, start, depth, outer] = ['', 0, 0, 0, ''];
  for (const { 0: tag, 1: isEnd, 2: name = '', 3: isEmpty, index } of known.matchAll(DRAWN)) {
    if (isEmpty || (depth > 0 && name !== outer)) continue;
    if (!isEnd && depth++ === 0) [start, outer] = [index, name];
    if (!isEnd || --depth > 0) continue;
    const drawn = known.slice(start, index + tag.length);
    worded += known.slice(end, start) + (name === 'w:pict' ? withShapeWords(drawn) : withAlternativeWords(drawn));
    end = index + tag.length;
  }
  return worded + known.slice(end);
}

const BOX = /<w:txbxContent>.*?<\/w:txbxContent>/gs;
const words = (said: string): string => `<w:t xml:space="preserve">${said}</w:t>`;

/** Of what newer programs draw: mammoth reads what stands there for older ones, or a picture. */
function withAlternativeWords(drawn: string): string {
  const [newer = ''] = drawn.split('<mc:Fallback', 1);
  // A picture for older ones shows the words, but does not say them.
  if (newer !== drawn)
    return titleWords(newer) + drawn + (drawn.includes('<w:txbxContent>', newer.length) ? '' : boxesIn(newer));
  const own = drawn.replace(/<\/?mc:(?:AlternateContent|Choice)\b[^<>]*>/g, '');
  return titleWords(own) + own + boxesIn(own);
}

const boxesIn = (drawn: string): string =>
  [...drawn.matchAll(BOX)]
    .map(([box]) => `<w:pict><v:rect><v:textbox>${wordedDrawings(box)}</v:textbox></v:rect></w:pict>`)
    .join('');

/** What describes a shape, and where it leads; pictures have both from mammoth. */
function titleWords(drawn: string): string {
  const [, attributes = '', rest = ''] = /<wp:docPr\b([^<>]*)>(.*)/s.exec(drawn) ?? [];
  if (/<a:graphicData\b[^<>]*\/picture"/.exec(rest)) return '';
  const text = attributeOf(attributes, 'descr').replace(TITLE_SIGN, ' – ') || attributeOf(attributes, 'title');
  const [, link] = /^\s*<a:hlinkClick\b[^<>]*?\br:id="([^"]+)"/.exec(rest) ?? [];
  if (!link) return text && words(text);
  return `<w:hyperlink r:id="${link}"><w:r>${words(text || attributeOf(attributes, 'name'))}</w:r></w:hyperlink>`;
}

/** The same of what older ones drew, and the words of drawn letters. */
function withShapeWords(drawn: string): string {
  if (/<v:rect\b[^<>]*?\so:hr="t(?:rue)?"/.test(drawn)) return words(DRAWN_RULE);
  const said = [...drawn.matchAll(/<v:\w+\b[^<>]*?\s(?:alt|href|string)="[^<>]*>/g)].flatMap(([tag]) =>
    [...tag.matchAll(/\s(alt|href|string)="([^"]+)"/g)].map(([, name = '', text = '']) => ({ name, text })),
  );
  const alt = said.find(({ name }) => name === 'alt')?.text;
  const isPicture = /<v:imagedata\b/.test(drawn);
  const shown = alt && isPicture ? drawn.replace(/(<v:imagedata\b[^<>]*?)\so:title="[^"]*"/, '$1') : drawn;
  const named = alt ? shown.replace('<v:imagedata', `<v:imagedata o:title="${alt}"`) : shown;
  const beside = said.filter(({ name }) => !(isPicture && name === 'alt')).map(({ text }) => text);
  return (beside.length ? words(beside.join(' ')) : '') + named;
}
