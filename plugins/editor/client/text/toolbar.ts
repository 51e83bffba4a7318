// When the bar over selected text shows; the bar itself is loaded when the text gets the focus.
import { Plugin } from 'prosemirror-state';
import type { SelectionBar } from './selection-bar.ts';

let shown: SelectionBar | undefined;

/** Goes to the bar by keyboard. */
export const enterToolbar = (): boolean => shown?.enter() ?? false;

export const selectionToolbar = new Plugin({
  view(view) {
    let bar: SelectionBar | undefined;
    let isPressed = false;
    const update = () => {
      // While the pointer still draws the selection the bar would lie in its way.
      if (isPressed) return;
      if (bar) bar.update();
      else if (view.hasFocus()) import('./selection-bar.ts').then(start, () => undefined);
    };
    const start = ({ SelectionBar: Bar }: typeof import('./selection-bar.ts')) => {
      bar ??= new Bar(view);
      shown = bar;
      update();
    };
    const onDown = () => {
      isPressed = true;
      bar?.hide();
    };
    const onMoved = () => setTimeout(update);
    const onUp = () => {
      isPressed = false;
      onMoved();
    };
    view.dom.addEventListener('pointerdown', onDown);
    for (const type of ['focus', 'blur']) view.dom.addEventListener(type, onMoved);
    addEventListener('pointerup', onUp);
    return {
      update,
      destroy() {
        bar?.hide();
        removeEventListener('pointerup', onUp);
      },
    };
  },
});
