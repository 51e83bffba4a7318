/** The table of contents: the headings of the page. */
import { solid } from '../../block-type.ts';

export default solid('toc');
