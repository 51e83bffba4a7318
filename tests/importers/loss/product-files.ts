// Random files of boards, trackers, calendars, wikis and word processors, every part of which says a planted word.
import { type BookForm, type SheetWritten, workbookOf } from '../tables/workbooks.ts';
import { blockHtml, markdownBody } from './markup.ts';
import type { PlantedWords } from './planted-words.ts';

export function randomTrello(words: PlantedWords): string {
  const lists = words.some(1, 2, () => ({ id: `l${words.all.length}`, name: words.words(), closed: false, pos: 1 }));
  const checklists: object[] = [];
  const actions: object[] = [];
  const labels = words.some(1, 2, () => ({ id: `la${words.all.length}`, name: words.word(), color: 'red' }));
  const cards = words.some(1, 3, () => {
    const card = `k${words.all.length}`;
    const list = `c${words.all.length}`;
    checklists.push({
      ...{ id: list, idCard: card, name: words.words() },
      checkItems: words.some(0, 3, () => {
        const { word, isDone } = words.task();
        return { id: word, name: word, state: isDone ? 'complete' : 'incomplete', pos: 1 };
      }),
    });
    actions.push({
      ...{ id: `a${words.all.length}`, type: 'commentCard', date: '2026-01-02T10:00:00.000Z' },
      memberCreator: { fullName: words.word() },
      data: { text: words.words(), card: { id: card } },
    });
    const attachment = () => ({ name: words.word(), url: `https://example.org/${words.word()}` });
    return {
      ...{
        id: card,
        name: words.words(),
        desc: markdownBody(words),
        idList: words.one(lists).id,
        idLabels: labels.map((one) => one.id),
      },
      ...{
        labels,
        idMembers: [],
        due: null,
        closed: words.random() < 0.2,
        pos: 1,
        url: `https://trello.com/c/${words.word()}`,
      },
      ...{
        idChecklists: [list],
        attachments: words.some(0, 2, attachment),
        locationName: words.word(),
        address: words.word(),
      },
    };
  });
  return JSON.stringify({
    id: 'b',
    name: words.words(),
    desc: words.words(),
    lists,
    labels,
    cards,
    checklists,
    actions,
    members: [],
  });
}

export const randomIssues = (words: PlantedWords): string =>
  JSON.stringify(
    words.some(1, 3, () => ({
      ...{
        number: words.all.length,
        title: words.words(),
        body: markdownBody(words),
        state: words.one(['open', 'closed']),
      },
      ...{ html_url: `https://github.com/a/b/issues/${words.word()}`, user: { login: words.word() } },
      ...{
        labels: words.some(0, 2, () => ({ name: words.word() })),
        assignees: words.some(0, 2, () => ({ login: words.word() })),
      },
      ...{ milestone: { title: words.word() }, created_at: '2026-01-02T10:00:00Z', comments: 0 },
    })),
  );

export const randomJson = (words: PlantedWords): string => {
  const value = (depth: number): unknown =>
    words.one([
      () => words.words(),
      () => words.words(),
      () => words.some(0, 2, () => words.word()),
      () => (depth > 0 ? { [words.word()]: value(depth - 1), a: value(depth - 1) } : words.word()),
      () => (depth > 0 ? [{ a: value(depth - 1) }, value(depth - 1)] : words.word()),
    ])();
  const keys = words.some(1, 4, () => words.word());
  return JSON.stringify(words.some(1, 4, () => Object.fromEntries(keys.map((key) => [key, value(2)]))));
};

