// Undo and redo, by whatever keeps them: the shared document, or a history of this editor alone.
import { type Command, PluginKey, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** Undoes what this person wrote, and leaves what others wrote meanwhile. */
export interface UndoHistory {
  undo(view: EditorView): void;
  redo(view: EditorView): void;
  /** makes changes that are one thing, and come to nobody one by one */
  together(changes: () => void): void;
}

/** State of the plugin that knows what was written here. */
export const undoing = new PluginKey<UndoHistory>('undoing');

/** Meta of a transaction that is undone by itself, not with the typing before it. */
export const APART = 'apart';

export const apart = (tr: Transaction): Transaction => tr.setMeta(APART, true);

/** It always counts as done: whether there is anything to undo is not the browser's to try. */
const by =
  (name: 'undo' | 'redo'): Command =>
  (state, dispatch, view) => {
    const known = undoing.getState(state);
    if (dispatch && view) known?.[name](view);
    return known !== undefined;
  };

export const undo = by('undo');
export const redo = by('redo');
