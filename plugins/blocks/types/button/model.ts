/** A button that runs an automation. */
import { solid } from '../../block-type.ts';
import { line, optional, rowId } from '../../value-rules.ts';

export default solid('button', { label: line(), automationId: optional(rowId) });
