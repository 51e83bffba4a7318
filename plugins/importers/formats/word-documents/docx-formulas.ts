// Formulas of Word, which mammoth passes over with all letters in them: as TeX between signs that it takes for text.
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import {
  elementChildren,
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

/** Beginnings and ends of formulas, and of paragraphs of them. */
const TAGS = /<(\/?)m:oMath(Para)?(?:\s[^<>]*)?>/g;
const EMPTY = /<m:oMath(?:Para)?(?:\s[^<>]*)?\/>/g;

/** The document with the TeX of each formula in its place; those of a paragraph of their own are apart. */
export function withMarkedFormulas(document: string): string {
  const xml = document.replace(EMPTY, '');
  const pieces: string[] = [];
  let [done, start, depth] = [0, 0, 0];
  let isAlone = false;
  for (const { 0: tag, 1: end, 2: para, index } of xml.matchAll(TAGS)) {
    if (!end && depth++ === 0) [start, isAlone] = [index, para !== undefined];
    if (!end || depth === 0 || --depth > 0) continue;
    pieces.push(xml.slice(done, start), markedRun(xml.slice(start, index + tag.length), isAlone));
    done = index + tag.length;
  }
  return done ? pieces.join('') + xml.slice(done) : xml;
}

function markedRun(formula: string, isAlone: boolean): string {
  const marked = formulasBelow(readTree(formula, { xml: true }))
    .map((one) => ommlToTex(one).replace(SIGNS, ''))
    .filter((tex) => tex.trim())
    .map((tex) => `${isAlone ? ALONE : WITHIN}${tex}${END}`);
  return `<w:r><w:t xml:space="preserve">${escapeHtml(marked.join(''))}</w:t></w:r>`;
}

/** One within another is a part of it. */
const formulasBelow = (element: MarkupElement): MarkupElement[] =>
  elementChildren(element).flatMap((one) => (one.tag === 'm:oMath' ? one : formulasBelow(one)));

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
