// Sources with databases on small exports written here: what items they yield, and what they say of broken ones.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markdownToBlocks } from '../../../plugins/blocks/markdown/lazy.ts';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import type { Importer } from '../../../plugins/importers/contract.ts';
import calendar from '../../../plugins/importers/formats/calendar/index.ts';
import csv from '../../../plugins/importers/formats/csv/index.ts';
import issues from '../../../plugins/importers/formats/issue-trackers/index.ts';
import json from '../../../plugins/importers/formats/json/index.ts';
import notion from '../../../plugins/importers/formats/notion/index.ts';
import spreadsheet from '../../../plugins/importers/formats/spreadsheet/index.ts';
import { archive, databases, itemsIn, of, reasons, rows } from '../formats/items.ts';
import { zipOf } from '../formats/zip.ts';

describe('Notion', () => {
  const id = (digit: string) => digit.repeat(32);
  const TASKS = `Export-0a1b2c3d-1111-2222-3333-444455556666/Tasks ${id('a')}`;
  const inner = archive({
    [`${TASKS}.csv`]: `\ufeffName,Done,Who\nPlan,Yes,"Ann (People%20x/Ann%20${id('c')}.md)"\n"@May 1, 2026 ",No,\n`,
    [`${TASKS}/Plan ${id('b')}.md`]: `# Plan\n\nMade: May 2\nDone: Yes\n\nSee [Ann](../Ann%20${id('c')}.md)\n\n<aside>\nMind this\n</aside>`,
    [`${TASKS}/Today ${id('d')}.md`]: '# @Today\n\nDone: No',
    [`Export-0a1b2c3d-1111-2222-3333-444455556666/Ann ${id('c')}.md`]: '# Ann\n\nHello',
    'Export-0a1b2c3d-1111-2222-3333-444455556666/index.html': '<html></html>',
  });

  it('is read from an archive in an archive: rows with their pages, links by id, callouts, no ids in titles', async () => {
    const items = await itemsIn(notion, 'export.zip', zipOf([{ name: 'Export-1-Part-1.zip', data: inner }]));
    assert.deepEqual(
      databases(items).map(({ title, properties }) => [title, properties.map(({ name }) => name)]),
      [['Tasks', ['Name', 'Done', 'Who']]],
    );
    assert.deepEqual(
      rows(items).map((row) => [row.id, row.title, row.values.Done]),
      [
        [id('b'), 'Plan', 'Yes'],
        [id('d'), '@May 1, 2026', 'No'],
      ],
    );
    // A value that the table has no column for stays with the text, alone.
    assert.match(rows(items)[0]?.markdown ?? '', /^Made: May 2\n+See/);
    assert.match(rows(items)[0]?.markdown ?? '', /\]\(\/Ann%20c{32}\.md\)[\s\S]*> \[!info\]\n> Mind this/);
    assert.deepEqual(
      of(items, 'page').map(({ title, markdown }) => [title, markdown]),
      [['Ann', 'Hello']],
    );
  });

  it('shows the sign of a callout as its icon', async () => {
    const content = '# A\n\n<aside>\n👩‍💻 Mind this\n\n</aside>\n\n<aside>\n5 of them\n</aside>';
    const [page] = of(await itemsIn(notion, 'export.zip', archive({ [`A ${id('a')}.md`]: content })), 'page');
    const callouts = markdownToBlocks(page?.markdown ?? '').map((block) => [block.data.icon, blocksPlainText([block])]);
    assert.deepEqual(callouts, [
      ['👩‍💻', 'Mind this'],
      ['ℹ️', '5 of them'],
    ]);
  });
});

