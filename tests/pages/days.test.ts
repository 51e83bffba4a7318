// Days as people write them behind an at sign.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dayFromNow, parseDay, weekdaysFor } from '../../plugins/editor/client/slash-menu/day-parser.ts';

it('days are read as people write them', () => {
  const cases: [string, string | null][] = [
    ['2026-12-24', '2026-12-24'],
    ['24.12.', '2026-12-24'],
    ['24 dec', '2026-12-24'],
    ['24. December', '2026-12-24'],
    ['dec 24', '2026-12-24'],
    ['December 24, 2027', '2027-12-24'],
    ['1 mar 2028', '2028-03-01'],
    ['31 june', null],
    ['24 de', null],
    ['24 decimals', null],
    ['dec', null],
  ];
  for (const [text, day] of cases) assert.equal(parseDay(text, 2026), day, text);
});

it('a weekday is its next one', () => {
  const all = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].flatMap(weekdaysFor);
  assert.deepEqual(all.map(({ day }) => day).sort(), [1, 2, 3, 4, 5, 6, 7].map(dayFromNow));
  const [friday] = weekdaysFor('Friday');
  assert.equal(new Date(`${friday?.day}T12:00:00Z`).getUTCDay(), 5);
  assert.deepEqual(weekdaysFor('f'), []);
});
