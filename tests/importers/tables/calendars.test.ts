// What events say beside their times: people, attachments, zones as Windows calls them, and what has no place here.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import calendar from '../../../plugins/importers/formats/calendar/index.ts';
import { databases, itemsIn, of, reasons, rows } from '../formats/items.ts';

const read = (...events: string[][]) => {
  const lines = events.flatMap((one) => ['BEGIN:VEVENT', 'SUMMARY:Talk', ...one, 'END:VEVENT']);
  return itemsIn(calendar, 'x.ics', ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n'));
};
const START = 'DTSTART:20261120T090000Z';

describe('events of calendars', () => {
  it('name who invited and who was invited, without a name by their address', async () => {
    const people = [
      'ORGANIZER;CN="Ø., Ann":mailto:ann@example.org',
      'ATTENDEE;CN=Bob;PARTSTAT=ACCEPTED:mailto:bob@example.org',
      'ATTENDEE;ROLE=REQ-PARTICIPANT:MAILTO:cyd@example.org',
      'ATTENDEE;CN=Bob:mailto:bob@example.org',
    ];
    const items = await read(['UID:1', START, ...people], ['UID:2', START]);
    const [first, second] = rows(items);
    assert.partialDeepStrictEqual(first?.values, { organizer: 'Ø., Ann', attendees: ['Bob', 'cyd@example.org'] });
    assert.partialDeepStrictEqual(second?.values, { organizer: '', attendees: [] });
    const named = databases(items)[0]?.properties.map(({ name }) => name);
    assert.ok(named?.includes('Organizer') && named.includes('Attendees'));
  });

  it('have no columns for people where there are none', async () => {
    const named = databases(await read(['UID:1', START]))[0]?.properties.map(({ name }) => name);
    assert.ok(!named?.includes('Organizer') && !named?.includes('Attendees'));
  });

  it('are all there whatever their SEQUENCE is', async () => {
    const items = await read(['UID:1', START, 'SEQUENCE:0'], ['UID:1', START, 'SEQUENCE:3', 'LOCATION:Hall']);
    assert.deepEqual(
      rows(items).map(({ id, values, unsupported }) => [id, values.location, unsupported]),
      [
        ['x.ics#1', '', {}],
        ['x.ics#1 1', 'Hall', {}],
      ],
    );
  });

  it('have the zones that Windows calls by other names', async () => {
    const items = await read(['UID:1', 'DTSTART;TZID=W. Europe Standard Time:20261120T090000']);
    assert.partialDeepStrictEqual(rows(items)[0]?.values.when, { timezone: 'Europe/Berlin' });
    assert.equal(reasons(items), '');
  });

  it('keep links of attachments and what people wrote, and count what has no place', async () => {
    const more = [
      'ATTACH;FILENAME="Plan [1].pdf":https://example.org/plan 1.pdf',
      'ATTACH;ENCODING=BASE64;VALUE=BINARY:AAAA',
      'COMMENT:Late',
      'GEO:1.5;2.5',
      'CLASS:PUBLIC',
      'X-OWN:1',
    ];
    const [row] = rows(await read(['UID:1', START, ...more]));
    const kept = ['- [Plan \\[1\\].pdf](<https://example.org/plan%201.pdf>)', '- Comment: Late\n- Geo: 1.5;2.5'];
    assert.equal(row?.markdown, kept.join('\n\n'));
    assert.deepEqual(row?.unsupported, { missing_file: 1, comment: 1, geo: 1 });
  });

  it('that replace one time of a series say on its row what they say otherwise', async () => {
    const items = await read(
      ['UID:1', START, 'RRULE:FREQ=DAILY;COUNT=3', 'LOCATION:Hall', 'ATTENDEE;CN=Bob:mailto:bob@example.org'],
      [
        ...['UID:1', 'RECURRENCE-ID:20261121T090000Z', 'DTSTART:20261121T110000Z', 'LOCATION:Garden'],
        ...['ATTENDEE;CN=Bob:mailto:bob@example.org', 'ATTENDEE:mailto:cyd@example.org', 'COMMENT:Bring boots'],
      ],
      ['UID:1', 'RECURRENCE-ID:20261122T090000Z', 'DTSTART:20261122T110000Z', 'LOCATION:Hall'],
    );
    assert.equal(reasons(items), '');
    const [row, ...more] = rows(items);
    assert.deepEqual(more, []);
    assert.match(row?.markdown ?? '', /^- On 2026-11-21 09:00: Talk, Garden, cyd@example\.org, Bring boots$/m);
    assert.equal(row?.unsupported?.moved_words, 1);
  });

  it('name what they belong to, and what a call is for', async () => {
    const [, second] = rows(
      await read(
        ['UID:1', START],
        ['UID:2', START, 'RELATED-TO;RELTYPE=PARENT:1', 'CONFERENCE;LABEL=Video:https://example.org/call'],
      ),
    );
    assert.equal(second?.markdown, '- Related-to: Talk\n- Conference: Video: https://example.org/call');
  });
});

describe('tasks and journals of calendars', () => {
  const calendarOf = (...lines: string[]) =>
    ['BEGIN:VCALENDAR', 'X-WR-CALNAME:Crew', ...lines, 'END:VCALENDAR'].join('\r\n');

  it('are databases of their own, with all that they say', async () => {
    const items = await itemsIn(
      calendar,
      'x.ics',
      calendarOf(
        ...['BEGIN:VTODO', 'UID:a', 'SUMMARY:Paint', 'END:VTODO'],
        ...['BEGIN:VTODO', 'UID:b', 'SUMMARY:Sand', 'DESCRIPTION:All *sides*', 'DUE;VALUE=DATE:20260301'],
        ...['DTSTART:20260201T090000Z', 'STATUS:IN-PROCESS', 'PERCENT-COMPLETE:63', 'PRIORITY:4', 'LOCATION:Yard'],
        ...['CATEGORIES:Hull,Wood', 'ORGANIZER;CN=Ann:mailto:ann@example.org', 'ATTENDEE:mailto:bob@example.org'],
        ...['RELATED-TO:a', 'RRULE:FREQ=MONTHLY', 'CLASS:PRIVATE', 'ATTACH:https://example.org/plan.pdf'],
        ...['X-APPLE-SORT-ORDER:5', 'X-LINK:https://example.org/x'],
        ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:Masks on', 'END:VALARM', 'END:VTODO'],
        ...['BEGIN:VTODO', 'SUMMARY:Launch', 'COMPLETED:20260215T101112Z', 'END:VTODO'],
        ...['BEGIN:VJOURNAL', 'UID:j', 'SUMMARY:Log', 'DTSTART;VALUE=DATE:20260401', 'STATUS:DRAFT'],
        ...['DESCRIPTION:Morning', 'DESCRIPTION:Evening', 'CONTACT:Cyd', 'END:VJOURNAL'],
      ),
    );
    assert.deepEqual(
      databases(items).map(({ title, properties }) => [title, properties.map(({ name }) => name).join()]),
      [
        ['Crew: tasks', 'Task,Status,Start,Due,Completed,Priority,Percent,Location,Categories,Organizer,Attendees'],
        ['Crew: journal', 'Entry,Status,Start'],
      ],
    );
    const [paint, sand, launch, log] = rows(items);
    assert.equal(paint?.values.status, 'needs-action');
    assert.partialDeepStrictEqual(sand?.values, {
      ...{ status: 'in-process', priority: 4, percent: 63, location: 'Yard', categories: ['Hull', 'Wood'] },
      ...{ due: { start: '2026-03-01', timezone: null }, start: { start: '2026-02-01T09:00:00', timezone: 'UTC' } },
      ...{ organizer: 'Ann', attendees: ['bob@example.org'] },
    });
    assert.deepEqual(sand?.markdown?.split('\n'), [
      'All \\*sides\\*',
      '',
      '- [https://example.org/plan.pdf](<https://example.org/plan.pdf>)',
      '',
      '- Organizer: Ann, ann@example.org',
      '- Related-to: Paint',
      '- Rrule: FREQ=MONTHLY',
      '- Class: PRIVATE',
      '- Link: https://example.org/x',
      '- Alarm: -PT15M, Masks on',
    ]);
    assert.partialDeepStrictEqual(launch?.values, { status: 'completed', completed: { start: '2026-02-15T10:11:12' } });
    assert.equal(log?.markdown, 'Morning  \n  \nEvening\n\n- Contact: Cyd');
    assert.deepEqual(of(items, 'file'), []);
  });

  it('leave times that are taken in the file, which is kept', async () => {
    const items = await itemsIn(
      calendar,
      'x.ics',
      calendarOf('X-WR-CALDESC:Ours', 'BEGIN:VFREEBUSY', 'COMMENT:Away', 'END:VFREEBUSY'),
    );
    assert.equal(of(items, 'file').length, 1);
    assert.partialDeepStrictEqual(databases(items)[0], { unsupported: { vfreebusy: 1 }, description: 'Ours' });
    const tasks = calendarOf('X-WR-CALDESC:Ours', 'BEGIN:VTODO', 'SUMMARY:Paint', 'END:VTODO');
    assert.equal(databases(await itemsIn(calendar, 'x.ics', tasks))[0]?.description, 'Ours');
  });
});
