// Dates as forms ask for them: what nobody touched stays, and what is typed is a day, or a time of a zone.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dateFrom, datePartsOf } from '../../../plugins/databases/schema/types/date/form-parts.ts';

const RIGA = 'Europe/Riga';
const value = (start: string, end: string | null = null, timezone: string | null = null) => ({ start, end, timezone });
const parts = (day: string, time = '', second = '', secondTime = '', third = RIGA) => {
  return { value: day, time, second, secondTime, third };
};

it('stand in their fields as a clock of their zone shows them', () => {
  assert.deepEqual(datePartsOf(null, RIGA), parts(''));
  assert.deepEqual(datePartsOf(value('2026-11-20'), RIGA), parts('2026-11-20'));
  assert.deepEqual(
    datePartsOf(value('2026-07-01T22:30:00.000Z', '2026-07-02T01:00:00.000Z'), RIGA),
    parts('2026-07-02', '01:30', '2026-07-02', '04:00'),
  );
  assert.deepEqual(
    datePartsOf(value('2026-11-20T09:00:00', null, 'Asia/Tokyo'), RIGA),
    parts('2026-11-20', '09:00', '', '', 'Asia/Tokyo'),
  );
});

it('are what was there when nobody has touched them, to the second', () => {
  for (const before of [
    value('2026-11-20'),
    value('2026-11-20', null, 'Asia/Tokyo'),
    value('2026-07-01T22:30:59.123Z', '2026-07-02T01:00:00.000Z'),
    value('2026-11-20T09:00:30', null, 'Asia/Tokyo'),
  ])
    assert.equal(dateFrom(datePartsOf(before, RIGA), before), before);
});

it('are days without a zone, or times with theirs; what makes no sense goes on to be refused', () => {
  assert.equal(dateFrom(parts(''), value('2026-11-20')), null);
  assert.deepEqual(dateFrom(parts('2026-11-20'), null), value('2026-11-20'));
  assert.deepEqual(dateFrom(parts('2026-11-20', '09:00'), null), value('2026-11-20T09:00', null, RIGA));
  assert.deepEqual(
    dateFrom(parts('2026-11-20', '09:00', '2026-11-20', '10:00', ''), null),
    value('2026-11-20T09:00', '2026-11-20T10:00'),
  );
  assert.deepEqual(dateFrom(parts('2026-11-20T09:00'), null), value('2026-11-20T09:00', null, RIGA));
  assert.deepEqual(dateFrom(parts('', '09:00'), null), value('T09:00', null, RIGA));
  assert.deepEqual(dateFrom(parts('', '', '2026-11-20'), null), value('', '2026-11-20'));
  const before = value('2026-07-01T22:30:00.000Z');
  assert.deepEqual(
    dateFrom(parts('2026-07-01', '22:30', '', '', 'Nowhere'), before),
    value('2026-07-01T22:30', null, 'Nowhere'),
  );
});
