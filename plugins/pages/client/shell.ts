// What pages add to the frame: pages that open beside the one that is shown.
import { isBeside, onFreeEscape, requestPeekEnd } from '../../../core/client/peek-request.ts';
import { hasRoomBeside, openPeekOf, restoreKeptPages } from './peek/peek-loader.ts';
// Not by the contract: the frame would then carry all that other scripts use of pages.
import { pageOfLink } from './reading/page-links.ts';

/** Alt with a click, or with Enter on a link that has the focus: the page opens beside this one; with Ctrl in the tree it stays. */
function openBeside(event: MouseEvent | KeyboardEvent): void {
  if ('key' in event && event.key !== 'Enter') return;
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('main a[href], .tree a') : null;
  const keep = (event.ctrlKey || event.metaKey) && hasRoomBeside() && link?.closest('.tree') != null;
  const id = link && (event.altKey || keep) && pageOfLink(link);
  if (!id) return;
  event.preventDefault();
  event.stopPropagation();
  // What opens it may come a moment later; the link does not lead away meanwhile.
  openPeekOf({ id, from: link, keep });
}

// As soon as there is a page: its text may come much later.
if (isBeside()) onFreeEscape(requestPeekEnd);
else {
  for (const type of ['click', 'keydown'] as const) document.addEventListener(type, openBeside, true);
  if (document.getElementById('menu')) restoreKeptPages();
}
