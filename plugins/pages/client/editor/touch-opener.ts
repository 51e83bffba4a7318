// Loads the bar of phones where there is no mouse, or little room; elsewhere its code is of no use.
import type { EditorView } from 'prosemirror-view';
import { openBlockMenu } from './block-menu.ts';
import { switchMark } from './mark-commands.ts';
import { shift } from './range-commands.ts';
import { openSuggestions } from './suggest.ts';
import { redo, undo } from './undo.ts';

/** What the bar can do, handed over so that the editor stays in one piece. */
const tools = { openBlockMenu, openSuggestions, shift, switchMark, redo, undo };
export type TouchTools = typeof tools;

export function offerTouchBar(view: EditorView): void {
  const narrow = matchMedia('(width <= 760px), (hover: none)');
  const load = () => {
    if (!narrow.matches) return;
    narrow.onchange = null;
    // Without a connection there is no bar until the page is opened anew.
    import('./touch-bar.ts').then(
      ({ addTouchBar }) => addTouchBar(view, narrow, tools),
      () => {},
    );
  };
  narrow.onchange = load;
  load();
}
