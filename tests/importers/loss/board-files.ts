// Random boards and bases as JSON, of Nextcloud Deck, Redmine, GitLab and Airtable, every part of which says a planted word.
import { markdownBody } from './markup.ts';
import type { PlantedWords } from './planted-words.ts';

const WHEN = '2026-01-02T10:00:00Z';
const idOf = (words: PlantedWords): number => words.all.length + 1;
/** Null is what programs write where nothing is said. */
const sometimes = <T>(words: PlantedWords, make: () => T): T | null => (words.random() < 0.5 ? make() : null);
const address = (words: PlantedWords): string => `https://example.org/${words.word()}`;

export function randomDeck(words: PlantedWords): string {
  const person = () => ({ primaryKey: 'x', uid: 'x', displayname: words.word(), type: 0 });
  const label = () => ({ id: idOf(words), title: words.word(), color: 'ff0000' });
  const card = () => ({
    ...{
      id: idOf(words),
      title: words.words(),
      description: markdownBody(words),
      type: 'plain',
      lastModified: 1_700_000_000,
    },
    ...{ createdAt: 1_700_000_000, labels: words.some(0, 2, label), owner: person(), archived: words.random() < 0.5 },
    ...{ duedate: words.one([null, WHEN]), startdate: words.one([null, WHEN]), done: words.one([null, WHEN]) },
    assignedUsers: words.some(0, 2, () => ({ id: 1, participant: person() })),
    attachments: words.some(0, 2, () => ({ id: idOf(words), type: 'file', data: `${words.word()}.txt` })),
    comments: words.some(0, 2, () => ({
      message: words.words(),
      actorDisplayName: words.word(),
      creationDateTime: WHEN,
    })),
  });
  const stack = () => ({ id: idOf(words), title: words.words(), cards: words.some(0, 3, card) });
  const board = () => ({
    ...{ id: idOf(words), title: words.words(), labels: words.some(0, 2, label) },
    stacks: Object.fromEntries(words.some(1, 3, stack).map((one) => [one.id, one])),
  });
  return JSON.stringify({
    version: '1.11.0',
    boards: Object.fromEntries(words.some(1, 2, board).map((one) => [one.id, one])),
  });
}

export function randomRedmine(words: PlantedWords): string {
  const named = () => ({ id: idOf(words), name: words.word() });
  const issue = () => ({
    ...{
      id: idOf(words),
      subject: words.words(),
      description: markdownBody(words),
      project: named(),
      tracker: named(),
    },
    ...{ status: named(), priority: named(), author: named(), assigned_to: named(), category: named() },
    ...{ fixed_version: named(), parent: { id: 7 }, start_date: '2026-01-02', due_date: '2026-01-03', done_ratio: 40 },
    ...{
      estimated_hours: 2.5,
      spent_hours: 1.5,
      is_private: false,
      created_on: WHEN,
      updated_on: WHEN,
      closed_on: null,
    },
    custom_fields: words.some(0, 2, () => ({
      ...named(),
      value: words.one([() => words.words(), () => [words.word(), words.word()]])(),
    })),
    attachments: words.some(0, 2, () => ({
      ...{ id: idOf(words), filename: `${words.word()}.txt`, description: words.words(), content_url: address(words) },
    })),
    journals: words.some(0, 2, () => ({ id: idOf(words), user: named(), notes: words.words(), created_on: WHEN })),
    children: words.some(0, 1, () => ({ id: idOf(words), tracker: named(), subject: words.words() })),
    relations: words.some(0, 1, () => ({ id: idOf(words), issue_id: 1, issue_to_id: 9, relation_type: 'blocks' })),
    changesets: words.some(0, 1, () => ({ revision: words.word(), user: named(), comments: words.words() })),
    watchers: words.some(0, 2, named),
  });
  return JSON.stringify({ issues: words.some(1, 3, issue), total_count: 3, offset: 0, limit: 25 });
}

