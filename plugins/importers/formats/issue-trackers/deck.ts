// Boards of Nextcloud Deck, as it exports them.
import { isFields, type JsonFields } from '../json/generic.ts';
import { COMMON, type IssueBoard, type TrackerIssue } from './issue-database.ts';
import { attachmentLine, column, fieldName, fieldText, instantFromSeconds, list } from './issue-fields.ts';

export const isDeck = (value: unknown): value is JsonFields =>
  isFields(value) && list(value.boards).some(({ stacks }) => isFields(stacks) || Array.isArray(stacks));

const labelNames = (all: unknown): string[] => list(all).map((one) => fieldText(one.title));

export function deckBoards(value: JsonFields): IssueBoard[] {
  return list(value.boards).map((board) => {
    const stacks = list(board.stacks).map((stack) => ({ name: fieldText(stack.title), cards: list(stack.cards) }));
    const options = labelNames(board.labels).map((name) => ({ name }));
    const common = COMMON.map((one) => (one.id === 'labels' && options.length ? { ...one, options } : one));
    return {
      ...{ id: `board-${fieldText(board.id)}`, title: fieldText(board.title), column: 'column' },
      properties: [
        ...[column(stacks), ...common, { id: 'start', name: 'Start', type: 'date' as const }],
        { id: 'archived', name: 'Archived', type: 'checkbox' as const },
      ],
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
  const files = list(card.attachments).map(({ data }) => fieldText(data));
  return {
    id: fieldText(card.id),
    title: fieldText(card.title),
    values: {
      ...{ column: stack, labels: labelNames(card.labels), start: card.startdate, due: card.duedate },
      ...{ closed: card.done, reporter: fieldName(card.owner), archived: card.archived === true || undefined },
      assignee: list(card.assignedUsers).map((one) => fieldName(one.participant)),
    },
    markdown: [fieldText(card.description), files.map((name) => attachmentLine(name, '')).join('\n')]
      .filter(Boolean)
      .join('\n\n'),
    comments,
    ...(card.createdAt ? { created: instantFromSeconds(card.createdAt) } : {}),
    ...(card.lastModified ? { updated: instantFromSeconds(card.lastModified) } : {}),
    ...(files.length && { unsupported: { missing_file: files.length } }),
  };
}