describe('spreadsheets', () => {
  const SHEET = (body: string) => `<worksheet xmlns="x"><sheetData>${body}</sheetData></worksheet>`;
  const BOOK = {
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="Plan" r:id="r1"/><sheet name="Rest" state="hidden" r:id="r2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="t/worksheet" Target="worksheets/one.xml"/><Relationship Id="r2" Type="t/worksheet" Target="/xl/worksheets/two.xml"/></Relationships>',
    'xl/sharedStrings.xml':
      '<sst><si><t>Task</t></si><si><r><t>Wri</t></r><r><t>te &amp; read</t></r><rPh><t>no</t></rPh></si></sst>',
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/worksheets/one.xml': SHEET(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Day</t></is></c><c r="C1" t="str"><v>Sum</v></c></row>' +
        '<row r="9"><c r="A9" t="s"><v>1</v></c><c r="B9" s="1"><v>42000</v></c><c r="C9"><f>1+1</f><v>2</v></c></row>',
    ),
    'xl/worksheets/two.xml': SHEET('<row><c t="b"><v>1</v></c></row>'),
  };

  it('have texts, dates of both calendars, results of formulas, and several sheets', async () => {
    const items = await itemsIn(spreadsheet, 'book.xlsx', archive(BOOK));
    assert.deepEqual(
      databases(items).map(({ title, parent, unsupported }) => [title, parent, unsupported]),
      [
        ['Plan', 'book.xlsx/', {}],
        ['Rest', 'book.xlsx/', { hidden_sheet: 1 }],
      ],
    );
    assert.deepEqual([rows(items)[0]?.title, rows(items)[0]?.values], ['Write & read', { Day: '2018-12-28', Sum: 2 }]);
  });

  it('are kept as a file for their pictures and charts, and not for how these look', async () => {
    const kept = async (part: string) =>
      of(await itemsIn(spreadsheet, 'book.xlsx', archive({ ...BOOK, [part]: '<x/>' })), 'file').length;
    assert.equal(await kept('xl/media/image1.png'), 1);
    assert.equal(await kept('xl/charts/chart1.xml'), 1);
    assert.equal(await kept('xl/charts/style1.xml'), 0);
  });

  it('have long whole numbers as texts, for a number would lose their last digits', async () => {
    const sheet = SHEET(
      '<row><c t="str"><v>Name</v></c><c t="str"><v>Code</v></c></row><row><c t="str"><v>Tea</v></c><c><v>9007199254740993</v></c></row>',
    );
    const book = { ...BOOK, 'xl/worksheets/one.xml': sheet };
    assert.deepEqual(rows(await itemsIn(spreadsheet, 'b.xlsx', archive(book)))[0]?.values, {
      Code: '9007199254740993',
    });
    const cell = (value: string) =>
      `<table:table-row><table:table-cell><text:p>${value}</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="${value}"><text:p>x</text:p></table:table-cell></table:table-row>`;
    const content = `<office:document-content><table:table table:name="T">${cell('9007199254740993')}${cell('1.5')}</table:table></office:document-content>`;
    const ods = await itemsIn(spreadsheet, 'b.ods', archive({ 'content.xml': content }));
    assert.deepEqual(
      rows(ods).map(({ values }) => Object.values(values)[0]),
      ['9007199254740993', 1.5],
    );
  });

  it('of OpenDocument have values by their types, repeated cells and rows up to a limit', async () => {
    const cell = (kind: string, value: string, text: string) =>
      `<table:table-cell office:value-type="${kind}" office:${kind === 'date' ? 'date-value' : 'value'}="${value}"><text:p>${text}</text:p></table:table-cell>`;
    const content = `<office:document-content><table:table table:name="T">
      <table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell><table:table-cell><text:p>When</text:p></table:table-cell></table:table-row>
      <table:table-row><table:table-cell><text:p>Tea</text:p></table:table-cell>${cell('date', '2026-11-20', '20.11.')}</table:table-row>
      <table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row>
      <table:table-row table:number-rows-repeated="5000">${cell('float', '1.5', '1,5')}</table:table-row>
    </table:table></office:document-content>`;
    const items = await itemsIn(spreadsheet, 'book.ods', archive({ 'content.xml': content }));
    assert.deepEqual(rows(items)[0]?.values, { When: '2026-11-20' });
    assert.equal(rows(items).length, 1001);
    assert.match(reasons(items), /more than is read/);
  });

  it('of OpenDocument keep blanks that are counted, and tabs', async () => {
    const line = (text: string) =>
      `<table:table-row><table:table-cell><text:p>${text}</text:p></table:table-cell></table:table-row>`;
    const content = `<office:document-content><table:table table:name="T">${line('A')}${line('b<text:s text:c="3"/>c<text:tab/>d')}</table:table></office:document-content>`;
    const items = await itemsIn(spreadsheet, 'book.ods', archive({ 'content.xml': content }));
    assert.equal(rows(items)[0]?.title, 'b   c\td');
  });

  it('that are broken are kept as files, with the reason', async () => {
    const cases: [string, Buffer, RegExp][] = [
      ['none.xlsx', archive({ 'a.txt': 'a' }), /holds no workbook/],
      ['broken.xlsx', Buffer.from('PK'), /damaged/],
    ];
    for (const [name, bytes, reason] of cases) {
      const items = await itemsIn(spreadsheet, name, bytes);
      assert.match(reasons(items), reason, name);
      assert.equal(of(items, 'file').length, 1, name);
    }
  });
});

