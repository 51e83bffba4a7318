// Issues of forges: GitHub, GitLab and Gitea or Forgejo, as their interfaces and exports give them.
import type { CommentItem } from '../../contract.ts';
import { isFields, type JsonFields } from '../json/generic.ts';
import { COMMON, type IssueBoard, type TrackerIssue } from './issue-database.ts';

const list = (value: unknown): JsonFields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const nameIn = (value: unknown): string =>
  isFields(value) ? text(value.login ?? value.username ?? value.name ?? value.title ?? value.full_name) : text(value);
const names = (value: unknown): string[] => (Array.isArray(value) ? value.map(nameIn).filter(Boolean) : []);

const board = (id: string, title: string, issues: TrackerIssue[]): IssueBoard => ({
  id,
  title,
  properties: COMMON,
  issues,
});

/** Whatever these are; undefined for what is no list of issues. */
export function forgeBoard(id: string, title: string, all: JsonFields[]): IssueBoard | undefined {
  const [first] = all;
  if (!first || !('title' in first) || !('state' in first)) return undefined;
  if ('iid' in first) return board(id, title, all.map(gitlabIssue));
  if ('poster_name' in first) return board(id, title, all.map(giteaRecord));
  return 'number' in first ? board(id, title, withoutTwice(all.map(githubIssue))) : undefined;
}

/** Payloads and pages of answers repeat issues. */
const withoutTwice = (issues: TrackerIssue[]): TrackerIssue[] => [
  ...new Map(issues.map((issue) => [issue.id, issue])).values(),
];

/** GitHub, and the interface of Gitea and Forgejo, which gives the same. */
function githubIssue(issue: JsonFields): TrackerIssue {
  const kind = nameIn(issue.type) || (issue.pull_request ? 'Pull request' : 'Issue');
  return {
    id: text(issue.html_url ?? issue.url) || `#${text(issue.number)}`,
    title: text(issue.title),
    values: {
      ...{ key: `#${text(issue.number)}`, type: kind, status: text(issue.state), labels: names(issue.labels) },
      assignee: names(issue.assignees).length ? names(issue.assignees) : names([issue.assignee]),
      ...{ reporter: nameIn(issue.user), milestone: nameIn(issue.milestone), due: issue.due_date ?? issue.due_on },
      ...{ created: issue.created_at, closed: issue.closed_at, url: issue.html_url },
    },
    markdown: [text(issue.body), ...remarksOf(issue)].filter(Boolean).join('\n\n'),
    comments: list(issue.comments_list ?? issue.comments).map(commentOf),
    ...dates(issue.created_at, issue.updated_at),
  };
}

/** What has no column: how it ended, whether it may be discussed, and what people thought of it. */
function remarksOf({ state_reason: reason, closed_by: closer, reactions, ...issue }: JsonFields): string[] {
  const merged = isFields(issue.pull_request) ? text(issue.pull_request.merged_at) : '';
  const said = {
    closed: text(reason) === 'completed' ? '' : text(reason).replaceAll('_', ' '),
    'closed by': nameIn(closer),
    merged,
    draft: issue.draft === true ? 'yes' : '',
    locked: issue.locked === true ? text(issue.active_lock_reason) || 'yes' : '',
    reactions: isFields(reactions) ? reactionsOf(reactions) : '',
  };
  const lines = Object.entries(said).flatMap(([name, value]) => (value ? [`- ${name}: ${value}`] : []));
  return lines.length ? [lines.join('\n')] : [];
}

const reactionsOf = (reactions: JsonFields): string =>
  Object.entries(reactions)
    .flatMap(([name, times]) =>
      name !== 'total_count' && typeof times === 'number' && times > 0 ? [`${name} ${times}`] : [],
    )
    .join(', ');

function gitlabIssue(issue: JsonFields): TrackerIssue {
  const labels = list(issue.label_links).map(({ label }) => nameIn(label));
  const losses = ['epic', 'iteration', 'weight'].filter((name) => issue[name]);
  return {
    id: `${text(issue.project_id)}/${text(issue.iid)}`,
    title: text(issue.title),
    values: {
      ...{ key: `#${text(issue.iid)}`, status: text(issue.state), milestone: nameIn(issue.milestone) },
      labels: labels.length ? labels : names(issue.labels),
      ...{ assignee: names(issue.assignees), reporter: nameIn(issue.author), due: issue.due_date },
      ...{ created: issue.created_at, closed: issue.closed_at, url: issue.web_url },
    },
    markdown: [
      text(issue.description),
      ...losses.map((name) => `- ${name}: ${nameIn(issue[name]) || text(issue[name])}`),
    ]
      .filter(Boolean)
      .join('\n\n'),
    comments: list(issue.notes).map(commentOf),
    ...dates(issue.created_at, issue.updated_at),
    unsupported: Object.fromEntries(losses.map((name) => [name, 1])),
  };
}

function giteaRecord(issue: JsonFields): TrackerIssue {
  return {
    id: text(issue.number),
    title: text(issue.title),
    values: {
      ...{ key: `#${text(issue.number)}`, status: text(issue.state), labels: names(issue.labels) },
      ...{ reporter: text(issue.poster_name), milestone: nameIn(issue.milestone), assignee: names(issue.assignees) },
      ...{ created: issue.created, closed: issue.closed, due: issue.deadline },
    },
    markdown: text(issue.content),
    comments: list(issue.comments).map(commentOf),
    ...dates(issue.created, issue.updated),
  };
}

const commentOf = (comment: JsonFields): CommentItem => ({
  text: text(comment.body ?? comment.note ?? comment.content),
  author: nameIn(comment.user ?? comment.author ?? comment.poster_name),
  created: text(comment.created_at ?? comment.created),
  ...(text(comment.discussion_id) && { thread: text(comment.discussion_id) }),
});

const dates = (created: unknown, updated: unknown): Pick<TrackerIssue, 'created' | 'updated'> => ({
  ...(text(created) && { created: text(created) }),
  ...(text(updated) && { updated: text(updated) }),
});
