/** A formula on lines of its own. */
import { solid } from '../../block-type.ts';
import { textRule } from '../../value-rules.ts';

export default solid('math', { tex: textRule(100_000) });
