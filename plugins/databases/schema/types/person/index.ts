// People of the workspace.
import { idsField, idsType } from '../bases/references.ts';

export const personType = idsType('people', {
  isGrouped: true,
  formulaKind: { list: 'person' },
  formField: idsField,
  fromColumn: { isMapped: true, value: ({ value }) => value },
});
