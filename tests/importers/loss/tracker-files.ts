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
