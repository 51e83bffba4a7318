// Issues of Jira as its XML has them.
import type { CommentItem, PropertyItem } from '../../contract.ts';
import { readXml } from '../../reading/xml.ts';
import { COMMON, type IssueBoard, type TrackerIssue } from './issue-database.ts';
import { restrictedComment, xmlCommentRestriction } from './jira-comments.ts';
import { addJiraDetail, isJiraDetail, JIRA_DETAILS } from './jira-details.ts';

export const isJiraXml = (text: string): boolean => /<item>[\s\S]*<key\b/.test(text) && /<rss\b/.test(text);

interface XmlIssue extends TrackerIssue {
  fields: Map<string, { id: string; name: string; values: string[] }>;
  html: string;
}

type XmlComment = CommentItem & { restriction: string };

/**
 * HTML as blocks is made by whoever asks: `bodies` are the markup of descriptions.
 * @param words the words of a comment's markup
 */
export function jiraXml(
  { id, title, source }: { id: string; title: string; source: string },
  words: (markup: string) => string,
): { board: IssueBoard; bodies: Map<TrackerIssue, string>; whole: boolean } {
  const issues: XmlIssue[] = [];
  let issue: XmlIssue | undefined;
  let said = '';
  let field: { id: string; name: string; values: string[] } | undefined;
  let comment: XmlComment | undefined;
  let relation = '';
  // Nothing that a document declares is read: entities of XML itself are all it needs.
  readXml(source, {
    open(name, attributes) {
      said = '';
      if (name === 'item') issue = { id: '', title: '', values: {}, comments: [], fields: new Map(), html: '' };
      else if (name === 'customfield') field = { id: attributes.id ?? '', name: '', values: [] };
      else if (name === 'outwardlinks' || name === 'inwardlinks') relation = attributes.description ?? '';
      else if (name === 'attachment' && issue && attributes.name) addJiraDetail(issue.values, name, attributes.name);
      else if (name === 'comment')
        comment = {
          ...{ text: '', author: attributes.author ?? '', created: dateIn(attributes.created ?? '') },
          restriction: xmlCommentRestriction(attributes),
        };
    },
    text(part) {
      said += part;
    },
    close(name) {
      const text = said.trim();
      said = '';
      if (!issue) return;
      if (name === 'item') {
        issues.push(issue);
        issue = undefined;
      } else if (name === 'customfield' && field) {
        if (field.values.length) issue.fields.set(field.id, field);
        field = undefined;
      } else if (field) {
        if (name === 'customfieldname') field.name = text;
        else if (name === 'customfieldvalue' && text) field.values.push(text);
      } else if (name === 'comment' && comment) {
        addComment(issue, comment, words(text));
        comment = undefined;
      } else setField(issue, name, name === 'issuekey' && text ? `${relation} ${text}`.trim() : text, words);
    },
  });
  const own = new Map<string, PropertyItem>();
  for (const one of issues)
    for (const { id: key, name, values } of one.fields.values()) {
      own.set(key, { id: key, name });
      one.values[key] = values.length > 1 ? values : values[0];
    }
  const bodies = new Map<TrackerIssue, string>(issues.map(({ html, fields: _fields, ...rest }) => [rest, html]));
  return {
    board: { id, title, properties: [...COMMON, ...JIRA_DETAILS, ...own.values()], issues: [...bodies.keys()] },
    bodies,
    whole: /<\/rss>\s*$/.test(source),
  };
}

const SIMPLE: Record<string, string> = {
  type: 'type',
  status: 'status',
  priority: 'priority',
  reporter: 'reporter',
  fixVersion: 'milestone',
  due: 'due',
};

function setField(issue: XmlIssue, name: string, text: string, words: (markup: string) => string): void {
  const { values } = issue;
  if (name === 'key') [issue.id, values.key] = [text, text];
  else if (name === 'summary') issue.title = text;
  else if (name === 'link') values.url = text;
  else if (name === 'description') issue.html = text;
  else if (name === 'label' && text) values.labels = [...((values.labels as string[]) ?? []), text];
  else if (name === 'assignee' && text !== 'Unassigned') values.assignee = [text];
  else if (name === 'created') [values.created, issue.created] = [dateIn(text), dateIn(text)];
  else if (name === 'updated') issue.updated = dateIn(text);
  else if (name === 'resolved') values.closed = dateIn(text);
  else if (isJiraDetail(name) && text && !(name === 'fixVersion' && values.milestone === undefined))
    addJiraDetail(values, name, text.includes('<') ? words(text) : text);
  else if (Object.hasOwn(SIMPLE, name) && text)
    values[SIMPLE[name] as string] = name === 'due' ? dateIn(text).slice(0, 10) : text;
}

function addComment(issue: XmlIssue, { restriction, ...comment }: XmlComment, text: string): void {
  issue.comments?.push({ ...comment, text: restrictedComment(text, restriction) });
  const { restricted_comment: before = 0 } = issue.unsupported ?? {};
  if (restriction) issue.unsupported = { restricted_comment: before + 1 };
}

const dateIn = (text: string): string => (Number.isNaN(Date.parse(text)) ? '' : new Date(text).toISOString());
