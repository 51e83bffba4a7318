// How a number is written.
import { locale, t } from '../../../../../core/client/messages.ts';
import type { ListedChoice } from '../../../client/database/filters/search-list.tsx';
import { choiceField } from '../../../client/database/panels/choice-field.tsx';
import { input, labelled, select } from '../../../client/database/panels/form-controls.ts';
import { PROGRESS_MAX, type Property } from '../../../model.ts';
import type { Parts } from '../client-property-type.ts';

/** All currencies by name, and the one that is set even if the browser does not know it. */
function currencies(chosen: string): ListedChoice[] {
  const names = new Intl.DisplayNames(locale(), { type: 'currency' });
  const codes = new Set([...Intl.supportedValuesOf('currency'), ...(chosen ? [chosen] : [])]);
  return [...codes]
    .map((code) => ({ key: code, label: `${names.of(code) ?? code} (${code})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale()));
}

export function numberParts({ format = 'plain', currency = '', decimals, max }: Property['config']): Parts {
  const formats = select(
    '',
    ['plain', 'percent', 'currency', 'progress'].map((one) => [one, t(`databases.view.format.${one}`)]),
    format,
  );
  const code = choiceField(t('databases.view.currency'), currencies(currency), currency || 'EUR');
  const digits = input('', decimals === undefined ? '' : String(decimals), { type: 'number', min: 0, max: 10 });
  const most = input('', String(max ?? PROGRESS_MAX), { type: 'number', min: 1 });
  const fields = [code.element, labelled(t('databases.view.progress_max'), most)];
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
      ...(formats.value === 'currency' ? { currency: code.value } : {}),
      ...(formats.value === 'progress' ? { max: Number(most.value) || PROGRESS_MAX } : {}),
      ...(digits.value ? { decimals: Number(digits.value) } : {}),
    }),
  };
}
