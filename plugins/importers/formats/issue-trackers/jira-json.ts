// Issues of Jira as its REST interface gives them: fields of every kind, comments, and texts in two notations.
import type { CommentItem, PropertyItem } from '../../contract.ts';
import { type HtmlPage, treeToBlocks } from '../../conversion/html/read.ts';
import { plainWords } from '../../conversion/plain-words.ts';
import { linkParagraph } from '../../items/plain-text.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';
import { storageBlocks } from '../confluence/storage.ts';
import { isFields, type JsonFields } from '../json/generic.ts';
import { atlassianTree, isAtlassianDocument } from './atlassian-document.ts';
import { parentsOf } from './csv-board.ts';
import { COMMON, groupOf, type IssueBoard, type TrackerIssue } from './issue-database.ts';
import { commentRestriction, restrictedComment } from './jira-comments.ts';
import { sprintDetails, sprintName } from './jira-sprints.ts';

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const list = (value: unknown): JsonFields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const nameIn = (value: unknown): string =>
  isFields(value)
    ? text(value.displayName ?? value.name ?? value.value ?? value.title ?? value.key ?? value.emailAddress)
    : text(value);
const names = (value: unknown): string[] => (Array.isArray(value) ? value.map(nameIn).filter(Boolean) : []);

const isIssue = (value: unknown): value is JsonFields =>
  isFields(value) && typeof value.key === 'string' && isFields(value.fields);

/** The issues of an answer, a list of them, or one alone. */
function issuesOf(value: unknown): JsonFields[] {
  if (isIssue(value)) return [value];
  const all = isFields(value) ? value.issues : value;
  return Array.isArray(all) ? all.filter(isIssue) : [];
}

export const isJiraJson = (value: unknown): boolean => issuesOf(value).length > 0;

/** Fields that say nothing of an issue itself, or that are read by name. */
const QUIET = new Set(
  'summary description status issuetype priority assignee reporter labels duedate created updated resolutiondate fixVersions components parent subtasks issuelinks comment attachment worklog votes watches progress aggregateprogress workratio lastViewed statuscategorychangedate statusCategory thumbnail timetracking avatarUrls project creator timeoriginalestimate timeestimate timespent aggregatetimeoriginalestimate aggregatetimeestimate aggregatetimespent'.split(
    ' ',
  ),
);

const PROPERTIES: PropertyItem[] = [
  { id: 'project', name: 'Project', type: 'select' },
  { id: 'components', name: 'Components', type: 'multi_select' },
  { id: 'fixVersions', name: 'Fix versions', type: 'multi_select' },
  { id: 'links', name: 'Linked issues', type: 'text' },
  { id: 'subtasks', name: 'Subtasks elsewhere', type: 'text' },
  { id: 'creator', name: 'Creator', type: 'select' },
  { id: 'estimate', name: 'Original estimate', type: 'text' },
  { id: 'remaining', name: 'Remaining estimate', type: 'text' },
  { id: 'spent', name: 'Time spent', type: 'text' },
];

/** Names of fields where the answer does not say them. */
const FIELD_NAMES: Record<string, string> = {
  environment: 'Environment',
  resolution: 'Resolution',
  security: 'Security level',
  versions: 'Affected versions',
};

/** Property for what sprints of a field say beside their names. */
const detailsOf = (field: string): string => `${field}:details`;

const GROUPS = new Map<unknown, 'todo' | 'doing' | 'done'>([
  ['new', 'todo'],
  ['indeterminate', 'doing'],
  ['done', 'done'],
]);

export function jiraJsonBoard(id: string, title: string, value: unknown): IssueBoard {
  const issues = issuesOf(value);
  const said = isFields(value) && isFields(value.names) ? value.names : {};
  const keys = new Set(issues.map(({ key }) => text(key)));
  const others = [...new Set(issues.flatMap(({ fields }) => Object.keys(fields as JsonFields)))].filter(
    (name) => !QUIET.has(name) && !COMMON.some((one) => one.id === name),
  );
  const own = others.flatMap((id): PropertyItem[] => {
    const name = text(said[id]) || (FIELD_NAMES[id] ?? id);
    return [
      { id, name },
      { id: detailsOf(id), name: `${name} details`, type: 'text' },
    ];
  });
  const states = new Map(issues.map(({ fields }) => stateOf((fields as JsonFields).status)).filter(([name]) => name));
  const options = [...states].map(([name, group]) => ({ name, group }));
  const common = COMMON.map((one) => (one.id === 'status' ? { ...one, options } : one));
  const missing = isFields(value) ? Number(value.total) - (Number(value.startAt) || 0) - issues.length : 0;
  return {
    ...{ id, title, properties: [...common, ...PROPERTIES, ...parentsOf(id), ...own] },
    issues: issues.map((issue) => issueOf(issue, { id, keys, others })),
    ...(missing > 0 && { unsupported: { missing_issue: missing } }),
  };
}

