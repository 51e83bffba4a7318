// Trackers whose export is wrapped into more JSON, and what cards have beside their text.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import issues from '../../../plugins/importers/formats/issue-trackers/index.ts';
import { databases, itemsIn, of, reasons, rows } from '../formats/items.ts';

const read = (name: string, value: unknown) => itemsIn(issues, name, JSON.stringify(value));

const TRELLO = {
  id: 'b',
  name: 'Board',
  lists: [{ id: 'l', name: 'To do' }],
  customFields: [
    { id: 'f', name: 'Effort', type: 'list', options: [{ id: 'o', value: { text: 'Large' } }] },
    { id: 'g', name: 'Hours', type: 'number' },
  ],
  cards: [
    {
      ...{ id: 'c', name: 'Card', idList: 'l', desc: 'Text', cover: { idAttachment: 'a', color: null } },
      attachments: [
        { id: 'a', name: 'Plan [1].pdf', url: 'https://trello.example/a%20b (1).pdf' },
        { id: 'x', name: 'Gone.pdf' },
      ],
      customFieldItems: [
        { idCustomField: 'f', idValue: 'o', value: null },
        { idCustomField: 'g', idValue: null, value: { number: '4' } },
      ],
    },
    { id: 'd', name: 'Plain', idList: 'l', cover: { idAttachment: null, color: null }, attachments: [] },
  ],
};
const REDMINE = { issues: [{ id: 5, subject: 'Leak', tracker: { name: 'Bug' } }] };
const DECK = { boards: [{ id: 1, title: 'Deck', stacks: [{ title: 'New', cards: [{ id: 2, title: 'Card' }] }] }] };
const GITHUB = [{ number: 1, title: 'Bug', state: 'open' }];
const GITLAB = [{ iid: 1, title: 'Bug', state: 'opened' }];
const GITEA = [{ number: 1, title: 'Bug', state: 'open', poster_name: 'ann' }];

describe('exports of trackers', () => {
  const wrapped: [string, unknown, string][] = [
    ['Trello', { board: TRELLO }, 'Board'],
    ['Redmine', { data: REDMINE }, 'x'],
    ['Deck', { data: DECK }, 'Deck'],
    ['GitHub', { data: GITHUB }, 'x'],
    ['GitLab', { result: GITLAB }, 'x'],
    ['Gitea', { items: GITEA }, 'x'],
    ['Trello in a list', [TRELLO], 'Board'],
    ['Trello in two envelopes', { export: { at: '2026-01-01', board: TRELLO } }, 'Board'],
  ];
  for (const [what, value, title] of wrapped)
    it(`are found some levels deeper: ${what}`, async () => {
      const items = await read('x.json', value);
      assert.deepEqual(
        databases(items).map((home) => home.title),
        [title],
      );
      assert.ok(rows(items).length > 0);
      assert.equal(reasons(items), '');
    });

  it('come in one by one where several are wrapped, and what stands beside them is named', async () => {
    const items = await read('x.json', { one: GITHUB, two: GITLAB, people: [{ name: 'Ann' }], total: 2 });
    assert.deepEqual(
      databases(items).map(({ id, title }) => [id, title]),
      [
        ['x.json#one', 'one'],
        ['x.json#two', 'two'],
      ],
    );
    assert.match(reasons(items), /left out: people\./);
    assert.equal(of(items, 'problem')[0]?.kind, 'left_out');
  });
});

describe('cards of Trello', () => {
  it('keep the names of attachments without an address, their own fields, and say what is lost', async () => {
    const [card, plain] = rows(await read('x.json', TRELLO));
    assert.equal(card?.markdown, 'Text\n\n- [Plan \\[1\\].pdf](<https://trello.example/a%20b%20(1).pdf>)\n- Gone.pdf');
    assert.deepEqual(card?.unsupported, { missing_file: 1, cover: 1 });
    assert.partialDeepStrictEqual(card?.values, { 'field-f': 'Large', 'field-g': '4' });
    assert.deepEqual(plain?.unsupported, {});
  });

  it('say how many votes a card has and from whom, where it is, and what lists were put away; stickers are counted', async () => {
    const [voted, counted, plain] = rows(
      await read('x.json', {
        ...{
          id: 'b',
          name: 'Board',
          lists: [
            { id: 'l', name: 'To do' },
            { id: 'm', name: 'Old', closed: true },
          ],
        },
        members: [{ id: 'p', fullName: 'Ann' }],
        cards: [
          {
            id: 'c',
            name: 'A',
            idList: 'l',
            idMembersVoted: ['p', 'q'],
            stickers: [{ image: 'star' }],
            dueReminder: 60,
          },
          { id: 'd', name: 'B', idList: 'm', badges: { votes: 3 }, coordinates: { latitude: 48.1, longitude: 11.5 } },
          { id: 'e', name: 'C', idList: 'l', badges: { votes: 0 }, stickers: [], dueReminder: -1 },
        ],
      }),
    );
    assert.partialDeepStrictEqual(voted, { values: { votes: 2, archived: false }, markdown: 'Votes: Ann' });
    assert.deepEqual(voted?.unsupported, { sticker: 1, due_reminder: 1 });
    assert.partialDeepStrictEqual(counted?.values, { votes: 3, archived: true, location: '48.1, 11.5' });
    assert.deepEqual([plain?.values.votes, plain?.unsupported], [undefined, {}]);
  });

  it('say when items of their checklists are due', async () => {
    const checkItems = [
      { name: 'one', state: 'complete', due: '2026-03-09T00:00:00.000Z' },
      { name: 'two', state: 'incomplete', due: null },
    ];
    const [card] = rows(await read('x.json', { ...TRELLO, checklists: [{ idCard: 'c', name: 'Steps', checkItems }] }));
    assert.match(card?.markdown ?? '', /### Steps\n\n- \[x\] one \(2026-03-09\)\n- \[ \] two\n/);
  });

  it('are in a database with the name of the file where the board has none', async () => {
    const { id: _, name: __, ...nameless } = TRELLO;
    assert.partialDeepStrictEqual(databases(await read('Board.json', nameless)), [
      { id: 'Board.json', title: 'Board' },
    ]);
  });
});

it('issues of GitHub say how they ended, of which type they are and what people thought of them', async () => {
  const issue = {
    ...GITHUB[0],
    body: 'Text',
    state_reason: 'not_planned',
    closed_by: { login: 'bo' },
    type: { name: 'Task' },
  };
  const more = {
    draft: false,
    locked: true,
    active_lock_reason: 'spam',
    reactions: { total_count: 3, '+1': 3, heart: 0 },
  };
  const [row] = rows(await read('x.json', [{ ...issue, ...more }]));
  assert.equal(row?.values.type, 'Task');
  assert.equal(row?.markdown, 'Text\n\n- closed: not planned\n- closed by: bo\n- locked: spam\n- reactions: +1 3');
  const [plain] = rows(
    await read('x.json', [{ ...GITHUB[0], body: 'Text', state_reason: 'completed', reactions: { '+1': 0 } }]),
  );
  assert.equal(plain?.markdown, 'Text');
});
