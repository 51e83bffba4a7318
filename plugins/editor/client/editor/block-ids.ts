// Gives every new block its id, looking only at what a change touched.
import { Fragment, type Node, Slice } from 'prosemirror-model';
import { Plugin, type Transaction } from 'prosemirror-state';
import { newBlockId } from '../../../blocks/block.ts';

const named = (node: Node): boolean => node.type.name === 'block' || node.type.name === 'column';

/** From the first to the last place of the last document that the transactions changed. */
function changed(transactions: readonly Transaction[]): { from: number; to: number } | null {
  let from = Number.POSITIVE_INFINITY;
  let to = -1;
  for (const { mapping } of transactions) {
    for (const map of mapping.maps) {
      if (to >= 0) [from, to] = [map.map(from, -1), map.map(to, 1)];
      map.forEach((_from, _to, start, end) => {
        from = Math.min(from, start);
        to = Math.max(to, end);
      });
    }
  }
  return to < 0 ? null : { from, to };
}

/** Meta of transactions that show what others wrote, where every block has its id already. */
export const REMOTE = 'remote';

export const blockIds = new Plugin({
  appendTransaction(transactions, _before, { doc, tr }) {
    const range = changed(transactions.filter((tr) => tr.docChanged && !tr.getMeta(REMOTE)));
    if (!range) return null;
    const seen = new Set<string>();
    doc.nodesBetween(Math.max(0, range.from - 1), Math.min(range.to + 1, doc.content.size), (node, pos) => {
      // Two blocks made of one by a replaced range would share its id.
      if (named(node) && (!node.attrs.id || seen.has(node.attrs.id))) tr.setNodeAttribute(pos, 'id', newBlockId());
      else if (named(node)) seen.add(node.attrs.id);
      return !node.isTextblock;
    });
    return tr.docChanged ? tr : null;
  },
  props: {
    // What is pasted or dropped gets ids of its own: the original may still be there.
    transformPasted: (slice) => new Slice(withoutIds(slice.content), slice.openStart, slice.openEnd),
  },
});

function withoutIds(fragment: Fragment): Fragment {
  const nodes = fragment.content.map((node) => {
    if (node.isTextblock || node.isLeaf) return node;
    const attrs = named(node) ? { ...node.attrs, id: null } : node.attrs;
    return node.type.create(attrs, withoutIds(node.content), node.marks);
  });
  return Fragment.from(nodes);
}