function stateOf(status: unknown): [string, 'todo' | 'doing' | 'done'] {
  const name = nameIn(status);
  const category = isFields(status) && isFields(status.statusCategory) ? status.statusCategory.key : undefined;
  return [name, GROUPS.get(category) ?? groupOf(name)];
}

interface Board {
  id: string;
  keys: ReadonlySet<string>;
  /** names of further fields */
  others: string[];
}

function issueOf(issue: JsonFields, { id, keys, others }: Board): TrackerIssue {
  const fields = issue.fields as JsonFields;
  const key = text(issue.key);
  const reader = new TextReader(key, list(fields.attachment), (one) =>
    keys.has(one) ? sourcePathAddress(`${id}#${one}`) : undefined,
  );
  const body = reader.page(fields.description);
  const links = list(fields.attachment).map(({ filename, content }) => linkParagraph(text(filename), text(content)));
  const lost = lossesOf(issue, fields);
  for (const [kind, count] of Object.entries(reader.losses)) lost[kind] = (lost[kind] ?? 0) + count;
  if (links.length) lost.attachment_link = links.length;
  return {
    ...{ id: key, title: text(fields.summary) || key },
    values: {
      ...Object.fromEntries(others.map((name) => [name, fieldValue(fields[name], reader)])),
      ...Object.fromEntries(others.map((name) => [detailsOf(name), sprintDetails(fields[name])])),
      ...{ key, type: nameIn(fields.issuetype), status: nameIn(fields.status), priority: nameIn(fields.priority) },
      ...{ assignee: names([fields.assignee]), reporter: nameIn(fields.reporter ?? fields.creator) },
      ...{ labels: names(fields.labels), due: text(fields.duedate), created: text(fields.created) },
      ...{ closed: text(fields.resolutiondate), url: addressOf(issue), project: nameIn(fields.project) },
      ...{ components: names(fields.components), fixVersions: names(fields.fixVersions) },
      ...{ ...relationsOf(fields, id, keys), ...timesOf(fields) },
      ...(nameIn(fields.creator) !== nameIn(fields.reporter) && { creator: nameIn(fields.creator) }),
    },
    ...{ blocks: [...body.blocks, ...links], anchors: body.anchors, unsupported: { ...body.unsupported, ...lost } },
    comments: commentsIn(fields, reader),
    ...(text(fields.created) && { created: text(fields.created) }),
    ...(text(fields.updated) && { updated: text(fields.updated) }),
  };
}

/** As Jira says them in words, else in hours. */
function timesOf({ timetracking, timeoriginalestimate, timeestimate, timespent }: JsonFields): Record<string, string> {
  const said = isFields(timetracking) ? timetracking : {};
  const time = (words: unknown, seconds: unknown): string =>
    text(words) || (typeof seconds === 'number' && seconds > 0 ? `${Math.round(seconds / 36) / 100}h` : '');
  return {
    estimate: time(said.originalEstimate, timeoriginalestimate),
    remaining: time(said.remainingEstimate, timeestimate),
    spent: time(said.timeSpent, timespent),
  };
}

/** Where people see it, of the address at which the interface has it. */
function addressOf({ self, key }: JsonFields): string {
  const address = text(self);
  return URL.canParse(address) && /^https?:/.test(address) ? `${new URL(address).origin}/browse/${text(key)}` : '';
}

