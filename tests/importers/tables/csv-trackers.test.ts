// Tables of Todoist, Asana, Linear and ClickUp: what their columns mean, which task is part of which, and what is kept as it is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import issues from '../../../plugins/importers/formats/issue-trackers/index.ts';
import { databases, itemsIn, of, reasons, rows } from '../formats/items.ts';

const read = (...lines: string[]) => itemsIn(issues, 'x.csv', `${lines.join('\n')}\n`);
const quoted = (value: unknown): string => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
const TODOIST = 'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE';
const ASANA = 'Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Notes,Parent task';
const CLICKUP = 'Task ID,Task Name,Status,Date Created,Parent ID,Priority,Assignees,Checklists,Comments,Attachments';

describe('tables of trackers', () => {
  for (const [name, text] of [
    ['another table', 'Name,Age\nAnn,30\n'],
    ['an empty file', ''],
    ['a picture', '\u0089PNG\n\u0001'],
  ] as const)
    it(`refuse ${name} with one reason`, async () => {
      const items = await itemsIn(issues, 'x.csv', text);
      assert.equal(items.length, 1);
      assert.match(reasons(items), /^It is not a table of issues/);
    });

  it('say that they end within a record, and keep what was there', async () => {
    const items = await itemsIn(issues, 'x.csv', `${TODOIST}\ntask,One,,1,1,,,\ntask,"Tw`);
    assert.deepEqual(
      rows(items).map(({ title }) => title),
      ['One', 'Tw'],
    );
    assert.equal(reasons(items), 'The file ends within a record.');
  });

  it('of Todoist have tasks below those that are less indented, in their section', async () => {
    const items = await read(
      ...[TODOIST, 'task,A,,1,1,,,', 'task,B,,2,2,,,', 'task,C,,2,3,,,', 'task,D,,3,2,,,'],
      ...['section,Later,,,,,,', 'task,E,,4,2,,,'],
    );
    assert.deepEqual(
      rows(items).map(({ title, values }) => [title, values.column, values.parent, values.priority]),
      [
        ['A', '', undefined, 'P1'],
        ['B', '', ['x.csv#/A'], 'P2'],
        ['C', '', ['x.csv#/B'], 'P2'],
        ['D', '', ['x.csv#/A'], 'P3'],
        ['E', 'Later', undefined, 'P4'],
      ],
    );
  });

  it('of Todoist have notes as comments, labels, dates, and words that are no date', async () => {
    const items = await read(
      ...[
        TODOIST,
        'note,Of the project,,,,Ann (1),,',
        'task,"Call [Bo](https://example.org) @phone",,1,1,Ann (1),Bo (2),every day',
      ],
      ...['note,Said,,,,Bo (2),,2024-03-01T08:00:00Z', 'task,Same,,4,1,,,2024-03-01', 'task,Same,,4,1,,,'],
    );
    const [call, same] = rows(items);
    assert.equal(call?.title, 'Call Bo');
    assert.equal(call?.markdown, 'Call [Bo](https://example.org)');
    assert.deepEqual(
      [call?.values.labels, call?.values.due_words, call?.values.assignee],
      [['phone'], 'every day', ['Bo']],
    );
    assert.deepEqual(call?.comments, [{ text: 'Said', author: 'Bo', created: '2024-03-01T08:00:00Z' }]);
    assert.equal(same?.values.due, '2024-03-01');
    assert.equal(databases(items)[0]?.description, 'Ann: Of the project');
    assert.equal(new Set(rows(items).map(({ id }) => id)).size, 3);
  });

  it('of Asana name the task above where only one has its name, and keep the name otherwise', async () => {
    const items = await read(
      ...[ASANA, '1,2024-03-01,,,One,,,', '2,2024-03-01,,,Two,,,One', '3,2024-03-01,2024-03-02,,Two,,,'],
      ...['4,2024-03-01,,,Three,,,Two', '5,2024-03-01,,,Four,,,Four'],
    );
    assert.deepEqual(
      rows(items).map(({ values }) => [values.parent, values.parent_name, values.status]),
      [
        [undefined, undefined, 'Open'],
        [['x.csv#1'], undefined, 'Open'],
        [undefined, undefined, 'Done'],
        [undefined, 'Two', 'Open'],
        [undefined, 'Four', 'Open'],
      ],
    );
    // Without sections the board stands by status.
    assert.equal(databases(items)[0]?.views?.[0]?.group_by, 'status');
  });

  it('of Linear read the moments that a browser writes', async () => {
    const items = await read(
      'ID,Team,Title,Status,Estimate,Labels,Created,Cycle Name',
      'A-1,Sea,Lamp,Todo,2,"Bug, UI",Fri Mar 01 2024 08:00:00 GMT+0000 (GMT),First',
    );
    const [row] = rows(items);
    assert.deepEqual(
      [row?.values.created, row?.created, row?.values.labels, row?.values.key, row?.values['own-cycle name']],
      ['2024-03-01T08:00:00.000Z', '2024-03-01T08:00:00.000Z', ['Bug', 'UI'], 'A-1', 'First'],
    );
  });

  it('keep columns whose names mean something to the language', async () => {
    const items = await read('ID,Team,Title,Status,Estimate,Constructor,__proto__', 'A-1,Sea,Lamp,Todo,2,Ferrari,x');
    const [row] = rows(items);
    assert.deepEqual([row?.values['own-constructor'], row?.values['own-__proto__']], ['Ferrari', 'x']);
    const names = of(items, 'database')[0]?.properties.map(({ name }) => name);
    assert.deepEqual(names?.slice(-2), ['Constructor', '__proto__']);
  });

  it('of ClickUp read the JSON in their cells, or keep what is none', async () => {
    const items = await read(
      CLICKUP,
      `a,Oil,open,1709280000000,null,2,"[Ann,Bo]",${quoted({ Steps: ['One', { name: 'Two', resolved: true }] })},${quoted([{ text: 'Hm', by: 'Bo' }])},${quoted([{ title: 'x', url: 'https://example.org/x y' }])}`,
      'b,Can,open,null,a,null,[],not JSON,[broken,null',
    );
    const [oil, can] = rows(items);
    assert.equal(oil?.markdown, '### Steps\n\n- [ ] One\n- [x] Two\n\n- [x](<https://example.org/x%20y>)');
    assert.deepEqual([oil?.comments, oil?.values.assignee], [[{ text: 'Hm', author: 'Bo' }], ['Ann', 'Bo']]);
    assert.deepEqual([oil?.values.priority, oil?.values.created], ['High', '2024-03-01T08:00:00.000Z']);
    assert.deepEqual([can?.markdown, can?.comments], ['not JSON', [{ text: '[broken' }]]);
    assert.deepEqual([can?.values.parent, can?.values.priority], [['x.csv#a'], undefined]);
  });

  it('keep cells beyond the columns, and titles that are too long for one', async () => {
    const long = 'word '.repeat(150).trim();
    const items = await read(ASANA, `1,2024-03-01,,,${long},,Text,,beyond`);
    const [row] = rows(items);
    assert.equal(row?.markdown, `${long}\n\nText`);
    assert.equal(row?.values['own-column 9'], 'beyond');
    assert.ok(of(items, 'database')[0]?.properties.some(({ name }) => name === 'Column 9'));
  });
});
