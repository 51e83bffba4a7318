// What scripts of other plugins may use of pages in the browser.
export { COVERS, coverImage, coverUrl, isCover } from '../files/cover-gradients.ts';
export { writerLines, writersOf } from './reading/block-writers.ts';
export { pageOfLink } from './reading/page-links.ts';
export { openPeekOf } from './reading/peek-loader.ts';
