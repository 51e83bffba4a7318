// Boards and projects: Nextcloud Deck and Redmine, as they export themselves.
import { isFields, type JsonFields } from '../json/generic.ts';
import { COMMON, type IssueBoard, type TrackerIssue } from './issue-database.ts';

export const list = (value: unknown): JsonFields[] =>
  (Array.isArray(value) ? value : isFields(value) ? Object.values(value) : []).filter(isFields);
export const fieldText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
export const fieldName = (value: unknown): string =>
  isFields(value) ? fieldText(value.name ?? value.fullName ?? value.displayname) : '';
export const instantFromSeconds = (seconds: unknown): string =>
  seconds ? new Date(Number(seconds) * 1000).toISOString() : '';

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

export const isDeck = (value: unknown): value is JsonFields =>
  isFields(value) && list(value.boards).some(({ stacks }) => isFields(stacks) || Array.isArray(stacks));

export function deckBoards(value: JsonFields): IssueBoard[] {
  return list(value.boards).map((board) => {
    const stacks = list(board.stacks).map((stack) => ({ name: fieldText(stack.title), cards: list(stack.cards) }));
    return {
      ...{ id: `board-${fieldText(board.id)}`, title: fieldText(board.title), column: 'column' },
      properties: [column(stacks), ...COMMON],
      issues: stacks.flatMap(({ name, cards }) => cards.map((card) => deckCard(name, card))),
    };
  });
}

function deckCard(stack: string, card: JsonFields): TrackerIssue {
  const comments = list(card.comments).map((one) => ({
    ...{
      text: fieldText(one.message),
      author: fieldText(one.actorDisplayName),
      created: fieldText(one.creationDateTime),
    },
  }));
  return {
    id: fieldText(card.id),
    title: fieldText(card.title),
    values: {
      ...{
        column: stack,
        labels: list(card.labels).map((one) => fieldText(one.title)),
        due: card.duedate,
        closed: card.done,
      },
      assignee: list(card.assignedUsers).map((one) => fieldName(one.participant)),
    },
    ...{ markdown: fieldText(card.description), comments },
    ...(card.createdAt ? { created: instantFromSeconds(card.createdAt) } : {}),
    ...(card.lastModified ? { updated: instantFromSeconds(card.lastModified) } : {}),
  };
}

export const isRedmine = (value: unknown): value is JsonFields =>
  isFields(value) && list(value.issues).some((one) => 'subject' in one && 'tracker' in one);

export function redmineBoard(id: string, title: string, value: JsonFields): IssueBoard {
  const own = new Map<string, { id: string; name: string }>();
  const issues = list(value.issues).map((issue): TrackerIssue => {
    const fields = list(issue.custom_fields).map((one) => [fieldText(one.id), fieldText(one.name), one.value] as const);
    for (const [field, name] of fields) own.set(`field-${field}`, { id: `field-${field}`, name });
    const journals = list(issue.journals).filter(({ notes }) => fieldText(notes));
    return {
      id: fieldText(issue.id),
      title: fieldText(issue.subject),
      values: {
        ...{ key: `#${fieldText(issue.id)}`, type: fieldName(issue.tracker), status: fieldName(issue.status) },
        ...{ priority: fieldName(issue.priority), assignee: [fieldName(issue.assigned_to)].filter(Boolean) },
        ...{ reporter: fieldName(issue.author), milestone: fieldName(issue.fixed_version), due: issue.due_date },
        ...{ created: issue.created_on, closed: issue.closed_on },
        ...Object.fromEntries(fields.map(([field, , inner]) => [`field-${field}`, inner])),
      },
      markdown: fieldText(issue.description),
      comments: journals.map((one) => ({
        ...{ text: fieldText(one.notes), author: fieldName(one.user), created: fieldText(one.created_on) },
      })),
      created: fieldText(issue.created_on),
      updated: fieldText(issue.updated_on),
    };
  });
  return { id, title, properties: [...COMMON, ...own.values()], issues };
}
