// The selected text as Markdown for whoever suggests another one, and the way back; loaded when somebody asks for it.
import { Fragment, type Node, Slice } from 'prosemirror-model';
import { type EditorState, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { requestAssistance } from '../../../../core/client/assistance-request.ts';
import { splitBlock } from '../../../blocks/commands/block-commands.ts';
import { makeBlock } from '../../../blocks/commands/block-position.ts';
import { linkForeign } from '../../../blocks/external-media.ts';
import { parseMarkdownBlocks } from '../../../blocks/markdown/parse.ts';
import { toDoc } from '../../../blocks/schema/document.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { renamed } from '../block-controls/range-commands.ts';
import { selectionAnchor } from '../editor/floating-anchor.ts';
import { fragmentMarkdown } from '../paste/copy.ts';

/** A stretch of one text with its marks, links and mentions, whatever it stands in; of more than one their blocks. */
function chosenMarkdown({ selection }: EditorState): Promise<string> {
  const { $from, $to } = selection;
  if (!$from.sameParent($to)) return fragmentMarkdown(selection.content().content);
  const { content } = $from.parent.cut($from.parentOffset, $to.parentOffset);
  return fragmentMarkdown(Fragment.from(makeBlock(schema.nodes.paragraph!.create(null, content))));
}

const isText = (block: Node | null): boolean =>
  Boolean(block?.firstChild?.isTextblock && !block.firstChild.type.spec.code);

/** What the Markdown says; nothing of it is fetched from elsewhere. A single paragraph joins the text that it comes into. */
function sliceOf(markdown: string): Slice {
  const blocks = parseMarkdownBlocks(markdown);
  linkForeign(blocks);
  const content = renamed(toDoc(blocks).content);
  const [first, last] = [content.firstChild, content.lastChild];
  const isLine =
    content.childCount === 1 && first?.childCount === 1 && first.firstChild?.type === schema.nodes.paragraph;
  if (isLine) return new Slice(first.firstChild!.content, 0, 0);
  return new Slice(content, isText(first) ? 2 : 0, last?.childCount === 1 && isText(last) ? 2 : 0);
}

/** As if it had been copied here and was pasted: it fits in lists and cells, and is one step back. */
function paste(view: EditorView, markdown: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/html', view.serializeForClipboard(sliceOf(markdown)).dom.innerHTML);
  view.focus();
  view.dom.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

/** A block of its own where the text can be followed by one; a cell holds one text, in which it is another line. */
function beginBelow(view: EditorView): void {
  const end = view.state.selection.$to.end();
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, end)));
  if (splitBlock(view.state, view.dispatch, view)) return;
  view.dispatch(view.state.tr.replaceSelectionWith(schema.nodes.hardBreak!.create(), false));
}

/** Text changes around a selection move it along: what was selected then is what is selected now. */
export async function askForSuggestion(view: EditorView): Promise<void> {
  const text = await chosenMarkdown(view.state);
  return requestAssistance({
    ...{ anchor: selectionAnchor(view), text },
    isEditable: () => view.editable,
    isUnchanged: async () => (await chosenMarkdown(view.state)) === text,
    replace: (markdown) => paste(view, markdown),
    append(markdown) {
      beginBelow(view);
      paste(view, markdown);
    },
  });
}
