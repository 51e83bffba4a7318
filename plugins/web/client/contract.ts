// What others may use of the frame around every page.
export { startTree } from './shell/tree/tree.ts';
