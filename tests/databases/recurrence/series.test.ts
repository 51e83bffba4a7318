// Occurrences in a window: clocks that change, far windows, what was left out, added and moved; and settings of rows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DAY, readDay } from '../../../core/i18n/calendar-date.ts';
import { formatMessage } from '../../../core/i18n/message-format.ts';
import {
  type CalendarFault,
  calendarFaults,
  type EventSeries,
  occurrences,
  type RowCalendar,
  readRule,
  readSeries,
  seriesCalendar,
  seriesOf,
  seriesText,
} from '../../../plugins/databases/calendar/recurrence/index.ts';

const HOUR = 3_600_000;
const clock = (text: string): number => Date.parse(`${text}Z`);

function series(start: string, rule: string | null, more: Partial<EventSeries> = {}): EventSeries {
  const isAllDay = start.length === 10;
  return {
    start: isAllDay ? readDay(start)! * DAY : clock(start),
    length: isAllDay ? DAY : HOUR,
    isAllDay,
    zone: 'Europe/Berlin',
    rules: rule ? [readRule(rule)] : [],
    extra: [],
    except: [],
    moved: [],
    ...more,
  };
}

const within = (one: EventSeries, start: string, end: string, zone = 'UTC', most?: number) =>
  occurrences(one, { start: Date.parse(`${start}Z`), end: Date.parse(`${end}Z`), zone }, most);

const starts = (one: EventSeries, start: string, end: string, zone = 'UTC') =>
  within(one, start, end, zone).occurrences.map((found) => found.start.slice(0, 16));

describe('clocks', () => {
  const table: [string, EventSeries, [string, string], string[]][] = [
    [
      'keep their time when they change in spring',
      series('2026-03-28T09:00', 'FREQ=DAILY'),
      ['2026-03-28T00:00', '2026-03-31T00:00'],
      ['2026-03-28T08:00', '2026-03-29T07:00', '2026-03-30T07:00'],
    ],
    [
      'keep their time when they change in autumn',
      series('2026-10-24T09:00', 'FREQ=DAILY'),
      ['2026-10-24T00:00', '2026-10-27T00:00'],
      ['2026-10-24T07:00', '2026-10-25T08:00', '2026-10-26T08:00'],
    ],
    [
      'leave out half past two in spring, which counts on',
      series('2026-03-28T02:30', 'FREQ=DAILY'),
      ['2026-03-28T00:00', '2026-03-31T00:00'],
      ['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30'],
    ],
    [
      'show half past two twice in autumn, of which the first counts',
      series('2026-10-24T02:30', 'FREQ=DAILY'),
      ['2026-10-24T00:00', '2026-10-27T00:00'],
      ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      'of another zone decide about its days',
      series('2026-11-20T22:00', 'FREQ=WEEKLY;BYDAY=FR', { zone: 'America/Los_Angeles' }),
      ['2026-11-20T00:00', '2026-12-05T12:00'],
      ['2026-11-21T06:00', '2026-11-28T06:00', '2026-12-05T06:00'],
    ],
  ];
  for (const [name, one, [from, to], expected] of table)
    it(name, () => {
      assert.deepEqual(starts(one, from, to), expected);
    });

  it('do not matter to whole days, which begin where the reader is', () => {
    const one = series('2026-11-20', null);
    assert.deepEqual(within(one, '2026-11-20T09:00', '2026-11-20T10:00').occurrences[0], {
      occurrence: '2026-11-20',
      start: '2026-11-20',
      end: '2026-11-21',
      at: Date.parse('2026-11-20T00:00Z'),
      isAllDay: true,
      isMoved: false,
    });
    assert.equal(within(one, '2026-11-19T16:00', '2026-11-19T20:00', 'Asia/Tokyo').occurrences.length, 1);
    assert.equal(within(one, '2026-11-21T00:00', '2026-11-22T00:00').occurrences.length, 0);
    assert.equal(within(one, '2026-11-21T00:00', '2026-11-22T00:00', 'America/New_York').occurrences.length, 1);
  });
});

