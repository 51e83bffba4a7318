// Undo and redo: of the editor's own history, or of the shared document once the text is written together.
import { closeHistory, history, redo as redoOwn, undo as undoOwn } from 'prosemirror-history';
import { type Command, type EditorState, type Plugin, PluginKey, type Transaction } from 'prosemirror-state';

/** What an editor can undo where it is written alone. */
export const ownHistory = (): Plugin => history({ newGroupDelay: 500 });

/** The same text written alone after all, without these plugins of a shared document. */
export const alone = (state: EditorState, shared: readonly Plugin[]): EditorState =>
  state.reconfigure({ plugins: [...state.plugins.filter((one) => !shared.includes(one)), ownHistory()] });

/** Undoes what this person wrote, and leaves what others wrote meanwhile. */
export interface SharedUndo {
  undo(): void;
  redo(): void;
}

/** State of the plugin that binds the text to a shared document. */
export const sharedUndo = new PluginKey<SharedUndo>('shared-undo');

/** Meta of a transaction that is undone by itself, not with the typing before it. */
export const APART = 'apart';

export const apart = (tr: Transaction): Transaction => closeHistory(tr).setMeta(APART, true);

/** In a shared document it always counts as done: whether there is anything to undo is not the browser's to try. */
const shared =
  (name: keyof SharedUndo, own: Command): Command =>
  (state, dispatch, view) => {
    const undoing = sharedUndo.getState(state);
    if (!undoing) return own(state, dispatch, view);
    if (dispatch) undoing[name]();
    return true;
  };

export const undo = shared('undo', undoOwn);
export const redo = shared('redo', redoOwn);
