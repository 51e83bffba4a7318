// Boards and projects: Trello, Nextcloud Deck and Redmine, as they export themselves.
import type { CommentItem } from '../contract.ts';
import { type Fields, isFields } from '../json/generic.ts';
import { type Board, COMMON, type Issue } from './issue-database.ts';

const list = (value: unknown): Fields[] =>
  (Array.isArray(value) ? value : isFields(value) ? Object.values(value) : []).filter(isFields);
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const nameIn = (value: unknown): string =>
  isFields(value) ? text(value.name ?? value.fullName ?? value.displayname) : '';
const instant = (seconds: unknown): string => (seconds ? new Date(Number(seconds) * 1000).toISOString() : '');

const column = (stacks: { name: string }[]) => ({
  ...{ id: 'column', name: 'Column', type: 'select' as const },
  options: stacks.map(({ name }) => ({ name })),
});

export const isTrello = (value: unknown): value is Fields =>
  isFields(value) && Array.isArray(value.cards) && Array.isArray(value.lists);

export function trelloBoard(board: Fields): Board {
  const stacks = new Map(list(board.lists).map((one) => [text(one.id), text(one.name)]));
  const people = new Map(list(board.members).map((one) => [text(one.id), text(one.fullName ?? one.username)]));
  const checklists = Map.groupBy(list(board.checklists), (one) => text(one.idCard));
  const said = Map.groupBy(
    list(board.actions).filter(({ type }) => type === 'commentCard'),
    ({ data }) => (isFields(data) && isFields(data.card) ? text(data.card.id) : ''),
  );
  const issues = list(board.cards).map((card): Issue => {
    const attachments = list(card.attachments);
    const created = trelloTime(text(card.id));
    return {
      id: text(card.id),
      title: text(card.name),
      values: {
        ...{
          column: stacks.get(text(card.idList)),
          labels: list(card.labels).map((one) => text(one.name ?? one.color)),
        },
        assignee: (Array.isArray(card.idMembers) ? card.idMembers : []).map((id) => people.get(text(id)) ?? text(id)),
        ...{
          due: card.due,
          status: card.dueComplete ? 'Done' : '',
          url: card.shortUrl,
          archived: card.closed === true,
        },
      },
      markdown: [text(card.desc), ...(checklists.get(text(card.id)) ?? []).map(checklist), ...linksOf(attachments)]
        .filter(Boolean)
        .join('\n\n'),
      comments: (said.get(text(card.id)) ?? []).map(trelloComment).reverse(),
      ...(created && { created }),
      ...(text(card.dateLastActivity) && { updated: text(card.dateLastActivity) }),
    };
  });
  const properties = [column([...stacks.values()].map((name) => ({ name }))), ...COMMON];
  const archived = { id: 'archived', name: 'Archived', type: 'checkbox' as const };
  const description = text(board.desc);
  return {
    ...{ id: text(board.id), title: text(board.name), properties: [...properties, archived], issues, column: 'column' },
    ...(description && { description }),
  };
}

/** Ids of the service begin with the second in which they were made. */
function trelloTime(id: string): string {
  return /^[0-9a-f]{24}$/i.test(id) ? instant(Number.parseInt(id.slice(0, 8), 16)) : '';
}

function checklist(one: Fields): string {
  const items = list(one.checkItems).map((item) => `- [${item.state === 'complete' ? 'x' : ' '}] ${text(item.name)}`);
  return `### ${text(one.name)}\n\n${items.join('\n')}`;
}

const linksOf = (attachments: Fields[]): string[] =>
  attachments.map(({ name, url }) => `- [${text(name).replace(/[[\]]/g, '')}](${encodeURI(text(url))})`);

const trelloComment = (action: Fields): CommentItem => ({
  text: isFields(action.data) ? text(action.data.text) : '',
  author: nameIn(action.memberCreator),
  created: text(action.date),
});

export const isDeck = (value: unknown): value is Fields =>
  isFields(value) && list(value.boards).some(({ stacks }) => isFields(stacks) || Array.isArray(stacks));

export function deckBoards(value: Fields): Board[] {
  return list(value.boards).map((board) => {
    const stacks = list(board.stacks).map((stack) => ({ name: text(stack.title), cards: list(stack.cards) }));
    return {
      ...{ id: `board-${text(board.id)}`, title: text(board.title), column: 'column' },
      properties: [column(stacks), ...COMMON],
      issues: stacks.flatMap(({ name, cards }) => cards.map((card) => deckCard(name, card))),
    };
  });
}

function deckCard(stack: string, card: Fields): Issue {
  const comments = list(card.comments).map((one) => ({
    ...{ text: text(one.message), author: text(one.actorDisplayName), created: text(one.creationDateTime) },
  }));
  return {
    id: text(card.id),
    title: text(card.title),
    values: {
      ...{
        column: stack,
        labels: list(card.labels).map((one) => text(one.title)),
        due: card.duedate,
        closed: card.done,
      },
      assignee: list(card.assignedUsers).map((one) => nameIn(one.participant)),
    },
    ...{ markdown: text(card.description), comments },
    ...(card.createdAt ? { created: instant(card.createdAt) } : {}),
    ...(card.lastModified ? { updated: instant(card.lastModified) } : {}),
  };
}

export const isRedmine = (value: unknown): value is Fields =>
  isFields(value) && list(value.issues).some((one) => 'subject' in one && 'tracker' in one);

export function redmineBoard(id: string, title: string, value: Fields): Board {
  const own = new Map<string, { id: string; name: string }>();
  const issues = list(value.issues).map((issue): Issue => {
    const fields = list(issue.custom_fields).map((one) => [text(one.id), text(one.name), one.value] as const);
    for (const [field, name] of fields) own.set(`field-${field}`, { id: `field-${field}`, name });
    const journals = list(issue.journals).filter(({ notes }) => text(notes));
    return {
      id: text(issue.id),
      title: text(issue.subject),
      values: {
        ...{ key: `#${text(issue.id)}`, type: nameIn(issue.tracker), status: nameIn(issue.status) },
        ...{ priority: nameIn(issue.priority), assignee: [nameIn(issue.assigned_to)].filter(Boolean) },
        ...{ reporter: nameIn(issue.author), milestone: nameIn(issue.fixed_version), due: issue.due_date },
        ...{ created: issue.created_on, closed: issue.closed_on },
        ...Object.fromEntries(fields.map(([field, , inner]) => [`field-${field}`, inner])),
      },
      markdown: text(issue.description),
      comments: journals.map((one) => ({
        ...{ text: text(one.notes), author: nameIn(one.user), created: text(one.created_on) },
      })),
      created: text(issue.created_on),
      updated: text(issue.updated_on),
    };
  });
  return { id, title, properties: [...COMMON, ...own.values()], issues };
}
