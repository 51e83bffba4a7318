// Issues of Redmine, as its interface gives them.
import type { PropertyItem } from '../../contract.ts';
import { isFields, type JsonFields } from '../json/generic.ts';
import { COMMON, type IssueBoard, type TrackerIssue } from './issue-database.ts';
import { attachmentLine, fieldName, fieldText, list, plainLine, remarkList } from './issue-fields.ts';

export const isRedmine = (value: unknown): value is JsonFields =>
  isFields(value) && list(value.issues).some((one) => 'subject' in one && 'tracker' in one);

const MORE: PropertyItem[] = [
  { id: 'project', name: 'Project', type: 'select' },
  { id: 'category', name: 'Category', type: 'select' },
  { id: 'start', name: 'Start', type: 'date' },
];

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
        ...{ created: issue.created_on, closed: issue.closed_on, start: issue.start_date },
        ...{ project: fieldName(issue.project), category: fieldName(issue.category) },
        ...Object.fromEntries(fields.map(([field, , inner]) => [`field-${field}`, inner])),
      },
      markdown: [fieldText(issue.description), filesOf(issue), ...remarksOf(issue)].filter(Boolean).join('\n\n'),
      comments: journals.map((one) => ({
        ...{ text: fieldText(one.notes), author: fieldName(one.user), created: fieldText(one.created_on) },
      })),
      created: fieldText(issue.created_on),
      updated: fieldText(issue.updated_on),
    };
  });
  return { id, title, properties: [...COMMON, ...MORE, ...own.values()], issues };
}

const filesOf = (issue: JsonFields): string =>
  list(issue.attachments)
    .map(({ filename, content_url: url, description }) => {
      const words = fieldText(description) && `: ${plainLine(fieldText(description))}`;
      return `${attachmentLine(fieldText(filename), fieldText(url))}${words}`;
    })
    .join('\n');

/** What has no column: where it belongs, what it takes, what it is tied to, and who watches it. */
const remarksOf = (issue: JsonFields): string[] =>
  remarkList({
    parent: isFields(issue.parent) ? `#${fieldText(issue.parent.id)}` : '',
    'done in per cent': Number(issue.done_ratio) > 0 ? fieldText(issue.done_ratio) : '',
    'estimated hours': fieldText(issue.estimated_hours),
    'spent hours': Number(issue.spent_hours) > 0 ? fieldText(issue.spent_hours) : '',
    private: issue.is_private === true ? 'yes' : '',
    'part of it': list(issue.children).map(
      (one) => `#${fieldText(one.id)} ${fieldText(one.subject)} (${fieldName(one.tracker)})`,
    ),
    relations: list(issue.relations).map((one) => `${fieldText(one.relation_type)} #${fieldText(one.issue_to_id)}`),
    changes: list(issue.changesets).map((one) => [one.revision, fieldName(one.user), one.comments].join(' ')),
    watchers: list(issue.watchers).map(fieldName),
  });
