// The selected text as Markdown for whoever suggests another one, and the way back; loaded when somebody asks for it.
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { requestAssistance } from '../../../../core/client/assistance-request.ts';
import { splitBlock } from '../../../blocks/commands/block-commands.ts';
import { selectionAnchor } from '../editor/floating-anchor.ts';

/** As if somebody pasted it: Markdown is read, and it is one step back. */
function paste(view: EditorView, markdown: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', markdown);
  view.focus();
  view.dom.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

/** Text changes around a selection move it along: what was selected then is what is selected now. */
export function askForSuggestion(view: EditorView): Promise<void> {
  const { text } = view.serializeForClipboard(view.state.selection.content());
  return requestAssistance({
    ...{ anchor: selectionAnchor(view), text },
    replace: (markdown) => paste(view, markdown),
    append(markdown) {
      const end = view.state.selection.$to.end();
      view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, end)));
      splitBlock(view.state, view.dispatch, view);
      paste(view, markdown);
    },
  });
}