export function randomGitlab(words: PlantedWords): string {
  const label = () => ({ label: { title: words.word(), color: '#A8D695', description: words.words() } });
  const issue = () => ({
    ...{ id: idOf(words), iid: idOf(words), project_id: 8, title: words.words(), description: markdownBody(words) },
    ...{ state: words.one(['opened', 'closed']), created_at: WHEN, updated_at: WHEN, due_date: null, closed_at: null },
    ...{ confidential: words.random() < 0.5, weight: words.one([null, 3]), time_estimate: words.one([0, 3600]) },
    milestone: sometimes(words, () => ({ title: words.word(), description: words.words(), state: 'active' })),
    label_links: words.some(0, 2, label),
    notes: words.some(0, 2, () => ({ note: words.words(), author: { name: words.word() }, created_at: WHEN })),
    timelogs: words.some(0, 2, () => ({ time_spent: 900, spent_at: WHEN, summary: words.words() })),
    zoom_meetings: words.some(0, 1, () => ({ url: address(words), issue_status: 1 })),
    award_emoji: words.some(0, 2, () => ({ name: words.word(), user_id: 1 })),
    ...(words.random() < 0.5 && { epic_issue: { relative_position: 0, epic: { iid: 1, title: words.words() } } }),
    ...(words.random() < 0.5 && {
      iteration: { title: sometimes(words, () => words.words()), iterations_cadence: { title: words.words() } },
    }),
  });
  return words.some(1, 3, () => JSON.stringify(issue())).join('\n');
}

const AIRTABLE: Record<string, (words: PlantedWords) => unknown> = {
  ...{ singleLineText: (words) => words.words(), multilineText: (words) => `${words.words()}\n${words.words()}` },
  ...{ richText: markdownBody, email: (words) => `${words.word()}@example.org`, url: address },
  ...{ phoneNumber: (words) => `+49 30 ${words.word()}`, number: () => 2.5, checkbox: () => true, rating: () => 3 },
  ...{ singleCollaborator: (words) => ({ id: 'usr1', name: words.word(), email: `${words.word()}@example.org` }) },
  ...{ barcode: (words) => ({ text: words.word(), type: 'upce' }), formula: (words) => words.words() },
  button: (words) => ({ label: words.word(), url: address(words) }),
  aiText: (words) => ({ state: 'generated', value: words.words(), isStale: false }),
  multipleLookupValues: (words) => words.some(1, 2, () => words.word()),
  multipleAttachments: (words) =>
    words.some(1, 2, () => ({ id: 'att1', filename: `${words.word()}.txt`, url: address(words), size: 3 })),
  someFutureFieldType: (words) => ({ [words.word()]: words.word() }),
};

export function randomAirtable(words: PlantedWords): string {
  const table = () => {
    const fields = ['singleLineText', ...words.some(1, 8, () => words.one(Object.keys(AIRTABLE)))].map((type) => ({
      ...{ id: `fld${words.all.length}`, name: words.word(), description: sometimes(words, () => words.words()) },
      ...{ type, options: {} },
    }));
    const choice = { name: words.word(), type: 'singleSelect', choices: [{ name: words.word(), color: 'blueLight2' }] };
    const select = { id: `fld${words.all.length}`, name: choice.name, type: choice.type, options: choice };
    const kinds = ['grid', 'kanban', 'calendar', 'gallery', 'form', 'gantt'];
    return {
      ...{
        id: `tbl${words.all.length}`,
        name: words.words(),
        primaryFieldId: fields[0]?.id,
        fields: [...fields, select],
      },
      description: sometimes(words, () => words.words()),
      views: words.some(1, 3, () => ({ id: `viw${words.all.length}`, name: words.words(), type: words.one(kinds) })),
    };
  };
  const tables = words.some(1, 2, table);
  const recordsOf = ({ fields }: (typeof tables)[number]) => ({
    records: words.some(0, 3, () => ({
      ...{ id: `rec${words.all.length}`, createdTime: WHEN },
      fields: Object.fromEntries(
        fields.flatMap(({ name, type }) => (AIRTABLE[type] ? [[name, AIRTABLE[type]?.(words)]] : [])),
      ),
    })),
  });
  const records = Object.fromEntries(tables.map((one) => [one.id, recordsOf(one)]));
  return JSON.stringify({
    baseId: 'app1',
    baseName: sometimes(words, () => words.words()),
    schema: { tables },
    records,
  });
}
