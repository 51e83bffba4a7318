// Links in a text that is written: a click follows them, and Alt opens a page beside this one.
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { isBeside } from '../../../../core/client/peek-request.ts';
import { openPeekOf, pageOfLink } from '../../../pages/client/contract.ts';

/** The link that the caret is in, right before or right behind, or that is chosen. */
function linkAtCaret(view: EditorView): HTMLAnchorElement | null {
  const { from, $from } = view.state.selection;
  const before = $from.nodeBefore ? view.nodeDOM(from - $from.nodeBefore.nodeSize) : null;
  for (const node of [view.nodeDOM(from), view.domAtPos(from).node, before]) {
    const element = node instanceof Element ? node : node?.parentElement;
    const link = element?.closest<HTMLAnchorElement>('a[href]') ?? (node && innerLink(node));
    if (link) return link;
  }
  return null;
}

/** Of a block that is nothing but a link. */
const innerLink = (node: globalThis.Node): HTMLAnchorElement | null =>
  node instanceof Element && node.matches('[contenteditable="false"]') ? node.querySelector('a[href]') : null;

/** Whether a page opens beside this one. */
function openBeside(view: EditorView): boolean {
  const link = linkAtCaret(view);
  // Beside another page there is no room for a third.
  const id = link && !isBeside() ? pageOfLink(link) : null;
  if (id) openPeekOf({ id, from: view.dom });
  return id !== null;
}

/** A click goes where the link leads; what lies elsewhere, and whatever is clicked with Ctrl, opens in a new tab. */
export const links = new Plugin({
  props: {
    handleClick(_view, _pos, event) {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (!link || event.button !== 0) return false;
      // The frame opens it beside this page when the click has come to its end.
      if (event.altKey && !isBeside() && pageOfLink(link)) return true;
      const isOurs = link.origin === location.origin;
      if (event.ctrlKey || event.metaKey || !isOurs) window.open(link.href, '_blank', 'noopener');
      else location.assign(link.href);
      return true;
    },
    handleKeyDown: (view, event) =>
      event.altKey && event.key === 'Enter' && !event.ctrlKey && !event.metaKey && openBeside(view),
  },
});
