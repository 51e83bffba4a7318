// What events say beside their times: people, attachments, zones as Windows calls them, and what has no place here.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import calendar from '../../../plugins/importers/formats/calendar/index.ts';
import { databases, itemsIn, reasons, rows } from '../formats/items.ts';

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

  it('that replace one time of a series and say something else are named', async () => {
    const items = await read(
      ['UID:1', START, 'RRULE:FREQ=DAILY;COUNT=3', 'LOCATION:Hall'],
      ['UID:1', 'RECURRENCE-ID:20261121T090000Z', 'DTSTART:20261121T110000Z', 'LOCATION:Garden'],
      ['UID:1', 'RECURRENCE-ID:20261122T090000Z', 'DTSTART:20261122T110000Z', 'LOCATION:Hall'],
    );
    assert.equal(rows(items).length, 1);
    assert.equal(
      reasons(items),
      'VEVENT replaces one time of a series with other words, which were left out: Talk, Garden.',
    );
  });
});
