// The number of a row in the browser.
import { t } from '../../../../../core/client/messages.ts';
import { clientFilledBase } from '../bases/client-automatic.ts';
import type { ClientPropertyType } from '../client-property-type.ts';

export const uniqueIdClient: ClientPropertyType = {
  ...clientFilledBase,
  icon: 'tag',
  compares: 'row_number',
  width: 110,
  text: (value, { config: { prefix } }) => (typeof value === 'number' && prefix ? `${prefix}-${value}` : String(value)),
  async settings(_model, config) {
    const { input, labelled } = await import('../../../client/database/panels/form-controls.ts');
    const prefix = input('', config.prefix ?? '', { maxlength: 10, pattern: '[A-Za-z0-9]*' });
    return {
      elements: [labelled(t('databases.view.prefix'), prefix)],
      config: () => (prefix.value ? { prefix: prefix.value } : {}),
    };
  },
};
