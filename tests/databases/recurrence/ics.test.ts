// Calendar files: lines and escapes, zones by any name, what is written and read again, and real files where they are.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import {
  type CalendarEvent,
  type EventSeries,
  occurrences,
  type ReadCalendar,
  readCalendar,
  readRule,
  writeCalendar,
} from '../../../plugins/databases/calendar/recurrence/index.ts';

const FOLDER = fileURLToPath(new URL('../../../../shared/fixtures/ics/', import.meta.url));
const missing = existsSync(FOLDER) ? false : 'the real calendars are not beside this repository';
if (missing) process.stderr.write(`Recurrence is tried without real files: ${missing}.\n`);

const calendar = (...lines: string[]): string => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (...lines: string[]): string => calendar('BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT');
const ever = { start: Date.parse('1990-01-01T00:00Z'), end: Date.parse('2030-01-01T00:00Z'), zone: 'UTC' };
const startsOf = (series: EventSeries) => occurrences(series, ever).occurrences.map(({ start }) => start.slice(0, 16));
const only = ({ events }: ReadCalendar) => {
  assert.equal(events.length, 1);
  const [{ series, ...event }] = events as [CalendarEvent];
  assert.ok(series);
  return { ...event, series };
};

describe('a calendar file', () => {
  it('is unfolded, unescaped and decoded', () => {
    const read = only(
      readCalendar(
        `\ufeff${event('DTSTART:20261120T090000Z', 'SUMMARY;X-NOTE="a:b;c":Lunch\\, then', '  a walk\\; or\\nnot \\\\', 'CATEGORIES:a\\,b,c', 'DESCRIPTION:', 'X-URL;A=1,2;B="x":y')}`,
      ),
    );
    assert.equal(read.title, 'Lunch, then a walk; or\nnot \\');
    assert.deepEqual(read.categories, ['a,b', 'c']);
    assert.deepEqual(startsOf(read.series), ['2026-11-20T09:00']);
  });

  it('with any line ends, empty lines and small letters is read', () => {
    for (const end of ['\n', '\r', '\r\n', '\r\n\r\n'])
      assert.equal(
        only(readCalendar(event('dtstart;value=date:20261120').replaceAll('\r\n', end))).series.isAllDay,
        true,
      );
  });

  const lengths: [string[], number][] = [
    [['DTSTART:20261120T090000Z', 'DTEND:20261120T103000Z'], 5_400_000],
    [['DTSTART:20261120T090000Z', 'DURATION:PT1H30M'], 5_400_000],
    [['DTSTART;TZID=Europe/Berlin:20261120T090000', 'DTEND;TZID=America/New_York:20261120T040000'], 3_600_000],
    [['DTSTART:20261120T090000Z', 'DTEND:20261120T080000Z'], 0],
    [['DTSTART:20261120T090000Z'], 0],
    [['DTSTART;VALUE=DATE:20261120'], 86_400_000],
    [['DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261123'], 3 * 86_400_000],
    [['DTSTART;VALUE=DATE:20261120', 'DURATION:P1W'], 7 * 86_400_000],
  ];
  for (const [lines, length] of lengths)
    it(`has an event of ${length / 60_000} minutes: ${lines.join(' ')}`, () => {
      assert.equal(only(readCalendar(event(...lines))).series.length, length);
    });

  const standard = (offset: string) => ['BEGIN:STANDARD', `TZOFFSETTO:${offset}`, 'END:STANDARD'];
  const daylight = (offset: string, month: string) => [
    ...['BEGIN:DAYLIGHT', `DTSTART:1970${month}01T020000`, `TZOFFSETTO:${offset}`, 'END:DAYLIGHT'],
  ];
  const zones: [string, string, string[]?][] = [
    ['Europe/Berlin', 'Europe/Berlin'],
    ['"Pacific Standard Time"', 'America/Los_Angeles'],
    ['/mozilla.org/20070129_1/America/New_York', 'America/New_York'],
    ['/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['"(UTC-03:00) Brasilia"', 'Etc/GMT+3'],
    ['UTC+11', 'Etc/GMT-11'],
    ['Own', 'Asia/Tokyo', ['X-LIC-LOCATION:Asia/Tokyo']],
    ['Own', 'Etc/GMT-2', ['BEGIN:STANDARD', 'TZOFFSETTO:+0200', 'END:STANDARD']],
    ['Western/Central Europe', 'Europe/Berlin', [...standard('+0100'), ...daylight('+0200', '03')]],
    ['Southern', 'Australia/Sydney', [...standard('+1000'), ...daylight('+1100', '10')]],
    ['constructor', 'UTC'],
  ];
  for (const [id, zone, definition = []] of zones)
    it(`calls ${zone} ${id}`, () => {
      const own = ['BEGIN:VTIMEZONE', `TZID:${id}`, ...definition, 'END:VTIMEZONE'];
      const text = event(`DTSTART;TZID=${id}:20261120T090000`).replace(
        'BEGIN:VEVENT',
        [...own, 'BEGIN:VEVENT'].join('\r\n'),
      );
      const read = readCalendar(text);
      assert.equal(only(read).series.zone, zone);
      assert.ok(read.problems.every(({ item, reason }) => item === 'TZID' && reason.includes(`read as ${zone}`)));
    });

  it('says what it could not read, with the line, and reads the rest', () => {
    const read = readCalendar(
      calendar(
        'nonsense',
        ...['BEGIN:VEVENT', 'DTSTART:tomorrow', 'END:VEVENT'],
        ...['BEGIN:VEVENT', 'SUMMARY:never', 'END:VEVENT'],
        ...['BEGIN:VTODO', 'SUMMARY:do', 'END:VTODO', 'END:VALARM'],
        ...['BEGIN:VEVENT', 'DTSTART:20261120T090000Z', 'RRULE:FREQ=HOURLY', 'DURATION:long', 'SUMMARY:kept'],
      ),
    );
    assert.deepEqual(
      read.problems.map(({ line, item }) => [line, item]),
      [
        [2, 'line'],
        [4, 'DTSTART'],
        [6, 'VEVENT'],
        [12, 'VALARM'],
        [13, 'VEVENT'],
        [15, 'RRULE'],
        [16, 'DURATION'],
      ],
    );
    assert.deepEqual(
      read.events.map(({ title, series, unknownRules }) => [title, series === null, unknownRules]),
      [
        ['', true, []],
        ['never', true, []],
        ['kept', false, ['FREQ=HOURLY']],
      ],
    );
    assert.deepEqual([read.tasks.length, read.others], [1, {}]);
  });

  it('never stops the reader, whatever it holds', () => {
    const line = fc.oneof(
      fc.constantFrom(
        'BEGIN:VEVENT',
        'END:VEVENT',
        'BEGIN:VCALENDAR',
        'END:VCALENDAR',
        'DTSTART:20261120T090000',
        'DTSTART;TZID=x:99999999T999999',
        'RRULE:FREQ=DAILY',
        'RDATE:20261121/P1D',
        'RECURRENCE-ID:20261120T090000',
        'UID:1',
        ' ',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ maxLength: 10 }).map((value) => `DTEND;${value}`),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 15 }), (lines) => {
        for (const { series } of readCalendar(lines.join('\r\n')).events) if (series) occurrences(series, ever, 5);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a written calendar', () => {
  const series: EventSeries = {
    ...{ start: Date.parse('2026-03-27T09:00Z'), length: 3_600_000, isAllDay: false, zone: 'Europe/Berlin' },
    ...{ rules: [readRule('FREQ=DAILY;COUNT=5')], extra: [{ start: Date.parse('2026-04-10T12:00Z'), length: 60_000 }] },
    except: [{ at: Date.parse('2026-03-28T00:00Z'), isDay: true }],
    moved: [
      {
        from: { at: Date.parse('2026-03-30T09:00Z'), isDay: false },
        start: Date.parse('2026-03-30T14:00Z'),
        length: 60_000,
      },
    ],
  };
  const written = {
    ...{ uid: 'row-1@here', title: 'Größe, "x"; \\ 😀\nnext', changed: 0, series, remind: [15, 0] },
    ...{
      description: 'ä'.repeat(200),
      categories: ['a,b', 'c'],
      url: 'https://a.example/x',
      location: '',
      status: 'CONFIRMED',
    },
  };

  it('has lines of 75 bytes, CRLF and no broken letter', async () => {
    const text = await writeCalendar('Team; one', 'Here', [written]);
    for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75 && line.isWellFormed(), line);
    assert.ok(!/[^\r]\n/.test(text) && text.endsWith('END:VCALENDAR\r\n'));
  });

  it('is read again as it was', async () => {
    const read = readCalendar(await writeCalendar('Team; one', 'Here', [written]));
    assert.deepEqual([read.name, read.problems], ['Team; one', []]);
    const { series: again, line: _line, unknownRules: _none, ...words } = only(read);
    const { series: _series, changed: _changed, ...given } = written;
    // What this product does not write.
    assert.deepEqual(words, { ...given, organizer: '', attendees: [], attachments: [], unread: [], remarks: [] });
    assert.deepEqual(startsOf(again), startsOf(series));
    assert.deepEqual(startsOf(again), [
      '2026-03-27T08:00',
      '2026-03-29T07:00',
      '2026-03-30T12:00',
      '2026-03-31T07:00',
      '2026-04-10T10:00',
    ]);
  });

  it('describes its zones for those that do not know their names', async () => {
    const lines = (await writeCalendar('', 'Here', [written])).split('\r\n');
    const zone = lines.slice(lines.indexOf('BEGIN:VTIMEZONE'), lines.indexOf('END:VTIMEZONE'));
    assert.ok(zone.includes('DTSTART:20260101T010000') && zone.includes('TZOFFSETTO:+0200'));
    const text = zone.join('').replaceAll(' ', '');
    assert.ok(text.includes('20260329T020000') && text.includes('20261025T030000'));
    const utc = await writeCalendar('', 'Here', [{ ...written, series: { ...series, zone: 'UTC' } }]);
    assert.ok(!utc.includes('VTIMEZONE'));
  });

  it('lets others have their turn between many events', async () => {
    const writing = { isOver: false, turns: 0 };
    const turn = () => {
      if (writing.isOver) return;
      writing.turns += 1;
      setImmediate(turn);
    };
    setImmediate(turn);
    const text = await writeCalendar('', 'Here', new Array(2000).fill(written));
    writing.isOver = true;
    assert.ok(writing.turns >= 5, String(writing.turns));
    assert.equal(text.split('BEGIN:VEVENT').length - 1, 2000 * (series.moved.length + 1));
  });

  it('holds any number of events', async () => {
    const event = {
      uid: 'r',
      title: 'R',
      changed: 0,
      series: { ...series, rules: [], extra: [], except: [], moved: [] },
    };
    const text = await writeCalendar('', 'Here', new Array(130_000).fill(event));
    assert.equal(text.split('END:VEVENT').length - 1, 130_000);
  });

  it('carries any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 120 }), async (title) => {
        const clean = title
          .replace(/\r\n?/g, '\n')
          .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '')
          .trim();
        const text = await writeCalendar('', '', [{ ...written, title, series: { ...series, zone: 'UTC' } }]);
        assert.equal(only(readCalendar(text)).title, clean);
      }),
      { numRuns: 200 },
    );
  });
});

