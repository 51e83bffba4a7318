// People in the browser.
import { peopleParts } from '../../../client/database/cell-parts.ts';
import { editChoice } from '../../../client/database/editors/choice.ts';
import { clientIds } from '../bases/client-references.ts';

export const personClient = clientIds(({ people }) => people, {
  icon: 'users',
  compares: 'people',
  isGrouped: true,
  sketch: 'person',
  isTyped: true,
  content: (value, { model }) => peopleParts(model.names, value),
  edit: (editing) => editChoice(editing, 'people'),
});
