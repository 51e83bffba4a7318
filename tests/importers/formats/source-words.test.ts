// Words that sources keep beside what everybody sees of them: what was told to a task, an alarm, a bookmark or a checklist.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import { asInline, PageBuilder } from '../../../plugins/importers/conversion/html/flow.ts';
import bear from '../../../plugins/importers/formats/bear/index.ts';
import bookmarks from '../../../plugins/importers/formats/browser-bookmarks/index.ts';
import calendar from '../../../plugins/importers/formats/calendar/index.ts';
import evernote from '../../../plugins/importers/formats/evernote/index.ts';
import html from '../../../plugins/importers/formats/html-folder/index.ts';
import issues from '../../../plugins/importers/formats/issue-trackers/index.ts';
import outlines from '../../../plugins/importers/formats/opml/index.ts';
import documents from '../../../plugins/importers/formats/word-documents/index.ts';
import { archive, databases, itemsIn, of, rows } from './items.ts';

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

  it('of Evernote’s files say where and by which camera they were made, and tasks who else wrote them', async () => {
    const about =
      '<latitude>54.1</latitude><longitude>12.1</longitude><camera-make>Nikon</camera-make><camera-model>D5</camera-model>';
    const resource = `<resource><data encoding="base64">aGk=</data><mime>image/png</mime><resource-attributes>${about}</resource-attributes></resource>`;
    const task = (creator: string, lastEditor: string): string =>
      `<task><title>T</title><taskStatus>open</taskStatus><taskGroupNoteLevelID>g</taskGroupNoteLevelID><creator>${creator}</creator><lastEditor>${lastEditor}</lastEditor></task>`;
    const note = `<en-export><note><title>Trip</title><content><![CDATA[<en-note/>]]></content><note-attributes><author>ann</author></note-attributes>${resource}${task('ann', 'ann')}${task('bo', 'bo')}${task('ann', 'cy')}</note></en-export>`;
    const [page] = of(await itemsIn(evernote, 'a.enex', note), 'page').filter(({ title }) => title === 'Trip');
    assert.deepEqual(page?.properties, { file_places: ['54.1, 12.1'], file_cameras: ['Nikon D5'] });
    const todos = page?.blocks?.filter(({ type }) => type === 'todo') ?? [];
    assert.deepEqual(
      todos.map(({ children = [] }) => blocksPlainText(children).trim()),
      ['', 'creator: bo', 'lastEditor: cy'],
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

  it('of a bookmark are all that other programs add to it, and of the file what it is called', async () => {
    const text =
      '<!DOCTYPE NETSCAPE-Bookmark-file-1><H1>Read later</H1><DL><p><DT><A HREF="https://example.org/" ICON="data:x" TOREAD="1" LAST_VISIT="5" DATA-COVER="https://example.org/c.png" DATA-IMPORTANT="false" NOTE="for Ann">a</A></DL>';
    const [page] = of(await itemsIn(bookmarks, 'a.html', text), 'page');
    assert.deepEqual(page?.properties, { title: 'Read later' });
    assert.equal(page?.blocks?.[0]?.data.description, 'to read · cover: https://example.org/c.png · note: for Ann');
  });

  it('of a bookmark are where links and pictures of its description lead, and what is said of one that no browser follows', async () => {
    const text =
      '<!DOCTYPE NETSCAPE-Bookmark-file-1><TITLE>Mine</TITLE><DL><p><DT><A HREF="https://example.org/">a</A><DD>See <a href="https://example.org/b">there</a> <a href="https://example.org/c"><img src="https://example.org/d.png" alt="map"></a><DT><A HREF="?x" PRIVATE="1" ADD_DATE="1700000000">b</A></DL>';
    const [page] = of(await itemsIn(bookmarks, 'a.html', text), 'page');
    assert.deepEqual(page?.properties, { title: 'Mine' });
    assert.equal(
      page?.blocks?.[0]?.data.description,
      'See there (https://example.org/b) map (https://example.org/d.png) (https://example.org/c)',
    );
    assert.match(blocksPlainText(page?.blocks?.slice(1) ?? []), /^b \(\?x\) · 2023-11-14 · private/);
  });

  it('of an alarm are its subject, who gets it and what it brings along, and of an event what it is linked with', async () => {
    const lines = [
      ...['BEGIN:VCALENDAR', 'SOURCE:https://example.org/calendar', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Talk'],
      ...['DTSTART:20261120T090000Z', 'LINK;LABEL=Venue;VALUE=URI:https://example.org/venue', 'BEGIN:VALARM'],
      ...['ACTION:EMAIL', 'TRIGGER:-PT10M', 'SUMMARY:Agenda', 'DESCRIPTION:Send it', 'ATTENDEE:mailto:bob@example.org'],
      ...['ATTACH:https://example.org/agenda.doc', 'END:VALARM', 'END:VEVENT', 'END:VCALENDAR'],
    ];
    const items = await itemsIn(calendar, 'a.ics', lines.join('\r\n'));
    assert.equal(databases(items)[0]?.description, 'https://example.org/calendar');
    const said = 'Link: Venue: https://example.org/venue,Agenda,Send it,bob@example.org,https://example.org/agenda.doc';
    assert.deepEqual(
      rows(items)[0]?.markdown?.replaceAll('- Alarm: ', '- ').replace(/^- /gm, '').split('\n'),
      said.split(','),
    );
  });

  it('of a calendar without events are in its file, which the report names', async () => {
    const items = await itemsIn(calendar, 'a.ics', 'BEGIN:VCALENDAR\r\nNAME:Tides\r\nEND:VCALENDAR');
    assert.deepEqual(
      items.map((item) => (item.type === 'problem' ? item.kind : item.type)),
      ['empty', 'file'],
    );
  });

  it('of a diagram in a cell are there as code', () => {
    const page = new PageBuilder();
    const cell = asInline([{ id: '', type: 'mermaid', data: { source: 'graph LR\n  A --> B' } }], page);
    assert.deepEqual(cell, [{ type: 'text', text: 'graph LR A --> B', marks: [{ type: 'code' }] }]);
  });

  it('of a file of a note of Evernote are where it was found', async () => {
    const file = (address: string): string =>
      `<resource><data encoding="base64">aGk=</data><mime>text/plain</mime><resource-attributes><source-url>${address}</source-url></resource-attributes></resource>`;
    const note = `<en-export><note><title>Trip</title><content><![CDATA[<en-note>x</en-note>]]></content>${file('https://example.org/plan.txt')}${file('en-cache://1')}</note></en-export>`;
    const [page] = of(await itemsIn(evernote, 'a.enex', note), 'page').filter(({ title }) => title === 'Trip');
    assert.deepEqual(page?.properties, { file_sources: ['https://example.org/plan.txt'] });
  });

  it('of an outline are the state of its items, text within them, settings of feeds and how to reach its owner', async () => {
    const text =
      '<opml><head><ownerName>Ann</ownerName><ownerEmail>ann@example.org</ownerEmail></head><body><outline text="Done" _status="checked"/><outline text="Open" _status="unchecked"/><outline isComment="true">Within</outline><outline text="News" xmlUrl="https://example.org/feed" language="fi" frequency="daily"/></body></opml>';
    const [page] = of(await itemsIn(outlines, 'a.opml', text), 'page');
    assert.partialDeepStrictEqual(page, {
      author: 'Ann',
      properties: { email: 'ann@example.org' },
      unsupported: { commented_out: 1 },
    });
    const [done, open, within, news] = page?.blocks ?? [];
    assert.deepEqual([done?.data, open?.data], [{ checked: true }, { checked: false }]);
    assert.match(JSON.stringify(within), /"Within"/);
    assert.equal(news?.data.description, 'language: fi\nfrequency: daily');
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

describe('words beside the text of documents', () => {
  const pageOf = async (importer: Parameters<typeof itemsIn>[0], name: string, content: string | Buffer) => {
    const [page] = of(await itemsIn(importer, name, content), 'page');
    assert.ok(page);
    return {
      ...page,
      text: blocksPlainText(page.blocks ?? [])
        .replace(/\s+/g, ' ')
        .trim(),
    };
  };

  it('of a page of the web are its description, parts of pictures that lead elsewhere and what letters stand for', async () => {
    const page = await pageOf(
      html,
      'a.html',
      '<head><meta name="description" content="All about boats"></head><p><abbr title="estimated time of arrival">ETA</abbr></p><map><area href="https://example.org/bow" alt="the bow"></map>',
    );
    assert.deepEqual(page.properties, { description: 'All about boats' });
    assert.equal(page.text, 'ETA (estimated time of arrival) the bow');
    assert.match(JSON.stringify(page.blocks), /"href":"https:\/\/example\.org\/bow"/);
  });

  it('of a page of the web that browsers do not show are counted', async () => {
    const { unsupported } = await pageOf(
      html,
      'a.html',
      '<p>x</p><noscript>Turn them on</noscript><template>row</template><noscript></noscript><a href="https://example.org" title="a tip">y</a><a href="https://example.org" title="z">z</a>',
    );
    assert.deepEqual(unsupported, { hidden_text: 2, link_title: 1 });
  });

  it('of a text in RTF are what is said of it', async () => {
    const page = await pageOf(
      documents,
      'a.rtf',
      '{\\rtf1{\\info{\\title T}{\\subject Boats}{\\category Club}{\\doccomm For Bo}}x\\par}',
    );
    assert.deepEqual(page.properties, { subject: 'Boats', category: 'Club', description: 'For Bo' });
  });

  it('of a bundle of text are where it is from', async () => {
    const content = archive({
      'N.textbundle/info.json': '{"version":2,"sourceURL":"https://example.org/src"}',
      'N.textbundle/text.md': '# N\n\nx',
    });
    const [page] = of(await itemsIn(bear, 'a.zip', content), 'page').filter(({ title }) => title === 'N');
    assert.deepEqual(page?.properties, { source_url: 'https://example.org/src' });
  });

  it('of an outline are titles beside its texts, and a feed again where other words are said of it', async () => {
    const feed = (words: string): string =>
      `<outline type="rss" text="News" xmlUrl="https://example.org/feed" description="${words}"/>`;
    const body = `<outline text="Folder" title="All of it">${feed('daily')}${feed('daily')}${feed('of Bo')}</outline>`;
    const page = await pageOf(outlines, 'a.opml', `<opml><body>${body}</body></opml>`);
    assert.match(page.text, /Folder All of it/);
    assert.deepEqual(
      page.blocks?.[0]?.children?.flatMap(({ data }) => data.description ?? []),
      ['daily', 'of Bo'],
    );
  });
});