describe('JSON', () => {
  it('has lists as databases, objects in objects as columns, other values as pages', async () => {
    const items = await itemsIn(
      json,
      'list.json',
      JSON.stringify([{ name: 'a', size: { w: 1, h: 2 } }, { name: 'b' }]),
    );
    assert.deepEqual(
      databases(items)[0]?.properties.map(({ name }) => name),
      ['name', 'size.w', 'size.h'],
    );
    const object = await itemsIn(json, 'object.json', JSON.stringify({ about: 'x', people: [{ name: 'Ann' }] }));
    assert.deepEqual(
      object.map((item) => item.type),
      ['page', 'database', 'row'],
    );
    assert.equal(databases(object)[0]?.parent, 'object.json');
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    assert.equal((await itemsIn(json, 'scalar.json', '42'))[0]?.type, 'page');
    assert.match(reasons(await itemsIn(json, 'deep.json', deep)), /more than 100 levels/);
  });
});

describe('calendars', () => {
  it('have zones, what repeats, reminders, and tasks in a database of their own', async () => {
    const text = [
      'BEGIN:VCALENDAR',
      'X-WR-CALNAME:Team',
      ...['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Weekly', 'DTSTART;TZID=Europe/Berlin:20261120T090000', 'DURATION:PT1H'],
      ...['RRULE:FREQ=WEEKLY;COUNT=4', 'BEGIN:VALARM', 'TRIGGER:-PT15M', 'END:VALARM', 'END:VEVENT'],
      ...[
        'BEGIN:VEVENT',
        'UID:2',
        'SUMMARY:Days',
        'DTSTART;VALUE=DATE:20261201',
        'DTEND;VALUE=DATE:20261203',
        'END:VEVENT',
      ],
      ...['BEGIN:VTODO', 'UID:3', 'SUMMARY:Later', 'END:VTODO', 'END:VCALENDAR'],
    ].join('\r\n');
    const items = await itemsIn(calendar, 'team.ics', text);
    assert.deepEqual(
      databases(items).map(({ title }) => title),
      ['Team', 'Team: tasks'],
    );
    const [weekly, days, later] = rows(items);
    assert.equal(later?.title, 'Later');
    assert.deepEqual(weekly?.values.when, {
      start: '2026-11-20T09:00:00',
      end: '2026-11-20T10:00:00',
      timezone: 'Europe/Berlin',
    });
    assert.partialDeepStrictEqual(weekly?.calendar, {
      time: '09:00',
      remind: 15,
      repeat: { frequency: 'weekly', count: 4 },
    });
    assert.deepEqual(days?.values.when, { start: '2026-12-01', end: '2026-12-02', timezone: null });
  });
});

