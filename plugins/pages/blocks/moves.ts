/** Moving a block past its neighbour, in two transactions: a room compares one by position and would mix up two texts. */
import { type Command, type EditorState, Selection, type Transaction } from 'prosemirror-state';
import { blockById, type Place, selectedBlock } from './position.ts';

/** The two halves of a move; `insert` takes the state after `remove`, or one that others have changed since. */
export interface Move {
  remove: Transaction;
  insert(state: EditorState): Transaction;
}

/** How to move the selected block past the sibling above (-1) or below (1); null when there is none. */
export function moveSteps(state: EditorState, direction: -1 | 1): Move | null {
  const place = selectedBlock(state);
  const neighbour = place && sibling(place, direction);
  if (!place || !neighbour?.attrs.id) return null;
  const { node, pos } = place;
  const caret = Math.max(1, state.selection.from - pos);
  return {
    remove: state.tr.delete(pos, pos + node.nodeSize),
    insert(later) {
      // Found by its id: others may have typed or moved things since the first half.
      const anchor = blockById(later.doc, neighbour.attrs.id);
      const at = anchor ? (direction < 0 ? anchor.pos : anchor.pos + anchor.node.nodeSize) : later.doc.content.size;
      const tr = later.tr.insert(at, node);
      return tr.setSelection(Selection.near(tr.doc.resolve(at + caret), 1)).scrollIntoView();
    },
  };
}

function sibling(place: Place, direction: -1 | 1) {
  return place.parent.maybeChild(place.index + direction);
}

function move(direction: -1 | 1): Command {
  return (state, dispatch, view) => {
    const steps = moveSteps(state, direction);
    if (!steps) return false;
    if (!dispatch) return true;
    dispatch(steps.remove);
    dispatch(steps.insert(view ? view.state : state.apply(steps.remove)));
    return true;
  };
}

/** Moves the selected block above the one before it. */
export const moveUp: Command = move(-1);

/** Moves the selected block below the one after it. */
export const moveDown: Command = move(1);
