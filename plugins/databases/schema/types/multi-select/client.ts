// Any number of options of a list in the browser.
import { eachName } from '../../../client/database/value-parts.ts';
import { clientOption, clientOptionId } from '../bases/client-options.ts';

export const multiSelectClient = clientOption({
  icon: 'list',
  compares: 'options',
  rules: ['required', 'min_length', 'max_length'],
  isMany: true,
  sketch: 'tags',
  read: (words, { property }) => eachName(words).map((name) => clientOptionId(property, name)),
});
