/** A button that runs an automation. */
import { solid } from '../../block-type.ts';
import { idRule, lineRule, optionalRule } from '../../value-rules.ts';

export default solid('button', { label: lineRule(), automationId: optionalRule(idRule) });
