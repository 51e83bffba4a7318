// A number as people read it, by their language and by what its property says; on the server as in the browser.
import type { Property } from '../../../model.ts';
import { amountText, isAmount } from './amount.ts';

export function numberText(locale: string, value: number, config: Property['config']): string {
  const { format, decimals } = config;
  if (isAmount(config)) return amountText(locale, value, config);
  const digits =
    decimals === undefined
      ? { maximumFractionDigits: 10 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  if (format === 'percent') return new Intl.NumberFormat(locale, { ...digits, style: 'percent' }).format(value);
  const plain = new Intl.NumberFormat(locale, digits).format(value);
  return format === 'of_100' ? `${plain}%` : plain;
}
