// Amounts of money: written as each language does, and read back when they are typed or pasted as they were shown.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Property } from '../../../plugins/databases/model.ts';
import { writtenNumber } from '../../../plugins/databases/schema/types/bases/client-number.ts';
import { amountText } from '../../../plugins/databases/schema/types/number/amount.ts';

describe('amounts of money', () => {
  const table: [locale: string, value: number, config: Property['config'], text: string][] = [
    ['en', 120, { currency: 'EUR' }, '€120.00'],
    ['de', 120, { currency: 'EUR' }, '120,00\u00a0€'],
    ['en', -1234.5, { currency: 'CAD' }, '-CA$1,234.50'],
    ['en', 1200, { currency: 'JPY' }, '¥1,200'],
    ['en', 0.125, { currency: 'EUR', decimals: 3 }, '€0.125'],
    ['en', 12, { currency: 'CHF', decimals: 0 }, 'CHF\u00a012'],
  ];
  for (const [locale, value, config, text] of table)
    it(`of ${value} are ${text} in ${locale}`, () => {
      assert.equal(amountText(locale, value, config), text);
      if (locale === 'en') assert.equal(writtenNumber(text), value);
    });

  it('are not read of other words', () => {
    for (const text of ['EURO 5', 'CA5', '€', 'five €']) assert.throws(() => writtenNumber(text), text);
  });
});