describe('real calendars', { skip: missing }, () => {
  const read = (path: string) => readCalendar(readFileSync(`${FOLDER}${path}`, 'utf8'));
  const paths = missing
    ? []
    : readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ics'));

  it('are all read, and each of their rules is expanded or reported', () => {
    let events = 0;
    for (const path of paths) {
      const found = read(path);
      events += found.events.length;
      for (const { series, unknownRules } of found.events) {
        if (series) occurrences(series, ever);
        assert.ok(!unknownRules.length || found.problems.some(({ item }) => item === 'RRULE'), path);
      }
    }
    assert.ok(events > 150);
  });

  const calendars = 'icalendar/calendars';
  const expected: [string, number, string, string][] = [
    [`${calendars}/issue_1081_event_with_rrule.ics`, 10, '2025-01-01T10:00', '2025-01-10T10:00'],
    [`${calendars}/period_with_timezone.ics`, 9, '2023-09-20T19:00', '2024-05-15T19:00'],
    ['ical.js/recur_instances_finite.ics', 5, '2012-10-02T17:00', '2012-12-04T18:00'],
    ['ical.js/rdate_exdate.ics', 3, '2024-06-09T03:00', '2024-06-12T03:00'],
    ['icalendar/events/event_with_recurrence.ics', 97, '1996-04-01T01:00', '1996-07-09T01:00'],
    [
      ...(['icalendar/events/event_with_recurrence_exdates_on_different_lines.ics', 10] as const),
      ...(['2012-03-27T08:00', '2012-07-03T08:00'] as const),
    ],
    ['icalendar/events/issue_70_rrule_causes_attribute_error.ics', 18, '2007-02-20T17:00', '2007-06-19T17:00'],
    ['ical.js/multiple_rrules.ics', 36, '2012-03-26T18:00', '2012-07-29T18:00'],
  ];
  for (const [path, count, first, last] of expected)
    it(`${path} has ${count} occurrences`, () => {
      const starts = startsOf(only(read(path)).series);
      assert.deepEqual([starts.length, starts[0], starts.at(-1)], [count, first, last]);
    });

  it('have a moved occurrence and an added one', () => {
    const starts = startsOf(only(read(`${calendars}/rfc_7265_appendix_example_2_ical.ics`)).series);
    assert.equal(starts.length, 6);
    assert.ok(starts.includes('2006-01-04T19:00') && !starts.includes('2006-01-04T17:00'), starts.join());
  });

  it('have days that keep to the clock of their place when that changes', () => {
    const starts = startsOf(only(read('ical.js/daily_recur.ics')).series);
    assert.deepEqual(starts.slice(0, 2), ['2012-08-01T12:00', '2012-08-02T12:00']);
    for (const start of ['2012-11-03T12:00', '2012-11-04T13:00', '2013-03-09T13:00', '2013-03-10T12:00'])
      assert.ok(starts.includes(start), start);
  });

  it('have weeks without end, and whole days', () => {
    const { series } = only(read(`${calendars}/issue_466_convert_tzid_with_slash.ics`));
    assert.deepEqual([series.zone, startsOf(series)[1]], ['Europe/Stockholm', '2022-10-28T18:00']);
    const days = only(read('ical.js/day_long_recur_yearly.ics')).series;
    assert.deepEqual(startsOf(days).slice(0, 3), ['2012-08-03', '2012-08-06', '2012-08-07']);
  });
});
