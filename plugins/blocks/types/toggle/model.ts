/** A line that shows and hides what stands inside. */
import { textual } from '../../block-type.ts';
import { fallback, flag } from '../../value-rules.ts';

export default textual('toggle', { open: fallback(flag, false) }, { foreign: [{ tag: 'summary' }] });
