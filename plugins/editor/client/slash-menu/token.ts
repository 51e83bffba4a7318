// Tokens in the line: a page, a person, a day or an emoji, with the space behind it that gives way to what is typed.
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { schema } from '../../../blocks/schema/schema.ts';

/** What stands against the word before it. */
const CLOSING = /^[.,;:!?…)\]}'"’”»]/u;

/** Puts it at the caret, and a space to go on writing. */
export function insertToken(view: EditorView, name: string, attrs: Record<string, unknown>): void {
  const token = schema.nodes[name]!.create(attrs);
  view.dispatch(view.state.tr.replaceSelectionWith(token, false).insertText(' ').scrollIntoView());
  yieldSpace(view);
}

/** As long as the line is as it was: a space that is typed is the one that is there, and a full stop takes its place. */
function yieldSpace(view: EditorView): void {
  const { parent, parentOffset } = view.state.selection.$head;
  const isThere = ({ selection: { $head, empty } }: EditorState) =>
    empty && $head.parent === parent && $head.parentOffset === parentOffset;
  view.setProps({
    handleTextInput(_view, from, to, text) {
      if (from !== to || !isThere(view.state)) return false;
      view.setProps({ handleTextInput: undefined });
      const { tr } = view.state;
      if (text.startsWith(' ')) view.dispatch(tr.insertText(text.slice(1)).scrollIntoView());
      else if (CLOSING.test(text)) view.dispatch(tr.insertText(text, from - 1, to).scrollIntoView());
      else return false;
      return true;
    },
  });
}
