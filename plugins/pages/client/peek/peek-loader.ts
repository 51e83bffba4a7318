// Opens pages beside the one that is shown; what does so is loaded on first use.
import type { PeekRequest } from '../../../../core/client/peek-request.ts';
import { failed } from '../../../../core/client/toast.ts';

/** Where this tab of the browser has the pages that are kept beside others. */
export const KEPT_PAGES_KEY = 'commonplace.peek-tabs';

/** Whether two pages have room beside each other; in a narrower window one covers the other. */
export const hasRoomBeside = (): boolean => matchMedia('(width >= 60rem)').matches;

const load = (work: (peek: typeof import('./peek.ts')) => void): void =>
  void import('./peek.ts').then(work).catch(failed);

/** Shows a page beside this one. */
export const openPeekOf = (request: PeekRequest): void => load(({ openPeek }) => openPeek(request));

/** Shows those again that were kept beside the page before this one, and the one that the address names. */
export function restoreKeptPages(): void {
  if (sessionStorage.getItem(KEPT_PAGES_KEY) || /^#peek/.test(location.hash)) load(({ restorePeek }) => restorePeek());
}
