// People in the browser.
import { editChoice } from '../../../client/database/editors/choice.ts';
import { clientIds } from '../bases/client-references.ts';

export const personClient = clientIds(({ people }) => people, {
  icon: 'users',
  compares: 'people',
  isGrouped: true,
  isTyped: true,
  edit: (editing) => editChoice(editing, 'people'),
});
