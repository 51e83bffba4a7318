// What scripts of other plugins may use of favorites in the browser.
export { addLine } from './favorites/lines.ts';
