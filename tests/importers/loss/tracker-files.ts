// Random tables and XML of trackers of issues, every part of which says a planted word.
import type { PlantedWords } from './planted-words.ts';

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A table whose columns are known to a tracker by these names, and one more. */
function tableOf(words: PlantedWords, columns: Record<string, () => string>): string {
  const cells = { ...columns, [words.word()]: () => words.words() };
  const rows = words.some(1, 4, () =>
    Object.values(cells)
      .map((cell) => quoted(cell()))
      .join(','),
  );
  return [Object.keys(cells).join(','), ...rows].join('\n');
}

const keyOf = (words: PlantedWords) => (): string => `A-${words.all.length}`;
const longText = (words: PlantedWords) => (): string =>
  [...words.some(1, 3, () => words.words()), `https://example.org/${words.word()}`].join('\n');

export const randomJiraTable = (words: PlantedWords): string =>
  tableOf(words, {
    ...{ Summary: () => words.words(), 'Issue key': keyOf(words), Status: () => words.word() },
    ...{
      Description: longText(words),
      Labels: () => words.word(),
      Comment: () => `02/Jan/26 10:00 AM;ann;${words.words()}`,
    },
    ...{
      Sprint: () => words.word(),
      Attachment: () => `02/Jan/26 10:00 AM;ann;${words.word()}.txt;https://example.org/${words.word()}`,
    },
    ...{ 'Custom field (Crew)': () => words.word(), Reporter: () => words.word(), 'Fix Version/s': () => words.word() },
  });

export const randomAsanaTable = (words: PlantedWords): string =>
  tableOf(words, {
    ...{
      'Task ID': keyOf(words),
      'Created At': () => '2026-01-02',
      'Completed At': () => '',
      Name: () => words.words(),
    },
    ...{ 'Section/Column': () => words.word(), Assignee: () => words.word(), Tags: () => words.word() },
    ...{ Notes: longText(words), Projects: () => words.word(), 'Blocked By (Dependencies)': () => words.word() },
  });

export const randomLinearTable = (words: PlantedWords): string =>
  tableOf(words, {
    ...{ ID: keyOf(words), Team: () => words.word(), Title: () => words.words(), Description: longText(words) },
    ...{ Status: () => words.word(), Priority: () => words.word(), Labels: () => words.word() },
    ...{
      'Project Milestone': () => words.word(),
      'Cycle Name': () => words.word(),
      Roadmaps: () => words.word(),
      Estimate: () => '2',
    },
  });

export const randomTodoistTable = (words: PlantedWords): string => {
  const task = (): string =>
    `task,${words.words()} @${words.word()},${quoted(longText(words)())},4,${1 + words.below(3)},${words.word()},,,en,UTC`;
  const note = (): string => `note,${words.words()},,,,${words.word()},,,,`;
  const section = (): string => `section,${words.words()},,,,,,,,`;
  const head = 'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE';
  return [head, task(), ...words.some(1, 5, () => words.one([task, note, section])())].join('\n');
};

export const randomClickUp = (words: PlantedWords): string =>
  tableOf(words, {
    ...{
      'Task Type': () => 'Task',
      'Task ID': keyOf(words),
      'Task Name': () => words.words(),
      'Task Content': longText(words),
    },
    ...{
      Status: () => words.word(),
      'Date Created': () => '1709280000000',
      Assignees: () => `[${words.word()},${words.word()}]`,
    },
    ...{ Tags: () => `[${words.word()}]`, Priority: () => words.one(['1', 'null']), 'List Name': () => words.word() },
    Attachments: () => JSON.stringify([{ title: words.word(), url: `https://example.org/${words.word()}` }]),
    Checklists: () =>
      JSON.stringify({
        [words.word()]: words.some(0, 3, () => {
          const { word, isDone } = words.task();
          return words.one([{ name: word, resolved: isDone, assignee: { username: words.word() } }]);
        }),
      }),
    Comments: () =>
      JSON.stringify(words.some(0, 2, () => ({ text: words.words(), by: `${words.word()}@example.org` }))),
    'Assigned Comments': () => JSON.stringify([{ text: words.words(), by: words.word(), assigned: words.word() }]),
  });

export const randomAsana = (words: PlantedWords): string => {
  const named = () => ({ gid: `${words.all.length}`, name: words.word() });
  const task = (depth: number): object => ({
    ...{ gid: `${words.all.length}`, resource_type: 'task', name: words.words(), completed: words.random() < 0.5 },
    ...(words.random() < 0.5
      ? { notes: longText(words)() }
      : {
          html_notes: `<body><strong>${words.word()}</strong> <a href="https://example.org/${words.word()}">${words.words()}</a><ul><li>${words.word()}</li></ul></body>`,
        }),
    ...{ assignee: named(), followers: [named()], tags: [named()], projects: [named()] },
    memberships: [{ project: named(), section: named() }],
    custom_fields: [
      { ...named(), text_value: words.words() },
      { ...named(), multi_enum_values: [named(), named()] },
      { ...named(), people_value: [named()] },
    ],
    attachments: words.some(0, 2, () => ({ name: words.word(), permanent_url: `https://example.org/${words.word()}` })),
    stories: [{ type: 'comment', text: words.words(), created_by: named() }],
    subtasks: depth > 0 ? words.some(0, 2, () => task(depth - 1)) : [],
  });
  return JSON.stringify({ data: words.some(1, 3, () => task(1)) });
};

export function randomJiraXml(words: PlantedWords): string {
  const markup = (): string =>
    `&lt;p&gt;${words.words()} &lt;a href="https://example.org/${words.word()}"&gt;${words.word()}&lt;/a&gt;&lt;/p&gt;`;
  const custom = (): string =>
    `<customfield id="c${words.all.length}"><customfieldname>${words.word()}</customfieldname><customfieldvalues><customfieldvalue>${words.words()}</customfieldvalue></customfieldvalues></customfield>`;
  const linked = (): string =>
    `<issuelinktype id="1"><name>Blocks</name><outwardlinks description="${words.word()}"><issuelink><issuekey>${words.word()}</issuekey></issuelink></outwardlinks></issuelinktype>`;
  const issue = (): string =>
    [
      `<item><title>[A-1] x</title><link>https://example.org/${words.word()}</link><project id="1" key="A">${words.word()}</project>`,
      `<description>${markup()}</description><environment>${words.word()}</environment><key id="1">A-${words.all.length}</key>`,
      `<summary>${words.words()}</summary><type>${words.word()}</type><priority>${words.word()}</priority><status>${words.word()}</status>`,
      `<resolution>${words.word()}</resolution><assignee username="a">${words.word()}</assignee><reporter>${words.word()}</reporter>`,
      `<labels><label>${words.word()}</label></labels><version>${words.word()}</version><fixVersion>${words.word()}</fixVersion><component>${words.word()}</component>`,
      `<timeoriginalestimate seconds="60">${words.word()}</timeoriginalestimate><parent id="9">${words.word()}</parent>`,
      `<comments><comment author="${words.word()}" rolelevel="${words.word()}">${markup()}</comment></comments>`,
      `<attachments><attachment id="${words.all.length}" name="${words.word()}.txt" author="x"/></attachments>`,
      `<subtasks><subtask id="3">${words.word()}</subtask></subtasks><issuelinks>${linked()}</issuelinks>`,
      `<customfields>${custom()}${custom()}</customfields></item>`,
    ].join('');
  return `<rss version="0.92"><channel><title>x</title>${words.some(1, 3, issue).join('')}</channel></rss>`;
}
