/** A diagram that is drawn from its source; `fileId` is a picture of it for readers without scripts. */
import { solid } from '../../block-type.ts';
import { idRule, optionalRule, textRule } from '../../value-rules.ts';

export default solid('mermaid', { source: textRule(100_000), fileId: optionalRule(idRule) });
