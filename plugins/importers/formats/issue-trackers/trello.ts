// A board of Trello as it exports itself: cards with their lists, people, checklists, attachments and own fields.
import type { CommentItem, PropertyItem } from '../../contract.ts';
import { isFields, type JsonFields } from '../json/generic.ts';
import { COMMON, type IssueBoard, type TrackerIssue } from './issue-database.ts';
import { attachmentLine, column, fieldName, fieldText, instantFromSeconds, list } from './issue-fields.ts';

export const isTrello = (value: unknown): value is JsonFields =>
  isFields(value) && Array.isArray(value.cards) && Array.isArray(value.lists);

/** What cards name by id. */
interface Around {
  stacks: Map<string, string>;
  /** ids of lists that were put away with all their cards */
  closed: Set<string>;
  people: Map<string, string>;
  checklists: Map<string, JsonFields[]>;
  said: Map<string, JsonFields[]>;
  fields: Map<string, JsonFields>;
}

/** @param id and title of what exports leave out when a script wrote them */
export function trelloBoard(id: string, title: string, board: JsonFields): IssueBoard {
  const around: Around = {
    stacks: new Map(list(board.lists).map((one) => [fieldText(one.id), fieldText(one.name)])),
    closed: new Set(list(board.lists).flatMap((one) => (one.closed === true ? [fieldText(one.id)] : []))),
    people: new Map(list(board.members).map((one) => [fieldText(one.id), fieldText(one.fullName ?? one.username)])),
    checklists: Map.groupBy(list(board.checklists), (one) => fieldText(one.idCard)),
    said: Map.groupBy(
      list(board.actions).filter(({ type }) => type === 'commentCard' || type === 'copyCommentCard'),
      ({ data }) => (isFields(data) && isFields(data.card) ? fieldText(data.card.id) : ''),
    ),
    fields: new Map(list(board.customFields).map((one) => [fieldText(one.id), one])),
  };
  const more: PropertyItem[] = [
    { id: 'start', name: 'Start', type: 'date' },
    { id: 'location', name: 'Location', type: 'text' },
    { id: 'archived', name: 'Archived', type: 'checkbox' },
    { id: 'votes', name: 'Votes', type: 'number' },
  ];
  const own = [...around.fields].map(([field, { name }]) => ({ id: `field-${field}`, name: fieldText(name) }));
  const description = fieldText(board.desc);
  return {
    ...{ id: fieldText(board.id) || id, title: fieldText(board.name) || title, column: 'column' },
    properties: [column([...around.stacks.values()].map((name) => ({ name }))), ...COMMON, ...more, ...own],
    issues: list(board.cards).map((card) => cardOf(card, around)),
    ...(description && { description }),
  };
}

function cardOf(card: JsonFields, { stacks, closed, people, checklists, said, fields }: Around): TrackerIssue {
  const id = fieldText(card.id);
  const attachments = list(card.attachments);
  const absent = attachments.filter(({ url }) => !fieldText(url)).length;
  const created = trelloTime(id);
  return {
    id,
    title: fieldText(card.name),
    values: {
      column: stacks.get(fieldText(card.idList)),
      labels: list(card.labels).map((one) => fieldText(one.name) || fieldText(one.color)),
      assignee: (Array.isArray(card.idMembers) ? card.idMembers : []).map(
        (one) => people.get(fieldText(one)) ?? fieldText(one),
      ),
      ...{
        due: card.due,
        status: card.dueComplete ? 'Done' : '',
        url: card.shortUrl ?? card.url,
        archived: card.closed === true || closed.has(fieldText(card.idList)),
      },
      ...{ start: card.start, location: placeOf(card), votes: votesOf(card) || undefined },
      ...Object.fromEntries(
        list(card.customFieldItems).map((item) => [`field-${fieldText(item.idCustomField)}`, ownValue(item, fields)]),
      ),
    },
    markdown: [
      fieldText(card.desc),
      ...(checklists.get(id) ?? []).map((one) => checklist(one, people)),
      attachments.map(attachment).join('\n'),
      votersLine(card, people),
    ]
      .filter(Boolean)
      .join('\n\n'),
    comments: (said.get(id) ?? []).map(commentOf).reverse(),
    ...(created && { created }),
    ...(fieldText(card.dateLastActivity) && { updated: fieldText(card.dateLastActivity) }),
    unsupported: {
      ...{ ...(absent && { missing_file: absent }), ...(hasCover(card) && { cover: 1 }) },
      ...countOf('sticker', list(card.stickers).length),
      ...countOf('plugin_data', list(card.pluginData).length),
      ...countOf('due_reminder', typeof card.dueReminder === 'number' && card.dueReminder >= 0 ? 1 : 0),
    },
  };
}

const countOf = (kind: string, times: number): Record<string, number> => (times ? { [kind]: times } : {});

/** A place that has no address is said by where it lies. */
function placeOf({ locationName, address, coordinates }: JsonFields): string {
  const { latitude = '', longitude = '' } = isFields(coordinates) ? coordinates : {};
  const said = [locationName, address].map(fieldText).filter(Boolean).join(', ');
  return said || [latitude, longitude].map(String).filter(Boolean).join(', ');
}

const votersOf = ({ idMembersVoted }: JsonFields): unknown[] => (Array.isArray(idMembersVoted) ? idMembersVoted : []);

/** Exports of boards with many cards say only how many there are. */
const votesOf = (card: JsonFields): number =>
  votersOf(card).length || (isFields(card.badges) && Number(card.badges.votes)) || 0;

function votersLine(card: JsonFields, people: Around['people']): string {
  const names = votersOf(card).flatMap((one) => people.get(fieldText(one)) ?? []);
  return names.length ? `Votes: ${names.join(', ')}` : '';
}

/** Ids of the service begin with the second in which they were made. */
function trelloTime(id: string): string {
  return /^[0-9a-f]{24}$/i.test(id) ? instantFromSeconds(Number.parseInt(id.slice(0, 8), 16)) : '';
}

/** Choices are named by id, all else is a text under the name of its kind. */
function ownValue({ idCustomField, idValue, value }: JsonFields, fields: Around['fields']): unknown {
  const choice = list(fields.get(fieldText(idCustomField))?.options).find(({ id }) => idValue && id === idValue);
  const [said] = Object.values(isFields(choice?.value) ? choice.value : isFields(value) ? value : {});
  return said;
}

function checklist(one: JsonFields, people: Around['people']): string {
  const items = list(one.checkItems).map((item) => {
    const person = people.get(fieldText(item.idMember)) ?? '';
    const words = `${fieldText(item.name)}${dayAfter(fieldText(item.due))}${person && ` – ${person}`}`;
    return `- [${item.state === 'complete' ? 'x' : ' '}] ${words}`;
  });
  return `### ${fieldText(one.name)}\n\n${items.join('\n')}`;
}

/** When an item of a checklist is due. */
const dayAfter = (due: string): string => (/^\d{4}-\d\d-\d\d/.test(due) ? ` (${due.slice(0, 10)})` : '');

const attachment = ({ name, fileName, url }: JsonFields): string =>
  attachmentLine(fieldText(name) || fieldText(fileName), fieldText(url));

const hasCover = ({ cover, idAttachmentCover }: JsonFields): boolean =>
  Boolean(idAttachmentCover) ||
  (isFields(cover) &&
    Boolean(cover.idAttachment || cover.color || cover.idUploadedBackground || cover.sharedSourceUrl));

const commentOf = (action: JsonFields): CommentItem => ({
  text: isFields(action.data) ? fieldText(action.data.text) : '',
  author: fieldName(action.memberCreator),
  created: fieldText(action.date),
});
