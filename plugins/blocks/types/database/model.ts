/** A view of a database inside a page. */
import { solid } from '../../block-type.ts';
import { optional, rowId } from '../../value-rules.ts';

export default solid('database', { collectionId: rowId, viewId: optional(rowId) });
