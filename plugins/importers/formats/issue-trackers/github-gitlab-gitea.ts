// Issues of forges: GitHub, GitLab and Gitea or Forgejo, as their interfaces and exports give them.
import { isFields, type JsonFields } from '../json/generic.ts';
import { forgeComment, forgeName, forgeNames, issueDates } from './forge-fields.ts';
import { gitlabBoard } from './gitlab.ts';
import { COMMON, type IssueBoard, type TrackerIssue } from './issue-database.ts';
import { fieldText, list, remarkList } from './issue-fields.ts';

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
  if ('iid' in first) return gitlabBoard(id, title, all);
  if ('poster_name' in first) return board(id, title, all.map(giteaRecord));
  return 'number' in first ? board(id, title, withoutTwice(all.map(githubIssue))) : undefined;
}

/** Payloads and pages of answers repeat issues. */
const withoutTwice = (issues: TrackerIssue[]): TrackerIssue[] => [
  ...new Map(issues.map((issue) => [issue.id, issue])).values(),
];

/** GitHub, and the interface of Gitea and Forgejo, which gives the same. */
function githubIssue(issue: JsonFields): TrackerIssue {
  const kind = forgeName(issue.type) || (issue.pull_request ? 'Pull request' : 'Issue');
  return {
    id: fieldText(issue.html_url ?? issue.url) || `#${fieldText(issue.number)}`,
    title: fieldText(issue.title),
    values: {
      ...{
        key: `#${fieldText(issue.number)}`,
        type: kind,
        status: fieldText(issue.state),
        labels: forgeNames(issue.labels),
      },
      assignee: forgeNames(issue.assignees).length ? forgeNames(issue.assignees) : forgeNames([issue.assignee]),
      ...{
        reporter: forgeName(issue.user),
        milestone: forgeName(issue.milestone),
        due: issue.due_date ?? issue.due_on,
      },
      ...{ created: issue.created_at, closed: issue.closed_at, url: issue.html_url },
    },
    markdown: [fieldText(issue.body), ...remarksOf(issue)].filter(Boolean).join('\n\n'),
    comments: list(issue.comments_list ?? issue.comments).map(forgeComment),
    ...issueDates(issue.created_at, issue.updated_at),
  };
}

/** What has no column: how it ended, whether it may be discussed, and what people thought of it. */
function remarksOf({ state_reason: reason, closed_by: closer, reactions, ...issue }: JsonFields): string[] {
  const merged = isFields(issue.pull_request) ? fieldText(issue.pull_request.merged_at) : '';
  const said = {
    closed: fieldText(reason) === 'completed' ? '' : fieldText(reason).replaceAll('_', ' '),
    'closed by': forgeName(closer),
    merged,
    draft: issue.draft === true ? 'yes' : '',
    locked: issue.locked === true ? fieldText(issue.active_lock_reason) || 'yes' : '',
    reactions: isFields(reactions) ? reactionsOf(reactions) : [],
  };
  return remarkList(said);
}

const reactionsOf = (reactions: JsonFields): string[] =>
  Object.entries(reactions).flatMap(([name, times]) =>
    name !== 'total_count' && typeof times === 'number' && times > 0 ? [`${name} ${times}`] : [],
  );

function giteaRecord(issue: JsonFields): TrackerIssue {
  return {
    id: fieldText(issue.number),
    title: fieldText(issue.title),
    values: {
      ...{ key: `#${fieldText(issue.number)}`, status: fieldText(issue.state), labels: forgeNames(issue.labels) },
      ...{
        reporter: fieldText(issue.poster_name),
        milestone: forgeName(issue.milestone),
        assignee: forgeNames(issue.assignees),
      },
      ...{ created: issue.created, closed: issue.closed, due: issue.deadline },
    },
    markdown: fieldText(issue.content),
    comments: list(issue.comments).map(forgeComment),
    ...issueDates(issue.created, issue.updated),
  };
}
