// Words that sources keep beside what everybody sees of them: what was told to a task, an alarm, a bookmark or a checklist.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import bookmarks from '../../../plugins/importers/formats/browser-bookmarks/index.ts';
import calendar from '../../../plugins/importers/formats/calendar/index.ts';
import evernote from '../../../plugins/importers/formats/evernote/index.ts';
import issues from '../../../plugins/importers/formats/issue-trackers/index.ts';
import { databases, itemsIn, of, rows } from './items.ts';

describe('words beside what everybody sees', () => {
  it('of a task of Evernote are in it', async () => {
    const task = `<task><title>Ticket</title><created>20260201T080000Z</created><taskStatus>open</taskStatus><noteLevelID>t1</noteLevelID><taskGroupNoteLevelID>g</taskGroupNoteLevelID><dueDate>20260310T090000Z</dueDate><dueDateUIOption>date_time</dueDateUIOption><timeZone>Europe/Helsinki</timeZone><description>window seat</description><assignedTo>cy@example.org</assignedTo><priority>high</priority><recurrence>RRULE:FREQ=WEEKLY</recurrence><reminder><created>20260201T080000Z</created><reminderDate>20260309T090000Z</reminderDate></reminder></task>`;
    const note = `<en-export><note><title>Trip</title><content><![CDATA[<en-note><div style="--en-task-group:true;--en-id:g;"/></en-note>]]></content>${task}</note></en-export>`;
    const [page] = of(await itemsIn(evernote, 'a.enex', note), 'page').filter(({ title }) => title === 'Trip');
    assert.deepEqual(
      page?.blocks?.[0]?.children?.map((block) => blocksPlainText([block]).trim()),
      [
        'window seat',
        'due: 2026-03-10T09:00:00Z',
        'assignedTo: cy@example.org',
        'priority: high',
        'recurrence: RRULE:FREQ=WEEKLY',
        'reminder: 2026-03-09T09:00:00Z',
      ],
    );
  });

  it('of a calendar, its alarms and the lines of one program are with its events', async () => {
    const event = (more: string[]): string =>
      ['BEGIN:VEVENT', 'DTSTART:20260302T090000Z', 'SUMMARY:Choir', ...more, 'END:VEVENT'].join('\r\n');
    const alarm = (words: string): string =>
      ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${words}`, 'TRIGGER:-PT30M', 'END:VALARM'].join('\r\n');
    const text = [
      ...['BEGIN:VCALENDAR', 'X-WR-CALNAME:Home', 'X-WR-CALDESC:What happens\\, mostly', 'X-ORIGINAL:here'],
      event([
        ...['X-GOOGLE-CONFERENCE:https://meet.example.org/abc', 'X-APPLE-SORT:3', alarm('Take the notes')],
        ...[alarm('Choir'), alarm('This is an event reminder')],
      ]),
      event(['X-ALT-DESC;FMTTYPE=text/html:<html><head><style>p{}</style></head><p>One &amp; all</p></html>']),
      'END:VCALENDAR',
    ].join('\r\n');
    const items = await itemsIn(calendar, 'a.ics', text);
    assert.equal(databases(items)[0]?.description, 'What happens, mostly');
    assert.deepEqual(
      rows(items).map(({ markdown, unsupported }) => [markdown, unsupported]),
      [
        [
          '- Google-conference: https://meet.example.org/abc\n- Alarm: Take the notes',
          { 'google-conference': 1, reminder: 2 },
        ],
        ['One & all', {}],
      ],
    );
  });

  it('of a bookmark are its short name and the address of its feed', async () => {
    const file =
      '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="https://example.org/" SHORTCUTURL="ex" FEEDURL="https://example.org/feed">News</A></DL>';
    const [page] = of(await itemsIn(bookmarks, 'a.html', file), 'page');
    assert.equal(page?.blocks?.[0]?.data.description, 'ex · https://example.org/feed');
  });

  it('of an item of a checklist are who does it', async () => {
    const board = {
      ...{ id: 'b', name: 'Boat', lists: [{ id: 'a', name: 'To do' }], members: [{ id: 'm', fullName: 'Ann Moor' }] },
      cards: [{ id: 'c', idList: 'a', name: 'Repair', idChecklists: ['k'] }],
      checklists: [
        { id: 'k', idCard: 'c', name: 'Parts', checkItems: [{ name: 'Mast', state: 'complete', idMember: 'm' }] },
      ],
    };
    const [row] = rows(await itemsIn(issues, 'a.json', JSON.stringify(board)));
    assert.equal(row?.markdown, '### Parts\n\n- [x] Mast – Ann Moor');
  });
});
