// Issues of GitLab: lines of the export of a project, and what its interface answers.
import { isFields, type JsonFields } from '../json/generic.ts';
import { forgeComment, forgeName, forgeNames, issueDates } from './forge-fields.ts';
import { COMMON, type IssueBoard, type TrackerIssue } from './issue-database.ts';
import { describedNames, fieldText, list, remarkList } from './issue-fields.ts';

const labelsOf = (issue: JsonFields): JsonFields[] =>
  list(issue.label_links)
    .map(({ label }) => label)
    .filter(isFields);

export function gitlabBoard(id: string, title: string, issues: JsonFields[]): IssueBoard {
  const described = (all: JsonFields[]) => new Map(all.map((one) => [forgeName(one), fieldText(one.description)]));
  const description = [
    ...describedNames('Milestone', described(issues.map(({ milestone }) => milestone).filter(isFields))),
    ...describedNames('Label', described(issues.flatMap(labelsOf))),
  ].join('\n');
  return { id, title, properties: COMMON, issues: issues.map(issueOf), ...(description && { description }) };
}

function issueOf(issue: JsonFields): TrackerIssue {
  const labels = labelsOf(issue).map(forgeName);
  const losses = ['epic', 'iteration', 'weight'].filter((name) => issue[name] ?? issue[`${name}_issue`]);
  return {
    id: `${fieldText(issue.project_id)}/${fieldText(issue.iid)}`,
    title: fieldText(issue.title),
    values: {
      ...{ key: `#${fieldText(issue.iid)}`, status: fieldText(issue.state), milestone: forgeName(issue.milestone) },
      labels: labels.length ? labels : forgeNames(issue.labels),
      ...{ assignee: forgeNames(issue.assignees), reporter: forgeName(issue.author), due: issue.due_date },
      ...{ created: issue.created_at, closed: issue.closed_at, url: issue.web_url },
    },
    markdown: [fieldText(issue.description), ...remarksOf(issue)].filter(Boolean).join('\n\n'),
    comments: list(issue.notes).map(forgeComment),
    ...issueDates(issue.created_at, issue.updated_at),
    unsupported: Object.fromEntries(losses.map((name) => [name, 1])),
  };
}

/** What has no column: what it is a part of, what it costs, where it is talked about, and what people thought of it. */
function remarksOf(issue: JsonFields): string[] {
  const { epic_issue: within, iteration, timelogs, zoom_meetings: meetings, award_emoji: awards } = issue;
  const cadence = isFields(iteration) ? forgeName(iteration.iterations_cadence) : '';
  return remarkList({
    epic: forgeName(isFields(within) ? within.epic : issue.epic),
    iteration: [forgeName(iteration), cadence],
    weight: fieldText(issue.weight),
    confidential: issue.confidential === true ? 'yes' : '',
    'time estimate': hours(issue.time_estimate),
    'time spent': list(timelogs).map((one) => `${hours(one.time_spent)} ${fieldText(one.summary)}`.trim()),
    meeting: list(meetings).map(({ url }) => fieldText(url)),
    reactions: list(awards).map(forgeName),
  });
}

const hours = (seconds: unknown): string => (Number(seconds) > 0 ? `${Number(seconds) / 3600} h` : '');
