// A project of Asana as its JSON has it: tasks with their sections, people, own fields, comments, and tasks inside them.
import type { CommentItem, PropertyItem } from '../../contract.ts';
import { treeToBlocks } from '../../conversion/html/read.ts';
import { plainWords } from '../../conversion/plain-words.ts';
import { linkParagraph, textParagraph } from '../../items/plain-text.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';
import { isFields, type JsonFields } from '../json/generic.ts';
import { asanaTree } from './asana-text.ts';
import { parentsOf, STARTED } from './csv-board.ts';
import { COMMON, type IssueBoard, type TrackerIssue } from './issue-database.ts';
import { attachmentLine, fieldName, fieldText, list } from './issue-fields.ts';

/** `data` of its answers, or the list alone. */
const tasksOf = (value: unknown): JsonFields[] => {
  const all = isFields(value) ? value.data : value;
  return (Array.isArray(all) ? all : [all]).filter(
    (one): one is JsonFields => isFields(one) && typeof one.gid === 'string' && one.resource_type === 'task',
  );
};

export const isAsanaJson = (value: unknown): boolean => tasksOf(value).length > 0;

const PROPERTIES: PropertyItem[] = [
  { id: 'section', name: 'Section', type: 'select' },
  { id: 'project', name: 'Project', type: 'multi_select' },
  { id: 'followers', name: 'Followers', type: 'multi_select' },
  STARTED,
];

export function asanaJsonBoard(id: string, title: string, value: unknown): IssueBoard {
  const tops = tasksOf(value);
  const named = new Set(tops.flatMap((task) => namesIn(task.projects)));
  const all = tops.flatMap((task) => withSubtasks(task));
  const byId = new Map(all.map((one) => [fieldText(one.task.gid), one]));
  const fields = new Map(
    all.flatMap(({ task }) => list(task.custom_fields).map((field) => [fieldText(field.gid), fieldText(field.name)])),
  );
  const known = new Set(byId.keys());
  return {
    ...{ id, title: named.size === 1 ? ([...named][0] as string) : title },
    properties: [
      ...PROPERTIES,
      ...COMMON,
      ...parentsOf(id),
      ...[...fields].map(([field, name]) => ({ id: `field-${field}`, name: name || field })),
    ],
    issues: [...byId.values()].map((one) => issueOf(one, id, known)),
    ...(tops.some(({ memberships }) => list(memberships).some(({ section }) => fieldName(section))) && {
      column: 'section',
    }),
  };
}

interface AsanaTask {
  task: JsonFields;
  above?: JsonFields;
}

/** Each in front of what is inside it; those that the list names again stand in it once. */
function withSubtasks(task: JsonFields, above?: JsonFields, depth = 0): AsanaTask[] {
  const below = depth < 20 ? list(task.subtasks).flatMap((one) => withSubtasks(one, task, depth + 1)) : [];
  return [{ task, ...(above && { above }) }, ...below];
}

function issueOf({ task, above }: AsanaTask, board: string, known: ReadonlySet<string>): TrackerIssue {
  const parent = above ?? (isFields(task.parent) ? task.parent : undefined);
  const gid = fieldText(parent?.gid);
  const [created, updated] = [fieldText(task.created_at), fieldText(task.modified_at)];
  const here: TaskAddress = (one) => (known.has(one) ? sourcePathAddress(`${board}#${one}`) : undefined);
  const comments = commentsIn(task);
  const history = list(task.stories).length - comments.length;
  return {
    ...{ id: fieldText(task.gid), title: fieldText(task.name) },
    values: {
      section: list(task.memberships).map(({ section }) => fieldName(section))[0],
      project: [
        ...new Set([...namesIn(task.projects), ...list(task.memberships).map((one) => fieldName(one.project))]),
      ].filter(Boolean),
      followers: namesIn(task.followers),
      started: fieldText(task.start_at) || fieldText(task.start_on),
      type: task.resource_subtype === 'default_task' ? '' : fieldText(task.resource_subtype),
      status: task.completed === true ? 'Done' : 'Open',
      assignee: [fieldName(task.assignee)].filter(Boolean),
      reporter: fieldName(task.created_by),
      labels: namesIn(task.tags),
      due: fieldText(task.due_at) || fieldText(task.due_on),
      ...{ created, closed: fieldText(task.completed_at), url: fieldText(task.permalink_url) },
      ...Object.fromEntries(
        list(task.custom_fields).map((field) => [`field-${fieldText(field.gid)}`, ownValue(field)]),
      ),
      ...(gid && (known.has(gid) ? { parent: [`${board}#${gid}`] } : { parent_name: fieldText(parent?.name) || gid })),
    },
    ...bodyOf(task, here, history > 0 ? { history } : {}),
    ...(comments.length && { comments }),
    ...(created && { created }),
    ...(updated && { updated }),
  };
}

const namesIn = (value: unknown): string[] => list(value).map(fieldName).filter(Boolean);

/** What a field of a team's own says, by its type. */
function ownValue(field: JsonFields): unknown {
  if (typeof field.number_value === 'number') return field.number_value;
  const chosen = namesIn(field.multi_enum_values);
  if (chosen.length) return chosen;
  const date = isFields(field.date_value)
    ? fieldText(field.date_value.date_time) || fieldText(field.date_value.date)
    : '';
  const people = namesIn(field.people_value);
  return (
    date ||
    (people.length
      ? people
      : fieldName(field.enum_value) || fieldText(field.text_value) || fieldText(field.display_value))
  );
}

type TaskAddress = (gid: string) => string | undefined;

/** What it says, with its looks where the answer has them. */
function bodyOf(
  task: JsonFields,
  here: TaskAddress,
  lost: Record<string, number>,
): Pick<TrackerIssue, 'markdown' | 'blocks' | 'anchors' | 'unsupported'> {
  const files = list(task.attachments).map(
    (one) =>
      [
        fieldText(one.name),
        fieldText(one.permanent_url) || fieldText(one.view_url) || fieldText(one.download_url),
      ] as const,
  );
  const tree = asanaTree(fieldText(task.html_notes), here);
  if (!tree) {
    const lines = files.map(([name, url]) => attachmentLine(name, url)).join('\n');
    const markdown = [fieldText(task.notes), lines].filter(Boolean).join('\n\n');
    return { markdown, ...(Object.keys(lost).length && { unsupported: lost }) };
  }
  const { blocks, anchors, unsupported } = treeToBlocks(tree);
  const below = files.map(([name, url]) => (url ? linkParagraph(name, url) : textParagraph(name)));
  return { blocks: [...blocks, ...below], anchors, unsupported: { ...unsupported, ...lost } };
}

const commentsIn = ({ stories }: JsonFields): CommentItem[] =>
  list(stories).flatMap(({ type, resource_subtype: kind, text, html_text, created_by: person, created_at: at }) => {
    if (type !== 'comment' && kind !== 'comment_added') return [];
    const [author, created] = [fieldName(person), fieldText(at)];
    // A comment is no page: links of the source stay web addresses in it.
    const tree = asanaTree(fieldText(html_text), () => undefined);
    const words = tree ? plainWords(treeToBlocks(tree).blocks) : fieldText(text);
    return [{ text: words, ...(author && { author }), ...(created && { created }) }];
  });