export const randomEvent = (words: PlantedWords): string =>
  [
    'BEGIN:VEVENT',
    `UID:${words.all.length}@example.org`,
    'DTSTART:20260102T100000Z',
    'DTEND:20260102T110000Z',
    `SUMMARY:${words.words()}`,
    `DESCRIPTION:${words.words()}\\n${words.word()}`,
    `LOCATION:${words.word()}\\, ${words.word()}`,
    `URL:https://example.org/${words.word()}`,
    `ORGANIZER;CN=${words.word()}:mailto:${words.word()}@example.org`,
    ...words.some(0, 6, () =>
      words.one([
        () => `CATEGORIES:${words.word()},${words.word()}`,
        () => `ATTENDEE;CN=${words.word()}:mailto:${words.word()}@example.org`,
        () => `COMMENT:${words.words()}`,
        () => `CONTACT:${words.words()}`,
        () => `ATTACH:https://example.org/${words.word()}`,
        () => `CONFERENCE;VALUE=URI:https://example.org/${words.word()}`,
        () => `LINK;LABEL=${words.word()};VALUE=URI:https://example.org/${words.word()}`,
        () =>
          `BEGIN:VALARM\r\nACTION:EMAIL\r\nTRIGGER:-PT10M\r\nSUMMARY:${words.words()}\r\nDESCRIPTION:${words.words()}\r\nATTENDEE:mailto:${words.word()}@example.org\r\nATTACH:https://example.org/${words.word()}\r\nEND:VALARM`,
      ])(),
    ),
    'END:VEVENT',
  ].join('\r\n');

const storage = (words: PlantedWords): string =>
  words
    .some(1, 4, () =>
      words.one([
        () => blockHtml(words, 3).replace(/<(br|img|input|source)\b([^>]*)>/g, '<$1$2/>'),
        () =>
          `<ac:structured-macro ac:name="${words.one(['info', 'panel', 'expand', 'unknown'])}"><ac:parameter ac:name="title">${words.words()}</ac:parameter><ac:rich-text-body><p>${words.words()}</p></ac:rich-text-body></ac:structured-macro>`,
        () =>
          `<ac:structured-macro ac:name="status"><ac:parameter ac:name="title">${words.word()}</ac:parameter></ac:structured-macro>`,
        () =>
          `<p><ac:link><ri:page ri:content-title="${words.word()}"/><ac:link-body>${words.words()}</ac:link-body></ac:link></p>`,
        () =>
          `<ac:layout><ac:layout-section><ac:layout-cell><p>${words.words()}</p></ac:layout-cell></ac:layout-section></ac:layout>`,
        () => {
          const { word, isDone } = words.task();
          return `<ac:task-list><ac:task><ac:task-status>${isDone ? 'complete' : 'incomplete'}</ac:task-status><ac:task-body>${word}</ac:task-body></ac:task></ac:task-list>`;
        },
      ])(),
    )
    .join('');

export const randomConfluence = (
  words: PlantedWords,
): string => `<?xml version="1.0" encoding="UTF-8"?><hibernate-generic>
<object class="Space"><id name="id">1</id><property name="name"><![CDATA[Harbour]]></property><property name="key"><![CDATA[HB]]></property></object>
<object class="Page"><id name="id">10</id><property name="space" class="Space"><id name="id">1</id></property><property name="title"><![CDATA[${words.words()}]]></property><property name="contentStatus"><![CDATA[current]]></property></object>
<object class="BodyContent"><id name="id">20</id><property name="content" class="Page"><id name="id">10</id></property><property name="bodyType">2</property><property name="body"><![CDATA[${storage(words)}]]></property></object></hibernate-generic>`;

export function randomBook(words: PlantedWords, form: BookForm): Buffer {
  const sheet = () => {
    const columns = 1 + words.below(4);
    const cell = () =>
      words.one([() => words.words(), () => words.below(1000), () => `${words.word()}\n${words.word()}`, () => null])();
    const head = Array.from({ length: columns }, () => words.word());
    const row = () => [words.word(), ...Array.from({ length: Math.max(0, columns - 1 + words.below(2)) }, cell)];
    const rows = words.some(1, 5, row);
    const told: SheetWritten['cells'] =
      words.random() < 0.5 ? { A1: { c: [{ a: words.word(), t: words.words() }] } } : {};
    const linked = { A2: { l: { Target: `https://example.org/${words.word()}` } } };
    return {
      name: `Sheet ${words.all.length}`,
      rows: [head, ...rows],
      cells: { ...told, ...linked },
      hidden: words.random() < 0.2,
    };
  };
  return workbookOf(form, [{ ...sheet(), hidden: false }, ...words.some(0, 2, sheet)]);
}
