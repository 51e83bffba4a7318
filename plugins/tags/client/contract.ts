// What scripts of other plugins may use of tags in the browser.
export { fillTags, renumberTags } from './tags/row.ts';
