/** A formula on lines of its own. */
import { solid } from '../../block-type.ts';
import { SOURCE_MAX, textRule } from '../../value-rules.ts';

export default solid('math', { tex: textRule(SOURCE_MAX) });
