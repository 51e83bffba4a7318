/** A diagram that is drawn from its source; `fileId` is a picture of it for readers without scripts. */
import { solid } from '../../block-type.ts';
import { optional, rowId, text } from '../../value-rules.ts';

export default solid('mermaid', { source: text(100_000), fileId: optional(rowId) });
