// How a number is written.
import { t } from '../../../../../core/client/messages.ts';
import { input, labelled, select } from '../../../client/database/panels/form-controls.ts';
import type { Property } from '../../../model.ts';
import type { Parts } from '../client-property-type.ts';

export function numberParts({ format = 'plain', currency = '', decimals, max }: Property['config']): Parts {
  const formats = select(
    '',
    ['plain', 'percent', 'currency', 'progress'].map((one) => [one, t(`databases.view.format.${one}`)]),
    format,
  );
  const code = input('', currency || 'EUR', { maxlength: 3, pattern: '[A-Z]{3}' });
  const digits = input('', decimals === undefined ? '' : String(decimals), { type: 'number', min: 0, max: 10 });
  const most = input('', String(max ?? 100), { type: 'number', min: 1 });
  const fields = [labelled(t('databases.view.currency'), code), labelled(t('databases.view.progress_max'), most)];
  const shape = () => {
    for (const [at, wanted] of ['currency', 'progress'].entries())
      (fields[at] as HTMLElement).hidden = formats.value !== wanted;
  };
  formats.addEventListener('change', shape);
  shape();
  return {
    elements: [
      labelled(t('databases.view.number_format'), formats),
      ...fields,
      labelled(t('databases.view.decimals'), digits),
    ],
    config: () => ({
      format: formats.value,
      ...(formats.value === 'currency' ? { currency: code.value.toUpperCase() } : {}),
      ...(formats.value === 'progress' ? { max: Number(most.value) || 100 } : {}),
      ...(digits.value ? { decimals: Number(digits.value) } : {}),
    }),
  };
}
