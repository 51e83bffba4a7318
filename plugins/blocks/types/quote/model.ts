/** Words of somebody else. */
import { textual } from '../../block-type.ts';

export default textual('quote', {}, { tag: 'blockquote', foreign: [{ tag: 'blockquote' }] });
