// Undo of a text that is written alone; loaded only then, since a shared document keeps its own.
import { closeHistory, history, redo, undo } from 'prosemirror-history';
import { type EditorState, Plugin } from 'prosemirror-state';
import { APART, type UndoHistory, undoing } from './undo.ts';

const own: UndoHistory = {
  undo: (view) => void undo(view.state, view.dispatch),
  redo: (view) => void redo(view.state, view.dispatch),
  together: (changes) => changes(),
};

const undoingAlone = new Plugin<UndoHistory>({
  key: undoing,
  state: { init: () => own, apply: () => own },
  filterTransaction(tr) {
    if (tr.getMeta(APART)) closeHistory(tr);
    return true;
  },
});

/** The same text written alone, without these plugins of a shared document. */
export const unsharedState = (state: EditorState, shared: readonly Plugin[]): EditorState =>
  state.reconfigure({
    plugins: [...state.plugins.filter((one) => !shared.includes(one)), history({ newGroupDelay: 500 }), undoingAlone],
  });
