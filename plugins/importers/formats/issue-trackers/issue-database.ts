// What trackers of issues have in common: a database of issues with a status, and how one becomes a row.
import type { Block } from '../../../blocks/block.ts';
import type { CommentItem, DatabaseItem, Item, PropertyItem, RowItem } from '../../contract.ts';

export interface TrackerIssue {
  /** unique in the tracker */
  id: string;
  title: string;
  /** by id of the property */
  values: Record<string, unknown>;
  /** what it says, as Markdown or as blocks */
  markdown?: string;
  blocks?: Block[];
  anchors?: Record<string, string>;
  comments?: CommentItem[];
  created?: string;
  updated?: string;
  unsupported?: Record<string, number>;
}

export interface IssueBoard {
  /** of the database */
  id: string;
  title: string;
  properties: PropertyItem[];
  issues: TrackerIssue[];
  /** property by which the board is grouped */
  column?: string;
  description?: string;
  unsupported?: Record<string, number>;
}

/** The properties that most trackers have; those without choices that no issue has a value of are left out. */
export const COMMON: PropertyItem[] = [
  { id: 'key', name: 'Key', type: 'text' },
  { id: 'type', name: 'Type', type: 'select' },
  { id: 'status', name: 'Status', type: 'status' },
  { id: 'priority', name: 'Priority', type: 'select' },
  { id: 'assignee', name: 'Assignee', type: 'multi_select' },
  { id: 'reporter', name: 'Reporter', type: 'select' },
  { id: 'labels', name: 'Labels', type: 'multi_select' },
  { id: 'milestone', name: 'Milestone', type: 'select' },
  { id: 'due', name: 'Due', type: 'date' },
  { id: 'created', name: 'Created', type: 'date' },
  { id: 'closed', name: 'Closed', type: 'date' },
  { id: 'url', name: 'Link', type: 'url' },
];

const DONE = /^(done|closed|resolved|merged|rejected|cancelled|won'?t fix|complete[d]?|fertig|erledigt|geschlossen)$/i;
const DOING = /progress|doing|review|active|started|testing|arbeit/i;

export const groupOf = (name: string): 'todo' | 'doing' | 'done' =>
  DONE.test(name) ? 'done' : DOING.test(name) ? 'doing' : 'todo';

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && !value.length);

export function* boardItems(board: IssueBoard): Generator<Item> {
  const { id, title, issues, column = 'status', description, unsupported } = board;
  const used = board.properties.filter(
    (property) =>
      property.options?.length || issues.some(({ values }) => isFilled(values[property.id ?? property.name])),
  );
  const database: DatabaseItem = {
    ...{ type: 'database', id, title, ...(description && { description }), ...(unsupported && { unsupported }) },
    properties: [
      { id: 'title', name: 'Title', type: 'title' },
      ...used.map((property) => withGroups(property, issues)),
    ],
    views: [
      { name: 'Board', kind: 'board', group_by: column },
      { name: 'Table', kind: 'table' },
    ],
  };
  yield database;
  const known = new Set<string>();
  for (const issue of issues) {
    if (known.has(issue.id)) {
      yield { type: 'problem', at: issue.id, kind: 'duplicate', because: 'The tracker names this issue twice.' };
      continue;
    }
    known.add(issue.id);
    const row: RowItem = { ...issue, type: 'row', id: `${id}#${issue.id}`, database: id };
    yield row;
  }
}

/** A status says what is to do, being done, and done. */
function withGroups(property: PropertyItem, issues: TrackerIssue[]): PropertyItem {
  if (property.type !== 'status' || property.options) return property;
  const names = new Set(issues.map(({ values }) => String(values[property.id ?? property.name] ?? '')).filter(Boolean));
  return { ...property, options: [...names].map((name) => ({ name, group: groupOf(name) })) };
}
