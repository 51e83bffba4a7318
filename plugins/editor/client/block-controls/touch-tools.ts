// Loads the bar and the grip of phones where there is no mouse, or little room; elsewhere their code is of no use.
import type { EditorView } from 'prosemirror-view';
import { isBeside } from '../../../../core/client/peek-request.ts';
import { redo, undo } from '../saving/undo.ts';
import { openSuggestions } from '../slash-menu/suggestions.ts';
import { switchMark } from '../text/mark-commands.ts';
import { scrollAtEdge, startBlockDrag } from './block-drag.ts';
import { loadBlockMenu } from './block-menu-shortcuts.ts';
import { chosenBlocks } from './block-range.ts';
import { chooseBlock, moveChosen, shift } from './range-commands.ts';

/** What fingers can do, handed over so that the editor stays in one piece. */
const tools = {
  ...{ chooseBlock, chosenBlocks, moveChosen, openBlockMenu: loadBlockMenu, openSuggestions },
  ...{ redo, scrollAtEdge, shift, startDrag: startBlockDrag, switchMark, undo },
};
export type TouchTools = typeof tools;

export function offerTouchTools(view: EditorView, frame: HTMLElement): void {
  // A page beside another one is narrow in any window.
  const narrow = (isBeside() ? parent : window).matchMedia('(width <= 760px), (hover: none)');
  const load = () => {
    if (!narrow.matches) return;
    narrow.onchange = null;
    // Without a connection there is no bar until the page is opened anew.
    Promise.all([import('./touch-bar.ts'), import('./touch-grip.ts')]).then(
      ([{ addTouchBar }, { addTouchGrip }]) => {
        addTouchBar(view, narrow, tools);
        addTouchGrip(view, frame, tools);
      },
      () => {},
    );
  };
  narrow.onchange = load;
  load();
}
