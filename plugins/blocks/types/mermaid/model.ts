/** A diagram that is drawn from its source; `fileId` is a picture of it for readers without scripts. */
import { solid } from '../../block-type.ts';
import { idRule, optionalRule, SOURCE_MAX, textRule } from '../../value-rules.ts';

export default solid('mermaid', { source: textRule(SOURCE_MAX), fileId: optionalRule(idRule) });
