// A board of Trello as it exports itself: cards with their lists, people, checklists, attachments and own fields.
import type { CommentItem, PropertyItem } from '../../contract.ts';
import { type Fields, isFields } from '../json/generic.ts';
import { type Board, COMMON, type Issue } from './issue-database.ts';
import { attachmentLine, column, instant, list, nameIn, text } from './kanban-boards.ts';

export const isTrello = (value: unknown): value is Fields =>
  isFields(value) && Array.isArray(value.cards) && Array.isArray(value.lists);

/** What cards name by id. */
interface Around {
  stacks: Map<string, string>;
  people: Map<string, string>;
  checklists: Map<string, Fields[]>;
  said: Map<string, Fields[]>;
  fields: Map<string, Fields>;
}

/** @param id and title of what exports leave out when a script wrote them */
export function trelloBoard(id: string, title: string, board: Fields): Board {
  const around: Around = {
    stacks: new Map(list(board.lists).map((one) => [text(one.id), text(one.name)])),
    people: new Map(list(board.members).map((one) => [text(one.id), text(one.fullName ?? one.username)])),
    checklists: Map.groupBy(list(board.checklists), (one) => text(one.idCard)),
    said: Map.groupBy(
      list(board.actions).filter(({ type }) => type === 'commentCard'),
      ({ data }) => (isFields(data) && isFields(data.card) ? text(data.card.id) : ''),
    ),
    fields: new Map(list(board.customFields).map((one) => [text(one.id), one])),
  };
  const archived: PropertyItem = { id: 'archived', name: 'Archived', type: 'checkbox' };
  const own = [...around.fields].map(([field, { name }]) => ({ id: `field-${field}`, name: text(name) }));
  const description = text(board.desc);
  return {
    ...{ id: text(board.id) || id, title: text(board.name) || title, column: 'column' },
    properties: [column([...around.stacks.values()].map((name) => ({ name }))), ...COMMON, archived, ...own],
    issues: list(board.cards).map((card) => cardOf(card, around)),
    ...(description && { description }),
  };
}

function cardOf(card: Fields, { stacks, people, checklists, said, fields }: Around): Issue {
  const id = text(card.id);
  const attachments = list(card.attachments);
  const absent = attachments.filter(({ url }) => !text(url)).length;
  const created = trelloTime(id);
  return {
    id,
    title: text(card.name),
    values: {
      column: stacks.get(text(card.idList)),
      labels: list(card.labels).map((one) => text(one.name) || text(one.color)),
      assignee: (Array.isArray(card.idMembers) ? card.idMembers : []).map((one) => people.get(text(one)) ?? text(one)),
      ...{ due: card.due, status: card.dueComplete ? 'Done' : '', url: card.shortUrl, archived: card.closed === true },
      ...Object.fromEntries(
        list(card.customFieldItems).map((item) => [`field-${text(item.idCustomField)}`, ownValue(item, fields)]),
      ),
    },
    markdown: [text(card.desc), ...(checklists.get(id) ?? []).map(checklist), attachments.map(attachment).join('\n')]
      .filter(Boolean)
      .join('\n\n'),
    comments: (said.get(id) ?? []).map(commentOf).reverse(),
    ...(created && { created }),
    ...(text(card.dateLastActivity) && { updated: text(card.dateLastActivity) }),
    unsupported: { ...(absent && { missing_file: absent }), ...(hasCover(card) && { cover: 1 }) },
  };
}

/** Ids of the service begin with the second in which they were made. */
function trelloTime(id: string): string {
  return /^[0-9a-f]{24}$/i.test(id) ? instant(Number.parseInt(id.slice(0, 8), 16)) : '';
}

/** Choices are named by id, all else is a text under the name of its kind. */
function ownValue({ idCustomField, idValue, value }: Fields, fields: Around['fields']): unknown {
  const choice = list(fields.get(text(idCustomField))?.options).find(({ id }) => idValue && id === idValue);
  const [said] = Object.values(isFields(choice?.value) ? choice.value : isFields(value) ? value : {});
  return said;
}

function checklist(one: Fields): string {
  const items = list(one.checkItems).map((item) => `- [${item.state === 'complete' ? 'x' : ' '}] ${text(item.name)}`);
  return `### ${text(one.name)}\n\n${items.join('\n')}`;
}

const attachment = ({ name, fileName, url }: Fields): string => attachmentLine(text(name) || text(fileName), text(url));

const hasCover = ({ cover, idAttachmentCover }: Fields): boolean =>
  Boolean(idAttachmentCover) ||
  (isFields(cover) &&
    Boolean(cover.idAttachment || cover.color || cover.idUploadedBackground || cover.sharedSourceUrl));

const commentOf = (action: Fields): CommentItem => ({
  text: isFields(action.data) ? text(action.data.text) : '',
  author: nameIn(action.memberCreator),
  created: text(action.date),
});
