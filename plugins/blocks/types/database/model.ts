/** A view of a database inside a page. */
import { solid } from '../../block-type.ts';
import { idRule, optionalRule } from '../../value-rules.ts';

export default solid('database', { collectionId: idRule, viewId: optionalRule(idRule) });
