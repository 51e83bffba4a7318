// Where floating layers stand beside: the selection, a position, a block.
import type { EditorView } from 'prosemirror-view';
import type { Anchor } from '../../../../core/client/popover.ts';

/** The box around two positions, as it is when it is asked for. */
export function rangeAnchor(view: EditorView, from: number, to = from): Anchor {
  return {
    getBoundingClientRect() {
      const [start, end] = [view.coordsAtPos(from), view.coordsAtPos(to, -1)];
      const left = Math.min(start.left, end.left);
      return new DOMRect(
        left,
        start.top,
        Math.max(1, Math.abs(end.right - start.left)),
        Math.max(1, end.bottom - start.top),
      );
    },
  };
}

export const selectionAnchor = (view: EditorView): Anchor =>
  rangeAnchor(view, view.state.selection.from, view.state.selection.to);
