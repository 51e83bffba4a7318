// On a phone: a bar above the keyboard with what keys and pointer do elsewhere.

import type { Command } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { floatHome } from '../../../../core/client/popover.ts';
import type { TouchTools } from './touch-tools.ts';

/** between the line of the caret and the bar */
const GAP = 12;

/** Shows the bar while the text has the focus on a device without a mouse, or in a narrow window. */
export function addTouchBar(view: EditorView, narrow: MediaQueryList, tools: TouchTools): void {
  const { moveChosen, openBlockMenu, openSuggestions, shift, switchMark, redo, undo } = tools;
  const run = (command: Command) => () => void command(view.state, view.dispatch, view);
  const bar = el(
    'div',
    { class: 'touch-bar', role: 'toolbar', 'aria-label': t('editor.touch_bar'), hidden: '' },
    button('editor.slash_menu', icon('plus'), () => openSuggestions(view, '/')),
    button('editor.mention_menu', icon('at-sign'), () => openSuggestions(view, '@')),
    button('editor.block_menu', icon('grip-vertical'), () => openBlockMenu(view)),
    button('editor.move_up', icon('arrow-up'), run(moveChosen(-1))),
    button('editor.move_down', icon('arrow-down'), run(moveChosen(1))),
    button('editor.outdent', icon('indent-decrease'), run(shift('out'))),
    button('editor.indent', icon('indent-increase'), run(shift('in'))),
    button('editor.undo', icon('undo-2'), run(undo)),
    button('editor.redo', icon('redo-2'), run(redo)),
    button('editor.mark_bold', icon('bold'), run(switchMark('bold'))),
    button('editor.mark_italic', icon('italic'), run(switchMark('italic'))),
  );
  // The text keeps the focus, and with it the keyboard of the phone.
  bar.addEventListener('pointerdown', (event) => event.preventDefault());
  floatHome().append(bar);
  const show = () => {
    // An empty page takes the focus when it opens, which brings no keyboard: until somebody taps, it is only looked at.
    if (narrow.matches && !navigator.userActivation.hasBeenActive) view.dom.blur();
    bar.hidden = !(narrow.matches && view.hasFocus());
    document.documentElement.classList.toggle('has-touch-bar', !bar.hidden);
    place(bar);
  };
  view.dom.addEventListener('focus', show);
  view.dom.addEventListener('blur', () => setTimeout(show));
  narrow.addEventListener('change', show);
  show();
  for (const type of ['resize', 'scroll']) visualViewport?.addEventListener(type, () => place(bar));
  keepClear(view, bar);
}

/** The line of the caret is never below the bar: while somebody writes, after a tap, and when the keyboard has come. */
function keepClear(view: EditorView, bar: HTMLElement): void {
  view.setProps({
    scrollThreshold: {
      ...{ top: 0, right: 0, left: 0 },
      get bottom() {
        return bar.offsetHeight;
      },
    },
    scrollMargin: {
      ...{ top: GAP, right: 5, left: 5 },
      get bottom() {
        return bar.offsetHeight + GAP;
      },
    },
  });
  const reveal = () => {
    if (bar.hidden || view.isDestroyed) return;
    const { top, bottom } = view.coordsAtPos(view.state.selection.head);
    const edge = bar.getBoundingClientRect().top - GAP;
    // Who has scrolled away from the caret stays where they are.
    if (bottom > edge && top < innerHeight) scrollBy(0, bottom - edge);
  };
  // The selection is read a moment after the tap that made it.
  view.dom.addEventListener('click', () => setTimeout(reveal));
  visualViewport?.addEventListener('resize', reveal);
  reveal();
}

/** Keyboards of phones cover the window without changing its size. */
function place(bar: HTMLElement): void {
  const covered = visualViewport ? innerHeight - visualViewport.height - visualViewport.offsetTop : 0;
  bar.style.insetBlockEnd = `${Math.max(0, covered)}px`;
}

function button(key: string, picture: SVGElement, run: () => void): HTMLButtonElement {
  return el('button', { type: 'button', class: 'icon-button', 'aria-label': t(key), onclick: run }, picture);
}
