// An amount of money as people write it, on the server as in the browser.
import type { Property } from '../../../model.ts';

/** E.g. "€120.00" or "120,00 €". */
export const amountText = (
  locale: string,
  value: number,
  { currency, decimals }: Property['config'],
  more: Intl.NumberFormatOptions = {},
): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    ...(decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
    ...more,
  }).format(value);

/** Whether numbers of a property are amounts of money. */
export const isAmount = ({ format, currency }: Property['config']): boolean =>
  format === 'currency' && Boolean(currency);
