/** A formula on lines of its own. */
import { solid } from '../../block-type.ts';
import { text } from '../../value-rules.ts';

export default solid('math', { tex: text(100_000) });
