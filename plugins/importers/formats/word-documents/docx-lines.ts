// Lines of Word whose look says what they are, in what mammoth reads: boxes that a list draws, and titles of OneNote.
import { all, child, type MarkupElement, readTree } from '../../conversion/html/tree.ts';
import type { OpenPackage } from '../../reading/document-zip.ts';
import { insideOf, replaceElements } from './docx-elements.ts';

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

const numberIn = (name: string, text: string): string => new RegExp(`<w:${name} w:val="(\\d+)"`).exec(text)?.[1] ?? '0';
const STRUCK = /<w:strike(?:\/| w:val="(?:1|true|on)")/;

/** The document with the boxes of its lists before their items; what is struck through whole is done. */
export function withListBoxes(xml: string, boxes: ReadonlyMap<string, string>): string {
  if (!boxes.size) return xml;
  return replaceElements(xml, 'w:p', (line) => {
    const properties = insideOf(line, 'w:pPr');
    const place = properties && insideOf(properties, 'w:numPr');
    const box = place && boxes.get(`${numberIn('numId', place)}/${numberIn('ilvl', place)}`);
    if (!box) return line;
    const [head, ...words] = line.split('</w:pPr>');
    const runs = words
      .join('')
      .split('</w:r>')
      .filter((run) => /<w:t[ >]/.test(run));
    const sign = runs.length > 0 && runs.every((run) => STRUCK.test(run)) ? '☑' : box;
    return `${head}</w:pPr><w:r><w:t xml:space="preserve">${sign} </w:t></w:r>${words.join('</w:pPr>')}`;
  });
}

/** Letters of 20 points, and a line in the grey of days below them. */
const isTitle = (line: string): boolean => line.includes('<w:sz w:val="40"/>') && !line.includes('<w:pStyle');
const isDay = (line: string): boolean => line.includes('<w:color w:val="767676"') && !line.includes('<w:pStyle');

/** The document with titles of pages of OneNote as headings. */
export function withOneNoteTitles(xml: string): string {
  if (!xml.includes('w:val="767676"')) return xml;
  const lines: string[] = [];
  replaceElements(xml, 'w:p', (line) => {
    lines.push(line);
    return line;
  });
  let at = 0;
  return replaceElements(xml, 'w:p', (line) => {
    at += 1;
    if (!isTitle(line) || !isDay(lines[at] ?? '')) return line;
    const style = '<w:pStyle w:val="Heading1"/>';
    return line.includes('<w:pPr>')
      ? line.replace('<w:pPr>', `<w:pPr>${style}`)
      : line.replace('>', `><w:pPr>${style}</w:pPr>`);
  });
}
