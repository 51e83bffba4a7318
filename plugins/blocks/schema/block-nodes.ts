/** What stands in a block: one node type for each block type but tables and columns. */
import type { Node, NodeSpec, TagParseRule } from 'prosemirror-model';
import { BLOCK_RULES } from '../block-types.ts';
import { isWebAddress } from '../link-address.ts';
import { attributes, decode, type Element, encode } from './attributes.ts';
import { nodeName } from './prosemirror-json.ts';

/** Foreign HTML that becomes a block when pasted, beside our own `data-block` elements. */
const FOREIGN: Record<string, TagParseRule[]> = {
  paragraph: [{ tag: 'p' }],
  heading: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.min(level, 4) } })),
  bullet: [{ tag: 'ul > li' }],
  numbered: [{ tag: 'ol > li' }],
  toggle: [{ tag: 'summary' }],
  quote: [{ tag: 'blockquote' }],
  code: [{ tag: 'pre', preserveWhitespace: 'full' }],
  divider: [{ tag: 'hr' }],
  image: [{ tag: 'img[src]', getAttrs: imageAttributes }],
};

function imageAttributes(dom: Element): Record<string, unknown> | false {
  const url = dom.getAttribute('src');
  const alt = dom.getAttribute('alt')?.replace(/[\r\n]+/g, ' ');
  return isWebAddress(url) ? { url, alt: alt || null, name: '' } : false;
}

function tag(node: Node): string {
  if (node.type.name === 'heading') return `h${node.attrs.level + 1}`;
  return { paragraph: 'p', quote: 'blockquote', callout: 'aside', codeBlock: 'pre' }[node.type.name] ?? 'div';
}

function spec(type: string): NodeSpec {
  const rule = BLOCK_RULES.get(type)!;
  const { text: _content, ...rules } = rule.data;
  const written = type === 'code' || rule.content;
  return {
    group: `blockContent ${rule.children === 'blocks' ? 'textContent' : 'solidContent'}`,
    content: type === 'code' ? 'text*' : rule.content ? 'inline*' : '',
    ...(type === 'code' ? { code: true, marks: '' } : {}),
    ...(written ? { defining: type !== 'paragraph' } : { atom: true, draggable: true }),
    attrs: attributes(type),
    toDOM: (node) => {
      const attrs = { class: `block-${type}`, 'data-block': type, 'data-attrs': encode(node.attrs) };
      return written ? [tag(node), attrs, 0] : [tag(node), attrs];
    },
    parseDOM: [
      {
        tag: `[data-block="${type}"]`,
        priority: 60,
        getAttrs: (dom) => decode(dom.getAttribute('data-attrs'), rules),
        ...(type === 'code' ? { preserveWhitespace: 'full' } : {}),
      },
      ...(FOREIGN[type] ?? []),
    ],
  };
}

const ELSEWHERE = new Set(['table', 'columns', 'column']);

/** Content nodes by name, paragraph first: it is what the schema fills an empty block with. */
export const contentNodes: Record<string, NodeSpec> = Object.fromEntries(
  [...BLOCK_RULES.keys()].filter((type) => !ELSEWHERE.has(type)).map((type) => [nodeName(type), spec(type)]),
);