describe('a window', () => {
  it('holds what began before it and is not over, and not what begins at its end', () => {
    const one = series('2026-11-20T23:00', 'FREQ=DAILY', { length: 3 * HOUR });
    assert.deepEqual(starts(one, '2026-11-21T00:00', '2026-11-21T22:00'), ['2026-11-20T22:00']);
    const only = { start: clock('2026-11-21T00:00'), end: clock('2026-11-21T22:00'), zone: 'UTC', isStart: true };
    assert.equal(occurrences(one, only).occurrences.length, 0);
    assert.equal(
      within(series('2026-11-20T01:00', null, { length: 0 }), '2026-11-20T00:00', '2026-11-20T02:00').occurrences
        .length,
      1,
    );
    assert.equal(
      within(series('2026-11-20T01:00', null, { length: 400 * DAY }), '2027-10-01T00:00', '2027-10-02T00:00')
        .occurrences.length,
      1,
    );
  });

  it('says when there is more than fits', () => {
    const one = series('2020-01-01T09:00', 'FREQ=DAILY');
    const found = within(one, '2020-01-01T00:00', '2026-01-01T00:00');
    assert.deepEqual([found.occurrences.length, found.isCut], [1000, true]);
    assert.equal(found.occurrences.at(-1)?.occurrence, '2022-09-26');
    assert.equal(within(one, '2020-01-01T00:00', '2020-01-05T00:00', 'UTC', 4).isCut, false);
  });

  it('far from the start is as good as one near it', () => {
    const texts = [
      'FREQ=DAILY',
      'FREQ=DAILY;COUNT=1000000000',
      'FREQ=MONTHLY;BYMONTHDAY=31',
      'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR;COUNT=99999',
    ];
    for (const text of texts) {
      const all = starts(series('0001-01-01T09:00', text), '2026-10-01T00:00', '2027-01-01T00:00');
      assert.ok(all.length > 0, text);
    }
    assert.equal(starts(series('9999-12-30T09:00', 'FREQ=DAILY'), '9999-12-01T00:00', '9999-12-31T23:00').length, 2);
  });

  it('is the same part of the whole, however it is cut', () => {
    const rule = fc.constantFrom(
      'FREQ=DAILY;INTERVAL=3',
      'FREQ=WEEKLY;BYDAY=TU,SA;COUNT=90',
      'FREQ=MONTHLY;BYDAY=-1SU',
      'FREQ=DAILY;UNTIL=20261025T003000Z',
    );
    const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'UTC');
    fc.assert(
      fc.property(rule, zone, fc.nat(500), fc.nat(60), (text, place, after, hours) => {
        const one = series('2026-01-01T02:30', text, { zone: place });
        const from = Date.parse('2026-01-01T00:00Z') + after * DAY;
        const cut = from + hours * HOUR;
        const read = (start: number, end: number) =>
          occurrences(one, { start, end, zone: 'UTC', isStart: true }).occurrences.map((found) => found.start);
        assert.deepEqual([...read(from, cut), ...read(cut, from + 90 * DAY)], read(from, from + 90 * DAY));
      }),
      { numRuns: 150 },
    );
  });
});

