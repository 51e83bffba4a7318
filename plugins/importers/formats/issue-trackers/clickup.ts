// Tasks of ClickUp as its CSV has them: lists of names in brackets, and JSON in the cells of comments and checklists.
import type { CommentItem } from '../../contract.ts';
import { isFields } from '../json/generic.ts';
import { type CsvTracker, dateIn, jsonIn, STARTED } from './csv-board.ts';
import type { TrackerIssue } from './issue-database.ts';
import { attachmentLine, fieldText, list, plainLine } from './issue-fields.ts';

const PRIORITIES = ['', 'Urgent', 'High', 'Normal', 'Low'];

export const clickup: CsvTracker = {
  signs: ['task id', 'task name', 'status', 'date created'],
  columns: {
    'task id': 'id',
    'task custom id': 'key',
    'task type': 'type',
    'task name': 'title',
    'task content': 'body',
    status: 'status',
    'date created': 'created',
    'date updated': 'updated',
    'date closed': 'closed',
    'due date': 'due',
    'start date': 'started',
    'parent id': 'parent',
    assignees: 'assignee',
    tags: 'labels',
    priority: 'priority',
    // The same in other words.
    ...Object.fromEntries(
      ['date created text', 'date updated text', 'date closed text', 'due date text', 'start date text'].map((name) => [
        name,
        '',
      ]),
    ),
    // These become part of the text, or comments.
    ...{ attachments: '', checklists: '', comments: '', 'assigned comments': '' },
  },
  properties: [STARTED],
  finish(issue, cell) {
    const { values } = issue;
    const parts = [issue.markdown ?? '', checklists(cell('checklists')), attachments(cell('attachments'))];
    const said = [...commentsIn(cell('comments')), ...commentsIn(cell('assigned comments'))];
    return {
      ...issue,
      values: { ...withoutNull(values), ...(values.priority ? { priority: priorityOf(String(values.priority)) } : {}) },
      markdown: parts.filter(Boolean).join('\n\n'),
      ...(said.length && { comments: said }),
    };
  },
};

const priorityOf = (cell: string): string | undefined =>
  cell === 'null' ? undefined : (PRIORITIES[Number(cell)] ?? cell);

const withoutNull = (values: TrackerIssue['values']): TrackerIssue['values'] =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== 'null'));

/** Whose task a part of it is. */
const personIn = (value: unknown): string =>
  fieldText(isFields(value) ? (value.username ?? value.name ?? value.email) : value);

const isEmpty = (cell: string): boolean => ['', 'null', '[]', '{}'].includes(cell);

/** Names of checklists with their items; what is no such JSON is kept as it is. */
function checklists(cell: string): string {
  if (isEmpty(cell)) return '';
  const value = jsonIn(cell);
  if (!isFields(value)) return cell;
  return Object.entries(value)
    .map(([name, items]) => {
      const all = Array.isArray(items) ? items : [items];
      const written = all.map((item) => {
        const named = isFields(item) ? fieldText(item.name ?? item.text) || JSON.stringify(item) : fieldText(item);
        const person = isFields(item) ? personIn(item.assignee) : '';
        const words = person ? `${named} (${person})` : named;
        return `- [${isFields(item) && (item.resolved || item.checked) ? 'x' : ' '}] ${plainLine(words)}`;
      });
      return `### ${plainLine(name)}\n\n${written.join('\n')}`;
    })
    .join('\n\n');
}

function attachments(cell: string): string {
  if (isEmpty(cell)) return '';
  const all = list(jsonIn(cell));
  if (!all.length) return cell;
  return all
    .map(({ title, name, url }) => attachmentLine(fieldText(title) || fieldText(name), fieldText(url)))
    .join('\n');
}

function commentsIn(cell: string): CommentItem[] {
  if (isEmpty(cell)) return [];
  const all = list(jsonIn(cell));
  if (!all.length) return [{ text: cell }];
  return all.map((one) => {
    const author = fieldText(one.by ?? one.author ?? one.user);
    const created = dateIn(fieldText(one.date));
    const words = fieldText(one.text ?? one.comment) || JSON.stringify(one);
    const person = personIn(one.assigned ?? one.assignee);
    return {
      text: person ? `${words} (${person})` : words,
      ...(author && { author }),
      ...(created && { created }),
      ...(one.resolved === true && { resolved: true }),
    };
  });
}
