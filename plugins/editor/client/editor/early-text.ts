// Puts what was typed before the editor was there where it was meant to go.
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { EarlyText } from '../live/early-typing.ts';
import type { Title } from '../page-head/title.ts';

/** The start of the text of a block, and how long that is. */
function textOf(view: EditorView, id: string): { start: number; size: number } | null {
  let found: { start: number; size: number } | null = null;
  view.state.doc.descendants((node, pos) => {
    if (node.attrs.id === id && node.firstChild?.isTextblock)
      found = { start: pos + 2, size: node.firstChild.content.size };
    return found === null;
  });
  return found;
}

function write(view: EditorView, lines: string[]): void {
  for (const [at, line] of lines.entries()) {
    const enter = new KeyboardEvent('keydown', { key: 'Enter' });
    if (at > 0) view.someProp('handleKeyDown', (handle) => handle(view, enter));
    if (line) view.dispatch(view.state.tr.insertText(line));
  }
}

export function putTyped(view: EditorView, title: Title, { block, offset, text }: EarlyText): void {
  const [first = '', ...rest] = text.split('\n');
  const place = block ? textOf(view, block) : null;
  view.focus();
  if (place) {
    const at = place.start + Math.min(offset ?? 0, place.size);
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, at)));
    write(view, [first, ...rest]);
    return;
  }
  // Into the title, and what came after a line end to the start of the text.
  const before = title.value;
  const at = offset ?? before.length;
  title.value = offset === null ? first : before.slice(0, at) + first + before.slice(at);
  title.changed();
  if (rest.length) view.dispatch(view.state.tr.setSelection(TextSelection.atStart(view.state.doc)));
  else title.focus();
  write(view, rest);
}
