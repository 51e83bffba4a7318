// Dates with an end, as the browser and the server write them: the same, and no month or year twice.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { dayText, momentRangeText } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { dateValueText } from '../../../plugins/databases/client/database/value-parts.ts';

describe('a date with an end', () => {
  before(() => {
    const page = { documentElement: { lang: 'en', dataset: { zone: 'Europe/Berlin' } } };
    Object.defineProperty(globalThis, 'document', { value: page, configurable: true, writable: true });
  });
  after(() => Reflect.deleteProperty(globalThis, 'document'));

  const cases: [start: string, end: string, written: string][] = [
    ['2026-11-04', '2026-11-16', '4 – 16 Nov 2026'],
    ['2026-11-14', '2026-12-01', '14 Nov – 1 Dec 2026'],
    ['2026-11-14', '2027-01-01', '14 Nov 2026 – 1 Jan 2027'],
    ['2026-11-14', '2026-11-14', '14 Nov 2026'],
    ['2026-11-04T10:00', '2026-11-04T11:30', '4 Nov 2026, 10:00–11:30'],
    ['2026-11-04T10:00Z', '2026-11-04T11:30Z', '4 Nov 2026, 11:00–12:30'],
    ['2026-11-04T10:00', '2026-11-04T11:30Z', '4 Nov 2026, 10:00 – 4 Nov 2026, 12:30'],
    ['2026-11-16', '2026-11-04', '16 Nov 2026 – 4 Nov 2026'],
  ];
  const reader = { locale: 'en', actor: { type: 'user', timezone: 'Europe/Berlin' } } as unknown as Ctx;
  for (const [start, end, written] of cases)
    it(`from ${start} to ${end} is written ${JSON.stringify(written)}`, () => {
      assert.equal(dateValueText({ start, end, timezone: null } as never), written);
      assert.equal(momentRangeText(reader, start, end), written);
    });

  it('is written so also after the whole day was, for somebody on universal time', () => {
    const universal = { locale: 'en', actor: { type: 'user', timezone: 'UTC' } } as unknown as Ctx;
    assert.equal(dayText(universal, '2026-11-14T10:00:00Z'), 'Saturday, 14 November 2026');
    assert.equal(momentRangeText(universal, '2026-11-14', '2026-12-01'), '14 Nov – 1 Dec 2026');
  });
});
