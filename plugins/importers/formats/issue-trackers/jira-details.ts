// What Jira's XML says of an issue in elements of their own, beside what all trackers have: properties by these names.
import type { PropertyItem } from '../../contract.ts';

const DETAILS: Record<string, string> = {
  ...{ project: 'Project', environment: 'Environment', resolution: 'Resolution', security: 'Security level' },
  ...{ version: 'Affected versions', component: 'Components', parent: 'Parent issue', subtask: 'Subtasks' },
  ...{ timeoriginalestimate: 'Original estimate', timeestimate: 'Remaining estimate', timespent: 'Time spent' },
  ...{ issuekey: 'Linked issues', attachment: 'Attachments', fixVersion: 'Further fix versions' },
};
const LISTS = new Set(['version', 'component', 'subtask', 'issuekey', 'attachment', 'fixVersion']);

export const JIRA_DETAILS: PropertyItem[] = Object.entries(DETAILS).map(([id, name]) => ({
  ...{ id, name },
  ...(LISTS.has(id) && { type: 'multi_select' as const }),
}));

export const isJiraDetail = (name: string): boolean => Object.hasOwn(DETAILS, name);

export function addJiraDetail(values: Record<string, unknown>, name: string, text: string): void {
  const before = values[name];
  values[name] = LISTS.has(name) ? [...(Array.isArray(before) ? before : []), text] : text;
}
