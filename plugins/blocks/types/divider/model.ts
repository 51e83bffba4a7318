/** A line between two parts of a page. */
import { solid } from '../../block-type.ts';

export default solid('divider', {}, { foreign: [{ tag: 'hr' }] });
