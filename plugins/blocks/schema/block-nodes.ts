/** What stands in a block: one node type for each block type but tables and columns. */
import type { Node, NodeSpec } from 'prosemirror-model';
import type { BlockModel } from '../block-type.ts';
import { BLOCK_MODELS } from '../types/models.ts';
import { attributeRules, attributes, decodeAttributes, encode } from './attributes.ts';
import { nodeName } from './prosemirror-json.ts';

function tagOf({ node: { tag = 'div' } = {} }: BlockModel, node: Node): string {
  return typeof tag === 'string' ? tag : tag(node.attrs);
}

function spec(model: BlockModel): NodeSpec {
  const { type, node: { text, foreign = [] } = {} } = model;
  const written = text !== undefined || model.content;
  return {
    group: `blockContent ${model.children === 'blocks' ? 'textContent' : 'solidContent'}`,
    content: text !== undefined ? 'text*' : model.content ? 'inline*' : '',
    ...(text !== undefined ? { code: true, marks: '' } : {}),
    ...(written ? { defining: type !== 'paragraph' } : { atom: true, draggable: true }),
    attrs: attributes(model),
    toDOM: (node) => {
      const attrs = { class: `block-${type}`, 'data-block': type, 'data-attrs': encode(node.attrs) };
      return written ? [tagOf(model, node), attrs, 0] : [tagOf(model, node), attrs];
    },
    parseDOM: [
      {
        tag: `[data-block="${type}"]`,
        priority: 60,
        getAttrs: (dom) => decodeAttributes(dom.getAttribute('data-attrs'), attributeRules(model)),
        ...(text !== undefined ? { preserveWhitespace: 'full' } : {}),
      },
      ...foreign,
    ],
  };
}

/** Content nodes by name, paragraph first: it is what the schema fills an empty block with. */
export const contentNodes: Record<string, NodeSpec> = Object.fromEntries(
  [...BLOCK_MODELS.values()].filter(({ node }) => !node?.isOwn).map((model) => [nodeName(model.type), spec(model)]),
);
