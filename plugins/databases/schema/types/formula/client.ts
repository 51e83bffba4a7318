// A formula in the browser: what is computed may be of any kind.
import { number, t } from '../../../../../core/client/messages.ts';
import { dateValueText, valueList } from '../../../client/database/value-parts.ts';
import type { Value } from '../../../model.ts';
import { clientFilledBase } from '../bases/client-automatic.ts';
import type { ClientPropertyType } from '../client-property-type.ts';

function computedText(value: Value): string {
  if (typeof value === 'number') return number(value);
  if (typeof value === 'boolean') return value ? t('databases.view.yes') : t('databases.view.no');
  if (value === null || typeof value !== 'object') return String(value ?? '');
  return 'name' in value ? String(value.name) : dateValueText(value);
}

export const formulaValueText = (value: Value): string => valueList(value).map(computedText).join(', ');

export const formulaClient: ClientPropertyType = {
  ...clientFilledBase,
  icon: 'code',
  compares: 'text',
  text: formulaValueText,
  isSetUpFirst: true,
  settings: async (model, config, property) =>
    (await import('./client-settings.tsx')).formulaSettings(model, config, property),
};