describe('a single occurrence', () => {
  const weekly = series('2026-11-06T09:00', 'FREQ=WEEKLY;COUNT=4', {
    except: [{ at: clock('2026-11-13T00:00'), isDay: true }],
    extra: [
      { start: clock('2026-11-15T10:00'), length: 2 * HOUR },
      { start: clock('2026-11-20T09:00'), length: null },
    ],
    moved: [
      { from: { at: clock('2026-11-20T09:00'), isDay: false }, start: clock('2026-12-24T18:00'), length: HOUR },
      { from: { at: clock('2026-11-21T09:00'), isDay: false }, start: clock('2026-11-22T18:00'), length: HOUR },
    ],
  });

  it('is left out, added and moved; a move of what is no start does nothing', () => {
    const { occurrences: found } = within(weekly, '2026-11-01T00:00', '2027-01-01T00:00');
    assert.deepEqual(
      found.map(({ occurrence, start, end, isMoved }) => [occurrence, start.slice(0, 16), end.slice(11, 16), isMoved]),
      [
        ['2026-11-06', '2026-11-06T08:00', '09:00', false],
        ['2026-11-15', '2026-11-15T09:00', '11:00', false],
        ['2026-11-27', '2026-11-27T08:00', '09:00', false],
        ['2026-11-20', '2026-12-24T17:00', '18:00', true],
      ],
    );
    assert.deepEqual(starts(weekly, '2026-12-24T00:00', '2026-12-25T00:00'), ['2026-12-24T17:00']);
    assert.deepEqual(starts(weekly, '2026-11-20T00:00', '2026-11-21T00:00'), []);
  });

  it('is kept in the text of the series', () => {
    const text = seriesText(weekly);
    assert.match(text, /^RRULE:FREQ=WEEKLY;COUNT=4$/m);
    assert.match(text, /^EXDATE;TZID=Europe\/Berlin:20261113T090000$/m);
    assert.match(text, /^RECURRENCE-ID;TZID=Europe\/Berlin:20261120T090000$/m);
    const again = readSeries(text)!;
    const window = ['2026-11-01T00:00', '2027-01-01T00:00'] as const;
    assert.deepEqual(within(again, ...window), within(weekly, ...window));
    assert.equal(readSeries('soon'), undefined);
  });
});

