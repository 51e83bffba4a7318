// Boards and projects: Nextcloud Deck and Redmine, as they export themselves.
import { type Fields, isFields } from '../json/generic.ts';
import { type Board, COMMON, type Issue } from './issue-database.ts';

export const list = (value: unknown): Fields[] =>
  (Array.isArray(value) ? value : isFields(value) ? Object.values(value) : []).filter(isFields);
export const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
export const nameIn = (value: unknown): string =>
  isFields(value) ? text(value.name ?? value.fullName ?? value.displayname) : '';
export const instant = (seconds: unknown): string => (seconds ? new Date(Number(seconds) * 1000).toISOString() : '');

/** Words of a card as one line of Markdown in which they mean nothing but themselves. */
export const plainLine = (words: string): string => words.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#]/g, '\\$&');

/** A line of a list that leads to an attachment; one that has no address is said by its name. */
export function attachmentLine(name: string, url: string): string {
  const address = url.replace(/[<>\s]/g, encodeURIComponent);
  const words = plainLine(name || url);
  return address ? `- [${words}](<${address}>)` : `- ${words}`;
}

export const column = (stacks: { name: string }[]) => ({
  ...{ id: 'column', name: 'Column', type: 'select' as const },
  options: stacks.map(({ name }) => ({ name })),
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
