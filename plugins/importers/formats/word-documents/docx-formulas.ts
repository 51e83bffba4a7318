// Formulas of Word, which mammoth passes over with all letters in them: as TeX between signs that it takes for text.
import {
  elementsIn,
  isElement,
  type MarkupElement,
  type MarkupNode,
  madeElement,
  readTree,
} from '../../conversion/html/tree.ts';
import { ommlToTex } from './omml.ts';

/** Code points that are no characters: no text has them. */
const WITHIN = '\ufdd0';
const ALONE = '\ufdd1';
const END = '\ufdd2';
const SIGNS = /[\ufdd0-\ufdd2]/g;
const MARKED = /([\ufdd0\ufdd1])([^\ufdd0-\ufdd2]*)\ufdd2/;

const BEGINNING = /<m:oMath(Para)?(?: [^<>]*)?>/g;

const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** The document with the TeX of each formula in its place; those of a paragraph of their own are apart. */
export function withMarkedFormulas(xml: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { 0: tag, 1: para = '', index } of xml.matchAll(BEGINNING)) {
    if (index < done) continue;
    const end = xml.indexOf(`</m:oMath${para}>`, index + tag.length);
    if (end < 0) break;
    pieces.push(xml.slice(done, index));
    done = end + `</m:oMath${para}>`.length;
    pieces.push(markedRun(xml.slice(index, done), para !== ''));
  }
  return done ? pieces.join('') + xml.slice(done) : xml;
}

function markedRun(formula: string, isAlone: boolean): string {
  const root = readTree(formula, { xml: true });
  const marked = [...elementsIn(root)]
    .filter(({ tag }) => tag === 'm:oMath')
    .map((one) => ommlToTex(one).replace(SIGNS, ''))
    .filter((tex) => tex.trim())
    .map((tex) => `${isAlone ? ALONE : WITHIN}${tex}${END}`);
  return `<w:r><w:t xml:space="preserve">${escapeXml(marked.join(''))}</w:t></w:r>`;
}

/** Makes elements of the formulas that stand marked in text. */
export function setFormulas(root: MarkupElement): void {
  for (const element of [root, ...elementsIn(root)])
    element.children = element.children.flatMap((node) => (isElement(node) ? [node] : formulasIn(node)));
}

function formulasIn(text: string): MarkupNode[] {
  const nodes: MarkupNode[] = [];
  let rest = text;
  for (let found = MARKED.exec(rest); found; found = MARKED.exec(rest)) {
    const [whole, sign, tex = ''] = found;
    const type = sign === ALONE ? 'math/tex; mode=display' : 'math/tex';
    nodes.push(rest.slice(0, found.index), madeElement('script', [tex], { type }));
    rest = rest.slice(found.index + whole.length);
  }
  return [...nodes, rest].filter((node) => node !== '');
}
