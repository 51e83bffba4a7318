// People of the workspace.
import { idsField, idsType } from '../bases/references.ts';

export const personType = idsType('people', {
  icon: 'users',
  isGrouped: true,
  sketch: 'person',
  formulaKind: { list: 'person' },
  formField: idsField,
  fromColumn: { isMapped: true, value: ({ value }) => value },
});
