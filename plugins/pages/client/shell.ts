// What pages add to the frame: pages that open beside the one that is shown.
import { isBeside, onFreeEscape, requestPeekEnd } from '../../../core/client/peek-request.ts';
// Not by the contract: the frame would then carry all that other scripts use of pages.
import { pageOfLink } from './reading/page-links.ts';
import { openPeekOf } from './reading/peek-loader.ts';

/** Alt with a click, or with Enter on a link that has the focus: the page opens beside this one. */
function openBeside(event: MouseEvent | KeyboardEvent): void {
  if (!event.altKey || ('key' in event && event.key !== 'Enter')) return;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('main a[href]') : null;
  const id = link && pageOfLink(link);
  if (!id) return;
  event.preventDefault();
  event.stopPropagation();
  // What opens it may come a moment later; the link does not lead away meanwhile.
  openPeekOf(id, link);
}

// As soon as there is a page: its text may come much later.
if (isBeside()) onFreeEscape(requestPeekEnd);
else for (const type of ['click', 'keydown'] as const) document.addEventListener(type, openBeside, true);
