// Two clicks behind the end of a line: browsers take the line end alone, which nobody sees, and the next key would join
// the line with the one below.
import { Plugin, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

function isBehind(view: EditorView, pos: number, { clientX }: MouseEvent): boolean {
  const { left, right } = view.coordsAtPos(pos);
  return getComputedStyle(view.dom).direction === 'rtl' ? clientX < left : clientX > right;
}

/** They take the last word of the line, as they do upon it. */
export const doubleClick = new Plugin({
  props: {
    handleDoubleClick(view, pos, event) {
      const { doc, tr } = view.state;
      const { parent, parentOffset } = doc.resolve(pos);
      if (!parent.isTextblock || parentOffset < parent.content.size || !isBehind(view, pos, event)) return false;
      const [word = ''] = /[^\s\ufffc]*$/.exec(parent.textBetween(0, parentOffset, '', '\ufffc')) ?? [];
      view.dispatch(tr.setSelection(TextSelection.create(doc, pos - word.length, pos)));
      view.focus();
      return true;
    },
  },
});
