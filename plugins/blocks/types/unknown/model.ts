/** What came in with a type that nobody knows: kept as it came, and shown so. */
import { solid } from '../../block-type.ts';
import { jsonRule } from '../../value-rules.ts';

export default solid('unknown', { original: jsonRule });
