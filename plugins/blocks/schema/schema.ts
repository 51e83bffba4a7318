/** The ProseMirror schema of a page: the same rules as the list codec, and a look without style attributes. */
import { type NodeSpec, Schema } from 'prosemirror-model';
import { isBlockId } from '../block.ts';
import { BLOCK_MODELS } from '../types/models.ts';
import { type AttributeSource, attributes, identity } from './attributes.ts';
import { contentNodes } from './block-nodes.ts';
import { inlineNodes, marks } from './inline-nodes.ts';
import { tableNodes } from './table-nodes.ts';

/** An id from foreign HTML may be anything; without one the block gets its own. */
const idIn = (dom: AttributeSource, name: string): { id: string | null } => {
  const id = dom.getAttribute(name);
  return { id: isBlockId(id) ? id : null };
};

const structure: Record<string, NodeSpec> = {
  doc: { content: 'block+' },
  block: {
    // Only text blocks have room for children; the first type of the group is what an empty page is filled with.
    content: '(textContent group?) | solidContent',
    attrs: identity,
    defining: true,
    toDOM: (node) => ['div', { class: 'block', 'data-id': node.attrs.id ?? '' }, 0],
    parseDOM: [{ tag: 'div[data-id]', getAttrs: (dom) => idIn(dom, 'data-id') }],
  },
  group: {
    content: 'block+',
    toDOM: () => ['div', { class: 'block-group' }, 0],
    parseDOM: [{ tag: 'div.block-group' }],
  },
  columns: {
    content: 'column+',
    group: 'blockContent solidContent',
    attrs: attributes(BLOCK_MODELS.get('columns')!),
    isolating: true,
    toDOM: () => ['div', { class: 'columns' }, 0],
    parseDOM: [{ tag: 'div.columns' }],
  },
  column: {
    content: 'block+',
    attrs: identity,
    isolating: true,
    toDOM: (node) => ['div', { class: 'column', 'data-column-id': node.attrs.id ?? '' }, 0],
    parseDOM: [{ tag: 'div.column', getAttrs: (dom) => idIn(dom, 'data-column-id') }],
  },
};

/** The schema; node names are the block types, but for `pageLinkBlock` and `codeBlock`. */
export const schema = new Schema({
  topNode: 'doc',
  nodes: { ...contentNodes, ...structure, ...tableNodes, ...inlineNodes, text: { group: 'inline' } },
  marks,
});