describe('trackers', () => {
  const only = async (name: string, content: string) => {
    const items = await itemsIn(issues, name, content);
    return { items, row: rows(items)[0], home: databases(items)[0] };
  };

  it('are told by what they hold: GitHub, GitLab, Trello, Redmine', async () => {
    const github = await only(
      'a.json',
      JSON.stringify([{ number: 1, title: 'Bug', state: 'closed', labels: [{ name: 'ui' }] }]),
    );
    assert.partialDeepStrictEqual(github.row?.values, { key: '#1', status: 'closed', labels: ['ui'] });
    assert.equal(github.home?.properties.find(({ id }) => id === 'status')?.options?.[0]?.group, 'done');
    const gitlab = await only(
      'b.ndjson',
      '{"iid":1,"title":"A","state":"opened","epic":{"title":"Big"}}\n{"iid":2,"ti',
    );
    assert.match(gitlab.row?.markdown ?? '', /epic: Big/);
    assert.match(reasons(gitlab.items), /Line 2/);
    const trello = await only(
      'c.json',
      JSON.stringify({
        id: 'b',
        name: 'Board',
        lists: [{ id: 'l', name: 'To do' }],
        cards: [{ id: 'c', name: 'Card', idList: 'l' }],
      }),
    );
    assert.deepEqual([trello.row?.title, trello.row?.values.column], ['Card', 'To do']);
    const redmine = await only(
      'd.json',
      JSON.stringify({
        issues: [
          { id: 5, subject: 'S', tracker: { name: 'Bug' }, journals: [{ notes: 'Seen', user: { name: 'Ann' } }] },
        ],
      }),
    );
    assert.deepEqual(
      redmine.row?.comments?.map(({ text, author }) => [text, author]),
      [['Seen', 'Ann']],
    );
  });

  it('of Jira are read from XML that declares nothing and from columns that come twice', async () => {
    const xml =
      '<!DOCTYPE rss [<!ENTITY x "no">]><rss><channel><item><key>P-1</key><summary>S &x; &amp;</summary><description>&lt;b&gt;Bold&lt;/b&gt;</description><label>a</label><label>b</label></item></channel></rss>';
    const jira = await only('e.xml', xml);
    assert.deepEqual([jira.row?.title, jira.row?.values.labels], ['S &x; &', ['a', 'b']]);
    assert.match(JSON.stringify(jira.row?.blocks), /"bold"/);
    const csv = await only('f.csv', 'Issue key,Summary,Sprint,Sprint\nP-2,Two,One,Two\n');
    assert.deepEqual([csv.row?.id, csv.row?.values.sprint], ['f.csv#P-2', ['One', 'Two']]);
  });

  it('of Jira as XML say who alone could read a comment, and where its links lead', async () => {
    const said = '&lt;p&gt;a &lt;a href="https://x.test/y"&gt;there&lt;/a&gt;&lt;/p&gt;&lt;p&gt;b&lt;/p&gt;';
    const xml = `<rss><channel><item><key>P-1</key><summary>S</summary><comments><comment author="ann" rolelevel="Crew">${said}</comment><comment grouplevel="Staff">x</comment><comment>y</comment></comments></item></channel></rss>`;
    const { row } = await only('h.xml', xml);
    assert.deepEqual(
      row?.comments?.map(({ text }) => text),
      ['[role: Crew] a there (https://x.test/y)\nb', '[group: Staff] x', 'y'],
    );
    assert.deepEqual(row?.unsupported, { restricted_comment: 2 });
  });

  it('of Jira as CSV have their texts in wiki markup, its own dates, and the issue that they are part of', async () => {
    const head =
      'Issue key,Issue id,Summary,Parent,Created,Updated,Due date,Description,Attachment,Comment,Custom field (Cut)';
    const text = [
      'h2. Head\n*bold* [x|https://x.test/y|smart-link] [~ann] {color:red}hot{color} -old-',
      'bq. said\n!a.png|thumbnail!',
    ].join('\n');
    const file = '02/Jan/26 10:00 AM;ann;a.png;https://jira.test/a.png';
    const { items } = await only(
      'g.csv',
      [
        head,
        `P-1,100,One,,02/Jan/26 12:05 AM,3/Feb/2026 1:00 PM,09/Jan/26 12:00 AM,"${text}",${file},02/Jan/26 10:00 AM;ann;so *it* is,31/Xyz/26`,
        'P-2,101,Two,100,,,,,,,',
        'P-3,102,Three,99,,,,,,,',
      ].join('\n'),
    );
    const [one, two, three] = of(items, 'row');
    assert.partialDeepStrictEqual(one?.values, {
      ...{ created: '2026-01-02 00:05', due: '2026-01-09', updated: '2026-02-03 13:00' },
      'custom field (cut)': '31/Xyz/26',
    });
    assert.deepEqual([one?.created, one?.updated], ['2026-01-02 00:05', '2026-02-03 13:00']);
    assert.deepEqual(
      one?.blocks?.map(({ type }) => type),
      ['heading', 'paragraph', 'quote', 'image'],
    );
    assert.equal(blocksPlainText(one?.blocks ?? []).split('\n')[1], 'bold x @ann hot old');
    assert.match(
      JSON.stringify(one?.blocks),
      /"href":"https:\/\/x.test\/y".*"strike".*"url":"https:\/\/jira.test\/a.png"/,
    );
    assert.deepEqual(one?.comments, [{ text: 'so it is', author: 'ann', created: '2026-01-02 10:00' }]);
    assert.deepEqual([two?.values.parent, three?.values.parent_name], [['g.csv#P-1'], '99']);
  });

  it('of ClickUp say who a part of a task is for, and which comments are settled', async () => {
    const comments = JSON.stringify([{ text: 'Look', by: 'ann', assigned: 'ben', resolved: true }]).replaceAll(
      '"',
      '""',
    );
    const lists = JSON.stringify({ Plan: [{ name: 'Dig', assignee: 'cleo' }, 'Fill'] }).replaceAll('"', '""');
    const { row } = await only(
      'h.csv',
      `Task ID,Task Name,Status,Date Created,Checklists,Assigned Comments\n1,T,Open,1767350000000,"${lists}","${comments}"\n`,
    );
    assert.deepEqual(row?.comments, [{ text: 'Look (ben)', author: 'ann', resolved: true }]);
    assert.equal(row?.markdown, '### Plan\n\n- [ ] Dig (cleo)\n- [ ] Fill');
  });

  it('of Asana as JSON have sections, own fields, comments, files, and the tasks inside them', async () => {
    const task = (gid: string, name: string, more: object = {}) => ({ gid, name, resource_type: 'task', ...more });
    const top = task('1', 'Plan', {
      completed: true,
      notes: 'All of it',
      memberships: [{ project: { name: 'Launch' }, section: { name: 'Now' } }],
      projects: [{ name: 'Launch' }],
      custom_fields: [
        { gid: '7', name: 'Size', type: 'enum', enum_value: { name: 'Large' } },
        { gid: '8', name: 'Hours', number_value: 3 },
      ],
      subtasks: [task('2', 'Part', { assignee: { name: 'Ann' }, subtasks: [task('3', 'Deep')] })],
      stories: [
        { type: 'comment', text: 'Good', created_by: { name: 'Ben' }, created_at: '2026-01-04T10:00:00.000Z' },
        { type: 'system', text: 'moved' },
      ],
      attachments: [{ name: 'a.pdf', permanent_url: 'https://app.asana.test/1' }],
    });
    const { items } = await only(
      'i.json',
      JSON.stringify({ data: [top, task('4', 'Other', { parent: { gid: '9', name: 'Gone' } })] }),
    );
    const [plan, part, deep, other] = of(items, 'row');
    assert.partialDeepStrictEqual(plan, {
      values: { section: 'Now', status: 'Done', 'field-7': 'Large', 'field-8': 3 },
      comments: [{ text: 'Good', author: 'Ben', created: '2026-01-04T10:00:00.000Z' }],
      unsupported: { history: 1 },
      markdown: 'All of it\n\n- [a.pdf](<https://app.asana.test/1>)',
    });
    assert.deepEqual(
      [part, deep, other].map((row) => row?.values.parent ?? row?.values.parent_name),
      [['i.json#1'], ['i.json#2'], 'Gone'],
    );
    assert.deepEqual([part?.values.assignee, part?.values.status], [['Ann'], 'Open']);
    assert.equal(databases(items)[0]?.title, 'Launch');
  });

  it('of Asana as JSON have the looks of their texts, and mentions by name', async () => {
    const task = (gid: string, more: object) => ({ gid, name: `T${gid}`, resource_type: 'task', ...more });
    const link = (gid: string) => `<a href="https://app.asana.test/0/0/${gid}" data-asana-gid="${gid}">T${gid}</a>`;
    const html_notes = `<body>First <strong>bold</strong>\nsecond &amp; ${link('2')}, ${link('9')}\n\n<h1>Head</h1><ul>\n<li>one</li><li>two<ol><li>deep</li></ol></li></ul><pre>a\n\nb</pre><blockquote>said</blockquote>end</body>`;
    const mention = '<a href="https://app.asana.test/0/profile/5" data-asana-type="user" data-asana-gid="5">@Ann</a>';
    const stories = [
      {
        type: 'comment',
        text: 'https://app.asana.test/0/profile/5 ok',
        html_text: `<body>${mention} <em>ok</em>\nyes</body>`,
      },
    ];
    const attachments = [{ name: 'a.pdf', permanent_url: 'https://app.asana.test/1' }, { name: 'b.pdf' }];
    const { items } = await only(
      'i.json',
      JSON.stringify([
        task('1', { notes: 'plain', html_notes, stories, attachments }),
        task('2', { html_notes: '<body></body>', notes: 'x' }),
      ]),
    );
    const [first, second] = of(items, 'row');
    assert.deepEqual(
      first?.blocks?.map(({ type, content = [] }) => [
        type,
        content.map((node) => (node.type === 'text' ? node.text : node.type)).join('|'),
      ]),
      [
        ['paragraph', 'First |bold|hardBreak|second & |T2|, |T9'],
        ['heading', 'Head'],
        ['bullet', 'one'],
        ['bullet', 'two'],
        ['code', ''],
        ['quote', 'said'],
        ['paragraph', 'end'],
        ['paragraph', 'a.pdf'],
        ['paragraph', 'b.pdf'],
      ],
    );
    const links = JSON.stringify(first?.blocks).match(/"href":"[^"]*"/g);
    assert.deepEqual(
      links,
      ['"href":"/i.json%232"', '"href":"https://app.asana.test/0/0/9"', '"href":"https://app.asana.test/1"'].map(
        (one) => one.replace('231', '232'),
      ),
    );
    assert.deepEqual(
      first?.comments?.map(({ text }) => text),
      ['@Ann (https://app.asana.test/0/profile/5) ok\nyes'],
    );
    assert.equal(second?.markdown, 'x');
  });

  it('of Linear have toggles, and days of their own columns', async () => {
    const { row } = await only(
      'k.csv',
      'ID,Team,Title,Description,Status,Estimate,Archived\nE-1,T,One,"+++ More\n\nInside\n\n+++",Done,1,Sun Jan 04 2026 10:00:00 GMT+0000 (GMT)\n',
    );
    assert.match(String(row?.markdown), /<details>\n<summary>More<\/summary>\n+Inside\n+<\/details>/);
    assert.equal(row?.values['own-archived'], '2026-01-04T10:00:00.000Z');
  });

  it('of other kinds are named', async () => {
    for (const [name, content] of [
      ['x.json', '{"a":1}'],
      ['y.json', '{'],
      ['z.csv', 'a,b\n1,2'],
      ['w.xml', '<a/>'],
    ] as const)
      assert.match(reasons((await only(name, content)).items), /It (is no|holds no)/, name);
  });
});

describe('sources of tables', () => {
  for (const [name, importer, path, content] of [
    ['tables', csv, 'a.csv', 'Name,Kind\nOne,x\n'],
    ['JSON', json, 'a.json', '[{"name":"One"},{"name":"Two"}]'],
    ['calendars', calendar, 'a.ics', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'],
    ['trackers', issues, 'a.json', '[{"number":1,"title":"Bug","state":"open"}]'],
    ['workbooks', spreadsheet, 'a.xlsx', 'no workbook'],
  ] as const)
    it(`of ${name} keep the files that lie beside them`, async () => {
      const items = await itemsIn(importer as Importer, 'x.zip', archive({ [path]: content, 'docs/read me.md': 'x' }));
      assert.ok(of(items, 'file').some(({ id, parent }) => id === 'docs/read me.md' && parent === 'docs/'));
      assert.ok(of(items, 'page').some(({ id }) => id === 'docs/'));
    });
});