describe('the settings of a row', () => {
  const repeat = {
    frequency: 'weekly',
    interval: 1,
    count: null,
    until: null,
    by_weekday: [],
    timezone: null,
  } as const;
  const calendar = (given: object = {}, rule: object | null = {}): RowCalendar => ({
    ...{ time: '09:00', timezone: 'Europe/Berlin', remind: 30 },
    repeat: rule && { ...repeat, by_weekday: [], ...rule },
    ...given,
  });

  const faults: [object, object, string, string][] = [
    [{ time: '9:00' }, {}, 'time', '09:30'],
    [{ time: '24:00' }, {}, 'time', '09:30'],
    [{ timezone: 'Mars/Base' }, {}, 'timezone', 'Europe/Berlin'],
    [{ timezone: '+01:00' }, {}, 'timezone', 'Europe/Berlin'],
    [{ remind: -1 }, {}, 'remind', '40,320'],
    [{ remind: 1.5 }, {}, 'remind', '40,320'],
    [{}, { frequency: 'yearly' }, 'repeat.frequency', 'monthly'],
    [{}, { interval: 0 }, 'repeat.interval', 'from 1'],
    [{}, { interval: Number.NaN }, 'repeat.interval', 'from 1'],
    [{}, { interval: 1e308 }, 'repeat.interval', 'from 1'],
    [{}, { count: 0 }, 'repeat.count', 'from 1'],
    [{}, { until: '2026-02-30' }, 'repeat.until', 'must be a day'],
    [{}, { until: '2026-11-19' }, 'repeat.until', 'before the start, 2026-11-20'],
    [{}, { until: '2026-12-01', count: 3 }, 'repeat.until', 'beside count'],
    [{}, { by_weekday: ['MO', 'monday'] }, 'repeat.by_weekday', 'monday'],
    [{}, { by_weekday: ['1MO'] }, 'repeat.by_weekday', 'monthly'],
    [{}, { frequency: 'monthly', by_weekday: ['6MO'] }, 'repeat.by_weekday', '6MO'],
    [{}, { timezone: 'Nowhere' }, 'repeat.timezone', 'Europe/Berlin'],
  ];
  for (const [given, rule, field, words] of faults)
    it(`are refused for ${field}: ${JSON.stringify({ ...given, ...rule })}`, () => {
      const found = calendarFaults(calendar(given, rule), '2026-11-20');
      assert.deepEqual(
        found.map((one) => one.field),
        [field],
      );
      assert.ok(found[0]?.detail.includes(words), found[0]?.detail);
    });

  it('with several faults name them all', () => {
    const all = calendarFaults(calendar({ time: 'x', remind: -1 }, { interval: 0, until: '2020-01-01' }), '2026-11-20');
    assert.deepEqual(
      all.map((one) => one.field),
      ['time', 'remind', 'repeat.interval', 'repeat.until'],
    );
  });

  it('have the words of their faults in the catalogue, in German too', () => {
    const [english, german] = ['en', 'de'].map((locale) =>
      JSON.parse(readFileSync(new URL(`../../../plugins/databases/messages/${locale}.json`, import.meta.url), 'utf8')),
    );
    for (const [given, rule] of faults) {
      const [{ key, values, detail }] = calendarFaults(calendar(given, rule), '2026-11-20') as [CalendarFault];
      assert.equal(formatMessage('en', english[key], values), detail);
      assert.ok(german[key], key);
    }
  });

  const sound: [string, RowCalendar][] = [
    ['once', calendar({}, null)],
    ['all day', calendar({ time: null, timezone: null }, null)],
    ['every second week', calendar({}, { interval: 2, by_weekday: ['FR', 'MO'] })],
    ['the first Monday', calendar({}, { frequency: 'monthly', by_weekday: ['1MO', '-1FR'], count: 12 })],
    ['daily until a day', calendar({}, { frequency: 'daily', until: '2026-12-31' })],
    ['all days until a day', calendar({ time: null, timezone: null }, { frequency: 'daily', until: '2026-12-31' })],
  ];
  for (const [name, settings] of sound)
    it(`${name} become a series and come back, also from its text`, () => {
      assert.deepEqual(calendarFaults(settings, '2026-11-20'), []);
      const one = seriesOf({ calendar: settings, start: '2026-11-20', length: HOUR, zone: 'Europe/Berlin' });
      assert.deepEqual(seriesCalendar(one, settings.remind), settings);
      assert.deepEqual(seriesCalendar(readSeries(seriesText(one))!, settings.remind), settings);
    });

  it('repeat on the clocks of another zone when they say so', () => {
    const there = calendar({ time: '23:00' }, { timezone: 'America/New_York' });
    const one = seriesOf({ calendar: there, start: '2026-10-16', length: HOUR, zone: 'UTC' });
    assert.deepEqual(starts(one, '2026-10-16T00:00', '2026-11-10T00:00'), [
      '2026-10-16T21:00',
      '2026-10-23T21:00',
      '2026-10-30T21:00',
      '2026-11-06T22:00',
    ]);
  });

  it('take the zone of the reader where they name none', () => {
    const one = seriesOf({
      calendar: calendar({ timezone: null }, null),
      start: '2026-11-20',
      length: 0,
      zone: 'Asia/Tokyo',
    });
    assert.deepEqual(starts(one, '2026-11-20T00:00', '2026-11-21T00:00'), ['2026-11-20T00:00']);
  });

  it('cannot say all that a rule can', () => {
    for (const rule of [
      'FREQ=YEARLY',
      'FREQ=MONTHLY;BYMONTHDAY=3',
      'FREQ=DAILY;BYMONTH=2',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU',
    ])
      assert.equal(seriesCalendar(series('2026-11-20T09:00', rule), null), undefined, rule);
    assert.equal(
      seriesCalendar(series('2026-11-20T09:00', 'FREQ=MONTHLY;BYMONTHDAY=20'), null)?.repeat?.frequency,
      'monthly',
    );
    assert.equal(
      seriesCalendar(series('2026-11-20T09:00', 'FREQ=DAILY;UNTIL=20261130T070000Z'), null)?.repeat?.until,
      '2026-11-29',
    );
  });
});
