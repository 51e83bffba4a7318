// Lines of Word whose look says what they are, in what mammoth reads: boxes that a list draws, and titles of OneNote.
import { all, child, type MarkupElement, readTree } from '../../conversion/html/tree.ts';
import type { OpenPackage } from '../../reading/document-zip.ts';

/** Boxes of lists, also as letters of a font of signs. */
const BOXES: Record<string, string> = {
  ...{ '☐': '☐', '☑': '☑', '☒': '☒', '\uf06f': '☐', '\uf071': '☐', '\uf0a8': '☐', '\uf0fd': '☒', '\uf0fe': '☑' },
};

/** `number/level` of a list → the box before its items. */
export async function listBoxes(parts: OpenPackage): Promise<Map<string, string>> {
  const name = parts.names.find((one) => /\/numbering\.xml$/.test(one));
  const root = readTree(name ? await parts.text(name) : '', { xml: true });
  const drawn = new Map(all(root, 'w:abstractNum').map((list) => [list.attrs['w:abstractNumId'], boxesOf(list)]));
  return new Map(
    all(root, 'w:num').flatMap((list) => {
      const boxes = drawn.get(child(list, 'w:abstractNumId')?.attrs['w:val']) ?? [];
      return boxes.map(([level, box]): [string, string] => [`${list.attrs['w:numId']}/${level}`, box]);
    }),
  );
}

const boxesOf = (list: MarkupElement): [string, string][] =>
  all(list, 'w:lvl').flatMap((level): [string, string][] => {
    const box = BOXES[child(level, 'w:lvlText')?.attrs['w:val'] ?? ''];
    return box ? [[level.attrs['w:ilvl'] ?? '0', box]] : [];
  });

const ITEM =
  /(<w:pPr>(?:(?!<\/w:pPr>).)*?<w:numPr>((?:(?!<\/w:numPr>).)*)<\/w:numPr>(?:(?!<\/w:pPr>).)*<\/w:pPr>)((?:(?!<\/w:p>).)*)/gs;
const numberIn = (name: string, text: string): string => new RegExp(`<w:${name} w:val="(\\d+)"`).exec(text)?.[1] ?? '0';

/** The document with the boxes of its lists before their items; what is struck through whole is done. */
export function withListBoxes(xml: string, boxes: ReadonlyMap<string, string>): string {
  if (!boxes.size) return xml;
  return xml.replace(ITEM, (item, head: string, place: string, words: string) => {
    const box = boxes.get(`${numberIn('numId', place)}/${numberIn('ilvl', place)}`);
    const runs = words.match(/<w:r[ >](?:(?!<\/w:r>).)*<w:t[ >]/gs) ?? [];
    const isStruck = runs.length > 0 && runs.every((run) => /<w:strike(?:\/| w:val="(?:1|true|on)")/.test(run));
    const sign = isStruck ? '☑' : box;
    return box ? `${head}<w:r><w:t xml:space="preserve">${sign} </w:t></w:r>${words}` : item;
  });
}

const PARAGRAPH = '<w:p(?: [^<>]*)?>(?:(?!<w:pStyle|</w:p>).)*?';
/** Letters of 20 points, and a line in the grey of days below them. */
const TITLE = new RegExp(
  `(<w:p(?: [^<>]*)?>)(<w:pPr>)?((?:(?!<w:pStyle|</w:p>).)*?<w:sz w:val="40"/>(?:(?!<w:pStyle|</w:p>).)*</w:p>)(?=\\s*${PARAGRAPH}<w:color w:val="767676")`,
  'gs',
);

/** The document with titles of pages of OneNote as headings. */
export function withOneNoteTitles(xml: string): string {
  if (!xml.includes('w:val="767676"')) return xml;
  return xml.replace(TITLE, (_, start: string, properties: string | undefined, rest: string) =>
    properties
      ? `${start}<w:pPr><w:pStyle w:val="Heading1"/>${rest}`
      : `${start}<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${rest}`,
  );
}
