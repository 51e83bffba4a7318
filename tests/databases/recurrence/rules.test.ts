// Rules of RFC 5545: their text, and their days against a slow definition that looks at every day.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { civilOf, DAY, dayNumber, daysInMonth, isoDay, readDay, weekdayOf } from '../../../core/i18n/calendar-date.ts';
import {
  type EventSeries,
  occurrences,
  type RecurrenceRule,
  RuleError,
  readRule,
  ruleText,
} from '../../../plugins/databases/calendar/recurrence/index.ts';

const series = (start: string, rule: string): EventSeries => ({
  ...{ start: readDay(start)! * DAY, length: DAY, isAllDay: true, zone: 'UTC' },
  ...{ rules: [readRule(rule)], extra: [], except: [], moved: [] },
});

const at = (day: string) => readDay(day)! * DAY;

const daysOf = (start: string, rule: string, from: string, to: string): string[] =>
  occurrences(series(start, rule), { start: at(from), end: at(to), zone: 'UTC', isStart: true }).occurrences.map(
    (one) => one.start,
  );

describe('the text of a rule', () => {
  const same = [
    'FREQ=DAILY',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=10;BYDAY=MO,WE',
    'FREQ=MONTHLY;UNTIL=20261231T235959Z;BYDAY=1MO,-1FR',
    'FREQ=MONTHLY;UNTIL=20261231;BYMONTHDAY=-1,15',
    'FREQ=YEARLY;BYMONTH=1,12;BYMONTHDAY=24;BYSETPOS=-1;WKST=SU',
  ];
  for (const text of same)
    it(`${text} comes back`, () => {
      const again = ruleText(readRule(text));
      assert.deepEqual(readRule(again), readRule(text));
    });

  it('is read in small letters, with what means nothing and in any order', () => {
    assert.equal(ruleText(readRule(' interval=1;freq=weekly;byday=fr, mo;wkst=mo; ')), 'FREQ=WEEKLY;BYDAY=FR,MO');
  });

  const bad: [string, string][] = [
    ['', 'FREQ'],
    ['FREQ=HOURLY', 'FREQ'],
    ['INTERVAL=1', 'FREQ'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL'],
    ['FREQ=DAILY;INTERVAL=-1', 'INTERVAL'],
    ['FREQ=DAILY;INTERVAL=1e3', 'INTERVAL'],
    ['FREQ=DAILY;INTERVAL=99999999999999', 'INTERVAL'],
    ['FREQ=DAILY;COUNT=0', 'COUNT'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20261231', 'COUNT'],
    ['FREQ=DAILY;UNTIL=20260231', 'UNTIL'],
    ['FREQ=DAILY;UNTIL=soon', 'UNTIL'],
    ['FREQ=DAILY;BYDAY=XX', 'BYDAY'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'BYDAY'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'BYMONTHDAY'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'BYSETPOS'],
    ['FREQ=MONTHLY;WKST=1', 'WKST'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'RRULE'],
    ['FREQ=YEARLY;RSCALE=HEBREW', 'RSCALE'],
    ['FREQ=DAILY;BYHOUR=3', 'BYHOUR'],
    ['FREQ=DAILY;constructor=3', 'CONSTRUCTOR'],
  ];
  for (const [text, part] of bad)
    it(`${text || 'nothing'} is refused because of ${part}`, () => {
      assert.throws(
        () => readRule(text),
        (error) => error instanceof RuleError && error.part === part,
      );
    });
});

describe('days of a rule', () => {
  const table: [string, string, string, string, string[]][] = [
    [
      'the 31st of short months is left out',
      '2026-01-31',
      'FREQ=MONTHLY',
      '2026-01-01',
      ['2026-01-31', '2026-03-31', '2026-05-31'],
    ],
    [
      'the last day of a month',
      '2026-01-31',
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      '2026-01-01',
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ],
    ['a leap day', '2024-02-29', 'FREQ=YEARLY;COUNT=3', '2024-01-01', ['2024-02-29']],
    [
      'the last Friday',
      '2026-01-30',
      'FREQ=MONTHLY;BYDAY=-1FR;COUNT=3',
      '2026-01-01',
      ['2026-01-30', '2026-02-27', '2026-03-27'],
    ],
    ['the fifth Monday', '2026-03-30', 'FREQ=MONTHLY;BYDAY=5MO', '2026-01-01', ['2026-03-30']],
    [
      'Friday the 13th',
      '2026-02-13',
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
      '2026-01-01',
      ['2026-02-13', '2026-03-13'],
    ],
    [
      'the last workday',
      '2026-01-30',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3',
      '2026-01-01',
      ['2026-01-30', '2026-02-27', '2026-03-31'],
    ],
    [
      'weeks that begin on Sunday',
      '2026-01-06',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
      '2026-01-01',
      ['2026-01-06', '2026-01-18', '2026-01-20', '2026-02-01'],
    ],
    [
      'weeks that begin on Monday',
      '2026-01-06',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU',
      '2026-01-01',
      ['2026-01-06', '2026-01-11', '2026-01-20', '2026-01-25'],
    ],
    [
      'a start that the rule leaves out counts',
      '2026-01-01',
      'FREQ=WEEKLY;BYDAY=MO;COUNT=3',
      '2026-01-01',
      ['2026-01-01', '2026-01-05', '2026-01-12'],
    ],
    [
      'UNTIL is the last day',
      '2026-01-01',
      'FREQ=DAILY;UNTIL=20260103',
      '2026-01-01',
      ['2026-01-01', '2026-01-02', '2026-01-03'],
    ],
    [
      'workdays',
      '2026-01-02',
      'FREQ=DAILY;BYDAY=MO,FR;COUNT=3',
      '2026-01-01',
      ['2026-01-02', '2026-01-05', '2026-01-09'],
    ],
    [
      'the hundredth Sunday',
      '2026-01-01',
      'FREQ=YEARLY;BYDAY=20SU;COUNT=2',
      '2026-01-01',
      ['2026-01-01', '2026-05-17'],
    ],
  ];
  for (const [name, start, rule, from, days] of table)
    it(`has ${name}`, () => {
      assert.deepEqual(daysOf(start, rule, from, '2026-06-01'), days);
    });

  it('has the 29 February of leap years only, also across a century that is none', () => {
    assert.deepEqual(daysOf('1896-02-29', 'FREQ=YEARLY', '1896-01-01', '1909-01-01'), [
      '1896-02-29',
      '1904-02-29',
      '1908-02-29',
    ]);
  });

  /** What RFC 5545 says of one day, without any closed form. */
  function isDayOf(rule: RecurrenceRule, first: number, day: number): boolean {
    const { frequency, interval, byDay, byMonth, byMonthDay } = rule;
    const [start, here] = [civilOf(first), civilOf(day)];
    const weeks = (Math.floor((day + 3) / 7) - Math.floor((first + 3) / 7)) % interval === 0;
    const months = ((here.year - start.year) * 12 + here.month - start.month) % interval === 0;
    const isPeriod = {
      daily: (day - first) % interval === 0,
      weekly: weeks,
      monthly: months,
      yearly: (here.year - start.year) % interval === 0,
    }[frequency];
    if (!isPeriod || (byMonth.length && !byMonth.includes(here.month))) return false;
    const length = daysInMonth(here.year, here.month);
    if (byMonthDay.length && !byMonthDay.some((one) => one === here.day || one === here.day - length - 1)) return false;
    const ofYear = frequency === 'yearly' && !byMonth.length && !byMonthDay.length;
    const [begin, end] = ofYear
      ? [dayNumber(here.year, 1, 1), dayNumber(here.year + 1, 1, 1)]
      : [dayNumber(here.year, here.month, 1), dayNumber(here.year, here.month, 1) + length];
    const isCounted = ({ weekday, nth }: RecurrenceRule['byDay'][number]) => {
      const place = nth > 0 ? Math.floor((day - begin) / 7) + 1 : -(Math.floor((end - 1 - day) / 7) + 1);
      return weekday === weekdayOf(day) && (nth === 0 || nth === place);
    };
    if (byDay.length) return byDay.some(isCounted);
    if (frequency === 'weekly') return weekdayOf(day) === weekdayOf(first);
    if (byMonthDay.length || frequency === 'daily') return true;
    return here.day === start.day && (frequency === 'monthly' || byMonth.length > 0 || here.month === start.month);
  }

  const rule = fc
    .record({
      frequency: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
      interval: fc.integer({ min: 1, max: 5 }),
      byDay: fc.subarray(['MO', 'WE', 'SU', '1TU', '-1FR'], { maxLength: 2 }),
      byMonthDay: fc.subarray([1, 13, 30, 31, -1, -31], { maxLength: 2 }),
      byMonth: fc.subarray([2, 3, 12], { maxLength: 2 }),
      count: fc.option(fc.integer({ min: 1, max: 300 })),
    })
    .map(({ frequency, interval, byDay, byMonthDay, byMonth, count }) => {
      const isLong = frequency === 'MONTHLY' || frequency === 'YEARLY';
      const days = byDay.map((day) => (isLong ? day : day.slice(-2)));
      const parts: [string, string | number | null][] = [
        ['FREQ', frequency],
        ['INTERVAL', interval],
        ['BYDAY', [...new Set(days)].join()],
        ['BYMONTHDAY', frequency === 'WEEKLY' ? '' : byMonthDay.join()],
        ['BYMONTH', byMonth.join()],
        ['COUNT', count],
      ];
      return parts.flatMap(([name, value]) => (value === '' || value === null ? [] : [`${name}=${value}`])).join(';');
    });

  it('are those that the slow definition has, in any window', () => {
    const first = fc.integer({ min: readDay('1995-01-01')!, max: readDay('2005-12-31')! });
    fc.assert(
      fc.property(rule, first, fc.nat(4000), fc.nat(400), (text, start, after, length) => {
        const read = readRule(text);
        const slow: number[] = [];
        for (let day = start; day <= start + after + length; day++)
          if (day === start || isDayOf(read, start, day)) slow.push(day);
        const wanted = slow.slice(0, read.count ?? slow.length).filter((day) => day >= start + after);
        const window = [start + after, start + after + length + 1].map(isoDay) as [string, string];
        assert.deepEqual(daysOf(isoDay(start), text, ...window), wanted.map(isoDay), text);
      }),
      { numRuns: 400 },
    );
  });

  it('of COUNT are found after centuries as if they were counted one by one', () => {
    const texts = [
      'FREQ=DAILY;INTERVAL=7',
      'FREQ=MONTHLY;BYMONTHDAY=31',
      'FREQ=WEEKLY;BYDAY=MO,FR;BYMONTH=11',
      'FREQ=DAILY;INTERVAL=3;BYMONTHDAY=1,2',
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29',
    ];
    for (const text of texts) {
      const all = occurrences(
        series('1500-01-01', text),
        { start: at('1500-01-01'), end: at('2026-12-31'), zone: 'UTC' },
        1e6,
      );
      const days = all.occurrences.map(({ start }) => start).filter((day) => day >= '2020-01-01');
      const total = all.occurrences.length;
      assert.deepEqual(
        daysOf('1500-01-01', `${text};COUNT=${total}`, '2020-01-01', '2027-01-01'),
        days.slice(0, days.length),
        text,
      );
      assert.deepEqual(
        daysOf('1500-01-01', `${text};COUNT=${total - 1}`, '2020-01-01', '2027-01-01'),
        days.slice(0, -1),
        text,
      );
    }
  });
});