function relationsOf(fields: JsonFields, board: string, keys: ReadonlySet<string>): Record<string, unknown> {
  const parent = isFields(fields.parent) ? fields.parent : {};
  const key = text(parent.key);
  const titled = (one: JsonFields): string =>
    [text(one.key), isFields(one.fields) ? text(one.fields.summary) : ''].filter(Boolean).join(': ');
  const links = list(fields.issuelinks).flatMap(({ type, inwardIssue, outwardIssue }) => {
    const kind = isFields(type) ? type : {};
    const isInward = isFields(inwardIssue);
    const other = isInward ? inwardIssue : outwardIssue;
    return isFields(other) ? [`${text(isInward ? kind.inward : kind.outward)} ${titled(other)}`.trim()] : [];
  });
  const elsewhere = list(fields.subtasks).filter((one) => !keys.has(text(one.key)));
  return {
    ...(links.length && { links: links.join('; ') }),
    ...(elsewhere.length && { subtasks: elsewhere.map(titled).join('; ') }),
    ...(key && (keys.has(key) ? { parent: [`${board}#${key}`] } : { parent_name: titled(parent) })),
  };
}

/** What the answer has that has no place here, and what it leaves out itself. */
function lossesOf({ changelog }: JsonFields, { worklog, comment }: JsonFields): Record<string, number> {
  const lost: Record<string, number> = {};
  const add = (kind: string, count: number): void => {
    if (count > 0) lost[kind] = count;
  };
  if (isFields(worklog)) add('logbook', list(worklog.worklogs).length);
  if (isFields(changelog)) add('history', list(changelog.histories).length);
  if (isFields(comment)) add('missing_comment', (Number(comment.total) || 0) - list(comment.comments).length);
  add('restricted_comment', commentList(comment).map(commentRestriction).filter(Boolean).length);
  return lost;
}

const commentList = (comment: unknown): JsonFields[] => list(isFields(comment) ? comment.comments : comment);

const commentsIn = ({ comment }: JsonFields, reader: TextReader): CommentItem[] =>
  commentList(comment).map((one) => ({
    text: restrictedComment(reader.words(one.body), commentRestriction(one)),
    ...(nameIn(one.author) && { author: nameIn(one.author) }),
    ...(text(one.created) && { created: text(one.created) }),
  }));

/** Texts, numbers, and the names of things; lists of those. */
function fieldValue(value: unknown, reader: TextReader): unknown {
  if (isAtlassianDocument(value)) return reader.words(value);
  if (Array.isArray(value))
    return value.map((one) => (isFields(one) ? nameIn(one) : sprintName(one))).filter((one) => one !== '');
  if (!isFields(value)) return value;
  const child = nameIn(value.child);
  return [nameIn(value), child].filter(Boolean).join(' / ') || JSON.stringify(value).slice(0, 2000);
}

/** Texts in the document format of newer interfaces, or in wiki markup. */
class TextReader {
  readonly losses: Record<string, number> = {};
  readonly #key: string;
  readonly #attachments: Map<string, string>;
  readonly #issue: (key: string) => string | undefined;

  /** @param issue the address here of an issue that came, too */
  constructor(key: string, attachments: JsonFields[], issue: (key: string) => string | undefined) {
    this.#key = key;
    this.#attachments = new Map(attachments.map(({ filename, content }) => [text(filename), text(content)]));
    this.#issue = issue;
  }

  page(value: unknown): HtmlPage {
    return this.#read(value, this.#issue);
  }

  /** As plain text, whose links stay web addresses. */
  words(value: unknown): string {
    return plainWords(this.#read(value, () => undefined).blocks);
  }

  #read(value: unknown, issue: (key: string) => string | undefined): HtmlPage {
    const attachment = (name: string) => this.#attachments.get(name) || undefined;
    if (!isAtlassianDocument(value)) {
      const page = (key: string) => {
        const path = issue(key);
        return path === undefined ? undefined : { path: decodeURIComponent(path.slice(1)), id: key };
      };
      const places = { page, user: (id: string) => id };
      return storageBlocks(text(value), { places, page: this.#key, key: '', isWiki: true, file: attachment });
    }
    const count = (kind: string): void => {
      this.losses[kind] = (this.losses[kind] ?? 0) + 1;
    };
    const linked = (href: string) => issue(/^https?:\/\/[^/]+\/browse\/([^/?#]+)$/.exec(href)?.[1] ?? '');
    return treeToBlocks(atlassianTree(value, { attachment, count, linked }));
  }
}
