/** A line that shows and hides what stands inside. */
import { textual } from '../../block-type.ts';
import { fallbackRule, flagRule } from '../../value-rules.ts';

export default textual('toggle', { open: fallbackRule(flagRule, false) }, { foreign: [{ tag: 'summary' }] });
