// A selection of whole blocks: neighbours of one list, from the first to the last, with all they hold.
import type { Node, ResolvedPos } from 'prosemirror-model';
import { type EditorState, Plugin, Selection } from 'prosemirror-state';
import type { Mappable } from 'prosemirror-transform';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { type BlockPosition, blockAround } from '../../../blocks/commands/block-position.ts';
import { schema } from '../../../blocks/schema/schema.ts';

/** Browsers need seconds to select thousands of lines, and for these blocks their selection is not even shown. */
const NATIVE_MAX = 20_000;

const isBlock = (node: Node | null): boolean => node?.type === schema.nodes.block;

export class BlockRange extends Selection {
  /** Whether the end that the keyboard moves is the upper one. */
  readonly isBackward: boolean;

  constructor($from: ResolvedPos, $to: ResolvedPos, isBackward = false) {
    super(isBackward ? $to : $from, isBackward ? $from : $to);
    this.isBackward = isBackward;
    this.visible = false;
  }

  /** Of the blocks between two positions right before or after blocks of the same list. */
  static create(doc: Node, from: number, to: number, isBackward = false): BlockRange {
    return new BlockRange(doc.resolve(from), doc.resolve(to), isBackward);
  }

  static of({ pos, node }: Pick<BlockPosition, 'pos' | 'node'>, doc: Node): BlockRange {
    return BlockRange.create(doc, pos, pos + node.nodeSize);
  }

  /** Where the browser's own selection ends: at its other end, when there is much between them. */
  override get head(): number {
    return this.to - this.from > NATIVE_MAX ? this.anchor : this.$head.pos;
  }

  /** Whether all of the page is chosen. */
  get isAll(): boolean {
    return this.$from.depth === 0 && this.to - this.from === this.$from.doc.content.size;
  }

  get blocks(): { node: Node; pos: number }[] {
    const found: { node: Node; pos: number }[] = [];
    let pos = this.from;
    for (let i = this.$from.index(); pos < this.to; i++) {
      const node = this.$from.parent.child(i);
      found.push({ node, pos });
      pos += node.nodeSize;
    }
    return found;
  }

  map(doc: Node, mapping: Mappable): Selection {
    const $from = doc.resolve(mapping.map(this.from, 1));
    const $to = doc.resolve(mapping.map(this.to, -1));
    if ($from.pos < $to.pos && $from.sameParent($to) && isBlock($from.nodeAfter) && isBlock($to.nodeBefore))
      return new BlockRange($from, $to, this.isBackward);
    return Selection.near($from, 1);
  }

  eq(other: Selection): boolean {
    return other instanceof BlockRange && other.from === this.from && other.to === this.to;
  }

  override content() {
    return this.$from.doc.slice(this.from, this.to);
  }

  toJSON() {
    return { type: 'blocks', from: this.from, to: this.to };
  }

  static override fromJSON(doc: Node, json: { from: number; to: number }): BlockRange {
    return BlockRange.create(doc, json.from, json.to);
  }
}
Selection.jsonID('blocks', BlockRange);

/** The blocks of the selection: those of a range, else the one it is in. */
export function chosenBlocks(state: EditorState): { from: number; to: number; parent: Node } | null {
  const { selection } = state;
  if (selection instanceof BlockRange)
    return { from: selection.from, to: selection.to, parent: selection.$from.parent };
  const place = blockAround(selection.$from) ?? null;
  return place && { from: place.pos, to: place.pos + place.node.nodeSize, parent: place.parent };
}

/** The smallest run of sibling blocks that holds both positions. */
export function rangeAround(doc: Node, a: number, b: number): BlockRange | null {
  const $a = doc.resolve(Math.min(a, b));
  const $b = doc.resolve(Math.max(a, b));
  for (let depth = $a.sharedDepth($b.pos); depth >= 0; depth--) {
    const parent = $a.node(depth);
    if (!parent.childCount || !isBlock(parent.firstChild) || $a.depth <= depth || $b.depth <= depth) continue;
    return BlockRange.create(doc, $a.before(depth + 1), $b.after(depth + 1), a > b);
  }
  return null;
}

/** Marks the chosen blocks, and draws the class that hides the caret meanwhile. */
export const blockRangeLook = new Plugin({
  props: {
    decorations({ doc, selection }) {
      // Everything is marked by one class: a mark of its own on each of many blocks takes seconds.
      if (!(selection instanceof BlockRange) || selection.isAll) return null;
      const marks = selection.blocks.map(({ node, pos }) =>
        Decoration.node(pos, pos + node.nodeSize, { class: 'is-chosen' }),
      );
      return DecorationSet.create(doc, marks);
    },
    attributes({ selection }): Record<string, string> {
      if (!(selection instanceof BlockRange)) return {};
      return { class: selection.isAll ? 'has-chosen-blocks has-all-chosen' : 'has-chosen-blocks' };
    },
  },
});
