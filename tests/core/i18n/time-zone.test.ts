// Days as numbers and clocks of time zones, against what JavaScript itself knows and at the changes of clocks.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  addMonths,
  civilOf,
  DAY,
  DAYS_OF_CYCLE,
  dayNumber,
  daysInMonth,
  isoDay,
  readDay,
  weekdayOf,
  weekOf,
} from '../../../core/i18n/calendar-date.ts';
import { instantOf, isZone, offsetAt, shownAt } from '../../../core/i18n/time-zone.ts';

const anyDay = fc.integer({ min: readDay('0001-01-01')!, max: readDay('9999-12-31')! });

describe('a day as a number', () => {
  it('is the one that JavaScript has, and comes back', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const { year, month, day: ofMonth } = civilOf(day);
        assert.equal(new Date(day * DAY).toISOString().slice(0, 10), isoDay(day));
        assert.equal(dayNumber(year, month, ofMonth), day);
        assert.equal(readDay(isoDay(day)), day);
        assert.equal(weekdayOf(day), new Date(day * DAY).getUTCDay() || 7);
        assert.equal(weekdayOf(day + DAYS_OF_CYCLE), weekdayOf(day));
      }),
      { numRuns: 500 },
    );
  });

  it('takes months beyond the year, and the last day of short ones', () => {
    assert.equal(isoDay(dayNumber(2026, 14, 1)), '2027-02-01');
    assert.equal(isoDay(dayNumber(2026, -1, 31)), '2025-12-01');
    assert.equal(isoDay(addMonths(readDay('2024-01-31')!, 1)), '2024-02-29');
    assert.equal(isoDay(addMonths(readDay('2024-02-29')!, -12)), '2023-02-28');
    assert.deepEqual([daysInMonth(1900, 2), daysInMonth(2000, 2), daysInMonth(2026, 12)], [28, 29, 31]);
  });

  it('has the week of ISO 8601', () => {
    const weeks: [string, number][] = [
      ['2026-01-01', 1],
      ['2027-01-01', 53],
      ['2024-12-30', 1],
      ['2026-11-20', 47],
    ];
    for (const [day, week] of weeks) assert.equal(weekOf(readDay(day)!), week, day);
  });

  it('is not read from what is no day', () => {
    for (const text of ['2026-02-29', '2026-13-01', '2026-00-10', '0000-01-01', '2026-1-1', '20261120', ''])
      assert.equal(readDay(text), undefined, text);
  });
});

describe('a time zone', () => {
  it('is known by its IANA name only', () => {
    for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'])
      assert.ok(isZone(name), name);
    for (const name of ['', '+01:00', 'Mars/Base', 'Europe/Berlin; DROP', '../etc', 'Eastern Standard Time'])
      assert.ok(!isZone(name), name);
  });

  const hours = (zone: string, at: string) => offsetAt(zone, Date.parse(at)) / 3_600_000;

  it('has its offsets, on days of change too', () => {
    assert.equal(hours('Europe/Berlin', '2026-03-29T00:59:59Z'), 1);
    assert.equal(hours('Europe/Berlin', '2026-03-29T01:00:00Z'), 2);
    assert.equal(hours('', '2026-06-01T00:00:00Z'), 0);
    assert.equal(hours('Asia/Kathmandu', '2026-01-01T00:00:00Z'), 5.75);
    assert.equal(hours('Australia/Lord_Howe', '2026-01-01T00:00:00Z'), 11);
    assert.equal(hours('Africa/Monrovia', '1960-01-01T00:00:00Z').toFixed(3), '-0.742');
    assert.equal(hours('Pacific/Apia', '2011-12-29T12:00:00Z'), -10);
    assert.equal(hours('Pacific/Apia', '2011-12-30T12:00:00Z'), 14);
    assert.equal(hours('Europe/Berlin', '0001-01-01T00:00:00Z'), hours('Europe/Berlin', '1850-01-01T00:00:00Z'));
  });

  const shown: [string, string, string, string][] = [
    ['an ordinary time', 'Europe/Berlin', '2026-11-20T14:30', '2026-11-20T13:30'],
    ['a time that is left out', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30'],
    ['a time that comes twice', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30'],
    ['a time that is left out in the west', 'America/New_York', '2026-03-08T02:30', '2026-03-08T07:30'],
    ['a time that comes twice in the west', 'America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
    ['half an hour that is left out', 'Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45'],
    ['a day that was left out', 'Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00'],
    ['midnight that is left out', 'America/Sao_Paulo', '2018-11-04T00:00', '2018-11-04T03:00'],
  ];
  for (const [name, zone, clock, instant] of shown)
    it(`knows the instant of ${name}`, () => {
      assert.equal(new Date(instantOf(zone, Date.parse(`${clock}Z`))).toISOString().slice(0, 16), instant);
    });

  it('shows for every instant a time whose instant shows the same', () => {
    const zones = ['Europe/Berlin', 'America/St_Johns', 'Africa/Casablanca', 'Pacific/Chatham', 'Asia/Tehran', 'UTC'];
    const time = fc.integer({ min: Date.UTC(1930, 0, 1), max: Date.UTC(2100, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), time, (zone, at) => {
        const clock = shownAt(zone, at);
        assert.equal(shownAt(zone, instantOf(zone, clock)), clock);
        assert.ok(instantOf(zone, clock) <= at);
      }),
      { numRuns: 500 },
    );
  });
});
