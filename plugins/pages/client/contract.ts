// What scripts of other plugins may use of pages in the browser.
export { COVER_NAMES, coverImage, coverUrl, isDrawing } from '../files/cover-address.ts';
export { openPeekOf } from './peek/peek-loader.ts';
export { pageOfLink } from './reading/page-links.ts';

/** Who wrote the blocks of a page, and how that is told; few ask. */
export const loadWriters = () => import('./reading/block-writers.ts');
