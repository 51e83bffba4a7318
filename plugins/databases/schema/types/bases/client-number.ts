// What types that hold a number have in common in the browser.
import { locale } from '../../../../../core/client/messages.ts';
import { unreadableAs } from '../../../client/database/value-parts.ts';

/** A number as it is written here, with signs of money and shares around it. @throws UnreadableValue */
export function writtenNumber(text: string): number {
  const point = new Intl.NumberFormat(locale()).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  const bare = text.replace(/[\s%]|[A-Z]{0,2}\p{Sc}|^[A-Z]{3}(?=\s)|[A-Z]{3}$/gu, '');
  const plain =
    point === ',' && bare.includes(',')
      ? bare.replaceAll('.', '').replace(',', '.')
      : bare.replace(/,(?=\d{3}(\D|$))/g, '');
  const found = Number(plain);
  if (!plain || !Number.isFinite(found)) throw unreadableAs('number');
  return found;
}

export const clientNumberBase = {
  compares: 'number',
  width: 120,
  isConverted: true,
  isTyped: true,
} as const;
