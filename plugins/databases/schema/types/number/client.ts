// A number in the browser: written as its format says.
import { el } from '../../../../../core/client/dom.ts';
import { locale } from '../../../../../core/client/messages.ts';
import { editText } from '../../../client/database/editors/text.ts';
import { PROGRESS_MAX, type Property } from '../../../model.ts';
import { clientNumberBase, writtenNumber } from '../bases/client-number.ts';
import type { ClientPropertyType } from '../client-property-type.ts';
import { numberText } from './number-text.ts';

function progress(property: Property, value: number): HTMLElement {
  const bar = el('progress', { max: property.config.max ?? PROGRESS_MAX, value, 'aria-hidden': 'true' });
  return el('span', { class: 'progress' }, bar);
}

export const numberClient: ClientPropertyType = {
  ...clientNumberBase,
  isQuantity: true,
  sketch: 'number',
  icon: 'list-ordered',
  rules: ['required', 'unique', 'min', 'max'],
  isGrouped: true,
  text: (value, { config }) => (typeof value === 'number' ? numberText(locale(), value, config) : ''),
  typed(value, { config }) {
    if (typeof value !== 'number') return undefined;
    const plain = config.format === 'percent' ? Number((value * 100).toPrecision(15)) : value;
    return new Intl.NumberFormat(locale(), { useGrouping: false, maximumFractionDigits: 15 }).format(plain);
  },
  read: (words, { property }) =>
    property.config.format === 'percent' ? writtenNumber(words) / 100 : writtenNumber(words),
  content: (value, { property, text }) =>
    property.config.format === 'progress' && typeof value === 'number' ? [progress(property, value), text] : [text],
  edit: (editing) => editText(editing, numberClient, { keyboard: 'decimal' }),
  settings: async (_model, config) => (await import('./client-settings.ts')).numberParts(config),
};
