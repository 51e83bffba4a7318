/** The plain line of text: what an empty page is filled with. */
import { textual } from '../../block-type.ts';

export default textual('paragraph', {}, { tag: 'p', foreign: [{ tag: 'p' }] });
