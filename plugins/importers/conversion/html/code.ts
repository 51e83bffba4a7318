// Lines of code in HTML, with the language that highlighters name in their own ways.
import type { Block } from '../../../blocks/block.ts';
import { SOURCE_MAX } from '../../../blocks/value-rules.ts';
import type { PageBuilder } from './flow.ts';
import { elementChildren, elementsIn, type MarkupElement, markupNodeText } from './tree.ts';

/** The name by which links know an element. */
export const anchorName = ({ tag, attrs }: MarkupElement): string | undefined =>
  attrs.id ?? (tag === 'a' ? attrs.name : undefined);

/** Lines as they are, or the diagram that they draw; the language from the classes that highlighters use. */
export function markupCode(page: PageBuilder, element: MarkupElement): Block {
  const holders = [element, ...elementChildren(element, 'code', 'samp')];
  const said = holders.map(({ attrs }) => attrs['data-language'] ?? attrs['data-lang']).find(Boolean);
  const classes = holders.flatMap(({ attrs }) => (attrs.class ?? '').split(/\s+/));
  const named = classes.flatMap((name) => /^(?:language|lang|brush)[-:](.+)$/.exec(name)?.[1] ?? [])[0];
  for (const inner of elementsIn(element)) page.anchor(anchorName(inner));
  const text = markupNodeText(element)
    .replace(/\r\n?/g, '\n')
    .replace(/^\n|\s+$/g, '');
  const language = (said ?? named ?? '').replace(/[;\s].*$/, '').slice(0, 64);
  // Longer sources stay code.
  const isDiagram = text.length <= SOURCE_MAX && (/^mermaid$/i.test(language) || classes.includes('mermaid'));
  return isDiagram ? page.block('mermaid', { source: text }) : page.block('code', { text, language });
}
