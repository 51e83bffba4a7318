// A number in the browser: written as its format says.
import { el } from '../../../../../core/client/dom.ts';
import { locale } from '../../../../../core/client/messages.ts';
import { editText } from '../../../client/database/editors/text.ts';
import type { Property } from '../../../model.ts';
import { clientNumberBase, writtenNumber } from '../bases/client-number.ts';
import type { ClientPropertyType } from '../client-property-type.ts';
import { amountText, isAmount } from './amount.ts';

function formatted(value: number, config: Property['config']): string {
  const { format, decimals } = config;
  if (isAmount(config)) return amountText(locale(), value, config);
  const digits =
    decimals === undefined
      ? { maximumFractionDigits: 10 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  if (format === 'percent') return new Intl.NumberFormat(locale(), { ...digits, style: 'percent' }).format(value);
  const plain = new Intl.NumberFormat(locale(), digits).format(value);
  return format === 'of_100' ? `${plain}%` : plain;
}

function progress(property: Property, value: number): HTMLElement {
  const bar = el('progress', { max: property.config.max ?? 100, value, 'aria-hidden': 'true' });
  return el('span', { class: 'progress' }, bar);
}

export const numberClient: ClientPropertyType = {
  ...clientNumberBase,
  isQuantity: true,
  sketch: 'number',
  icon: 'list-ordered',
  rules: ['required', 'unique', 'min', 'max'],
  isGrouped: true,
  text: (value, { config }) => (typeof value === 'number' ? formatted(value, config) : ''),
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
