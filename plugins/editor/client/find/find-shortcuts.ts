// Opens the bar for finding: by key, from the menu of the page; the bar itself comes when it is first wanted.
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { failed } from '../../../../core/client/toast.ts';
import type { FindBar } from './find-bar.ts';

let editor: EditorView | undefined;
let bar: FindBar | undefined;

async function open(withReplace: boolean): Promise<void> {
  const { FindBar } = await import('./find-bar.ts');
  if (!editor) return;
  bar ??= new FindBar(editor);
  bar.open(withReplace);
}

export function openFind(withReplace = false): void {
  open(withReplace).catch(failed);
}

/** Knows the editor that is searched, and tells the bar when its text changes. */
export const findHost = new Plugin({
  view(view) {
    editor = view;
    return {
      update: (_view, before) => before.doc !== view.state.doc && bar?.changed(),
      destroy() {
        bar?.destroy();
        bar = editor = undefined;
      },
    };
  },
});
