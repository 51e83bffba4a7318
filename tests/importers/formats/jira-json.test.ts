// Issues of Jira as its interface gives them: the shapes of answers, what their texts become, and hostile ones.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import issues from '../../../plugins/importers/formats/issue-trackers/index.ts';
import { databases, itemsIn, reasons, rows } from './items.ts';

const read = (value: unknown) => itemsIn(issues, 'a.json', JSON.stringify(value));
const issue = (key: string, fields: object = {}) => ({ key, fields: { summary: `S ${key}`, ...fields } });
const doc = (...content: unknown[]) => ({ type: 'doc', version: 1, content });
const bodyOf = async (description: unknown) => {
  const [row] = rows(await read(issue('A-1', { description })));
  return row ?? assert.fail('no row came');
};

describe('JSON of Jira', () => {
  it('takes an answer, a list, one issue and what is wrapped around them', async () => {
    const one = issue('A-1');
    for (const value of [one, [one], { issues: [one] }, { data: { issues: [one] } }])
      assert.deepEqual(
        rows(await read(value)).map(({ title, values }) => [title, values.key]),
        [['S A-1', 'A-1']],
      );
    assert.match(reasons(await read({ issues: [{ key: 'A-1' }] })), /holds no issues of a tracker/);
  });

  it('groups states by what the tracker says of them, in whatever language', async () => {
    const state = (name: string, key?: string) => ({ status: { name, ...(key && { statusCategory: { key } }) } });
    const items = await read([
      issue('A-1', state('Offen', 'new')),
      issue('A-2', state('Dran', 'indeterminate')),
      issue('A-3', state('Weg', 'done')),
      issue('A-4', state('Done')),
    ]);
    assert.deepEqual(
      databases(items)[0]
        ?.properties.find(({ id }) => id === 'status')
        ?.options?.map(({ name, group }) => `${name} ${group}`),
      ['Offen todo', 'Dran doing', 'Weg done', 'Done done'],
    );
  });

  it('relates what is there, and names what is elsewhere', async () => {
    const parent = (key: string) => ({ parent: { key, fields: { summary: 'Up' } } });
    const items = await read([issue('A-1'), issue('A-2', parent('A-1')), issue('A-3', parent('B-9'))]);
    assert.deepEqual(
      rows(items).map(({ values }) => [values.parent, values.parent_name]),
      [
        [undefined, undefined],
        [['a.json#A-1'], undefined],
        [undefined, 'B-9: Up'],
      ],
    );
  });

  it('keeps the words of what it does not know, and of files that are not there', async () => {
    const row = await bodyOf(
      doc(
        { type: 'extension', attrs: { text: 'macro' } },
        { type: 'constructor', content: [{ type: 'text', text: 'odd' }] },
        { type: 'mediaSingle', content: [{ type: 'media', attrs: { type: 'file', alt: 'gone.png' } }] },
        null,
        'x',
      ),
    );
    assert.equal(blocksPlainText(row.blocks ?? []), 'macro\nodd\ngone.png');
    assert.deepEqual(row.unsupported, { unknown_node: 2, media_without_address: 1 });
  });

  it('reads documents of any depth and fields of any shape', async () => {
    let deep: unknown = { type: 'text', text: 'x' };
    for (let at = 0; at < 2000; at++) deep = { type: 'blockquote', content: [deep] };
    assert.equal((await bodyOf(doc(deep))).unsupported?.too_deep, 1);
    const odd = {
      status: 3,
      labels: 'a',
      comment: 5,
      attachment: {},
      issuelinks: [1],
      parent: 'x',
      customfield_1: [[]],
    };
    assert.equal(rows(await read(issue('A-1', odd))).length, 1);
  });

  it('leads links between issues to their rows, and to the web from comments', async () => {
    const href = 'https://x.atlassian.test/browse/A-2';
    const said = doc({
      type: 'paragraph',
      content: [
        { type: 'text', text: 'see', marks: [{ type: 'link', attrs: { href } }] },
        { type: 'text', text: ' ' },
        { type: 'inlineCard', attrs: { data: { url: href } } },
        { type: 'text', text: ' ' },
        { type: 'inlineCard', attrs: { data: { url: 'https://example.org/a', name: 'Named' } } },
      ],
    });
    const comment = {
      comments: [{ body: said }, { body: '*bold* [there|https://example.org/b]\n{quote}said{quote}' }],
    };
    const items = await read([
      issue('A-1', { description: said, comment }),
      issue('A-2', { description: '[A-1] [up|A-1]' }),
    ]);
    const links = rows(items).map(({ blocks }) => JSON.stringify(blocks).match(/(?<="href":")[^"]*/g));
    assert.deepEqual(links, [
      ['/a.json%23A-2', '/a.json%23A-2', 'https://example.org/a'],
      ['/a.json%23A-1', '/a.json%23A-1'],
    ]);
    assert.deepEqual(
      rows(items)[0]?.comments?.map(({ text }) => text),
      [`see (${href}) ${href} Named (https://example.org/a)`, 'bold there (https://example.org/b)\nsaid'],
    );
  });

  it('keeps code in running text, titles and files of wiki markup', async () => {
    const attachment = [{ filename: 'a.png', content: 'https://x.atlassian.test/att/1' }];
    const description = 'a {{code}} b\n\n{expand:More}\nInside\n{expand}\n!a.png|thumbnail! [^a.png] x ^2^ ~3~';
    const [row] = rows(await read(issue('A-1', { description, attachment })));
    const said = JSON.stringify(row?.blocks);
    assert.match(said, /"text":"code","marks":\[\{"type":"code"/);
    assert.match(said, /"type":"toggle","data":\{"open":false\},"content":\[\{"type":"text","text":"More"/);
    assert.match(said, /"type":"image","data":\{"url":"https:\/\/x\.atlassian\.test\/att\/1"/);
    assert.match(said, /\^2 _3/);
  });

  it('has times, creators and sprints in words, and boxes of all tasks', async () => {
    const box = {
      type: 'blockTaskItem',
      attrs: { state: 'DONE' },
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }],
    };
    const [row] = rows(
      await read(
        issue('A-1', {
          ...{ timetracking: { originalEstimate: '2d' }, timespent: 5400, creator: { displayName: 'Bo' } },
          customfield_1: ['com.atlassian.greenhopper.service.sprint.Sprint@1[id=1,name=Spring,goal=x]'],
          description: doc({ type: 'taskList', content: [box] }, { type: 'placeholder', attrs: { text: 'Say it' } }),
        }),
      ),
    );
    const { estimate, remaining, spent, creator, customfield_1: sprint } = row?.values ?? {};
    assert.deepEqual([estimate, remaining, spent, creator, sprint], ['2d', '', '1.5h', 'Bo', ['Spring']]);
    assert.deepEqual(
      row?.blocks?.map(({ type, data }) => [type, data]),
      [['todo', { checked: true }]],
    );
    assert.deepEqual(row?.unsupported, { placeholder: 1 });
  });

  it('says who alone could read a comment, and counts those comments', async () => {
    const comments = [
      { body: 'for all' },
      { body: 'for some', visibility: { type: 'role', value: 'Crew' } },
      { body: 'for us', jsdPublic: false },
    ];
    const [row] = rows(await read(issue('A-1', { comment: { comments } })));
    const said = ['for all', '[role: Crew] for some', '[internal] for us'];
    assert.deepEqual([row?.comments?.map(({ text }) => text), row?.unsupported], [said, { restricted_comment: 2 }]);
  });

  it('keeps goals, days and states of sprints, however a server says them', async () => {
    const sprint = {
      id: 3,
      name: 'Summer',
      state: 'active',
      boardId: 1,
      goal: 'Mend, then paint',
      endDate: '2026-07-02T10:00Z',
    };
    const old =
      'com.atlassian.greenhopper.service.sprint.Sprint@1f[id=1,rapidViewId=2,state=CLOSED,name=Spring, early,startDate=2026-01-02T10:00,endDate=<null>,sequence=1,goal=Ship [it], soon]';
    const items = await read({
      names: { customfield_1: 'Sprint' },
      issues: [issue('A-1', { customfield_1: [old, sprint] }), issue('A-2', { customfield_2: [{ name: 'x' }] })],
    });
    const [row] = rows(items);
    assert.deepEqual(row?.values.customfield_1, ['Spring, early', 'Summer']);
    assert.equal(
      row?.values['customfield_1:details'],
      'Spring, early: Ship [it], soon (2026-01-02, closed); Summer: Mend, then paint (2026-07-02, active)',
    );
    const names = databases(items)[0]?.properties.map(({ name }) => name);
    assert.ok(names?.includes('Sprint details') && !names.includes('customfield_2 details'), String(names));
  });
});
