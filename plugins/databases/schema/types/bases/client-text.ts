// What types that are typed as words have in common in the browser.
import { editText, type TextEditing } from '../../../client/database/editors/text.ts';
import type { ClientPropertyType } from '../client-property-type.ts';

/** A line of words unless it says otherwise. */
export function clientText(
  own: Partial<ClientPropertyType> & Pick<ClientPropertyType, 'icon'>,
  editing: TextEditing = {},
): ClientPropertyType {
  const type: ClientPropertyType = {
    compares: 'text',
    rules: ['required', 'unique', 'min_length', 'max_length'],
    isTyped: true,
    text: (value) => String(value),
    read: (words) => words.replace(/\s*\n\s*/g, ' '),
    edit: (at) => editText(at, type, editing),
    ...own,
  };
  return type;
}
