// What scripts of other plugins may use of tags in the browser.
export { nextTone, paletteTone } from '../palette-color.ts';
export { fillTags, renumberTags } from './tags/row.ts';
