// Keys mean the place where the caret is seen: browsers tell of a click later than of a key that follows it at once, and
// while a long page is drawn that key would do its work, or its harm, where the caret was before.
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** Not among its types: what reads the selection of the browser now. */
type Observing = EditorView & { domObserver: { flush(): void } };

export const caretInStep = new Plugin({
  props: {
    handleDOMEvents: {
      keydown(view) {
        if (!view.composing) (view as Observing).domObserver.flush();
        return false;
      },
    },
  },
});
