// What types have in common in the browser whose values are chosen of options.
import { t } from '../../../../../core/client/messages.ts';
import { chip } from '../../../client/database/cell-parts.ts';
import { editChoice } from '../../../client/database/editors/choice.ts';
import { optionsIn, UnreadableValue } from '../../../client/database/value-parts.ts';
import type { Property } from '../../../model.ts';
import type { ClientPropertyType } from '../client-property-type.ts';

/** The id of the option of this name. @throws UnreadableValue */
export function clientOptionId({ config }: Property, name: string): string {
  const found = config.options?.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!found) throw new UnreadableValue(t('databases.view.fault.option', { name }));
  return found.id;
}

/** One option of several unless it says otherwise. */
export const clientOption = (
  own: Partial<ClientPropertyType> & Pick<ClientPropertyType, 'icon'>,
  hasStates = false,
): ClientPropertyType => ({
  compares: 'option',
  sketch: 'tag',
  rules: ['required', 'unique'],
  isGrouped: true,
  isConverted: true,
  isTyped: true,
  text: (value, property) =>
    optionsIn(property, value)
      .map(({ name }) => name)
      .join(', '),
  read: (words, { property }) => clientOptionId(property, words),
  content: (value, { property }) => optionsIn(property, value).map(chip),
  edit: (editing) => editChoice(editing, 'options', own.isMany ?? false),
  settings: async (_model, { options = [] }) =>
    (await import('./client-option-settings.ts')).optionParts(options, hasStates),
  ...own,
});
