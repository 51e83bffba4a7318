// What scripts of other plugins may use of pages in the browser.
import { failed } from '../../../core/client/toast.ts';

export { COVERS, coverImage, coverUrl, isCover } from '../files/cover-gradients.ts';
export { pageOfLink } from './reading/page-links.ts';

/** Shows a page beside this one; what does so is loaded on first use. `opener` gets the focus back. */
export const openPeekOf = (id: number, opener: HTMLElement | null): void =>
  void import('./reading/peek.ts').then(({ openPeek }) => openPeek(id, opener)).catch(failed);
