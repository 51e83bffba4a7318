// What issues of GitHub, GitLab, Gitea and Forgejo have in common: names of people and labels, comments, and dates.
import type { CommentItem } from '../../contract.ts';
import { isFields, type JsonFields } from '../json/generic.ts';
import type { TrackerIssue } from './issue-database.ts';
import { fieldText } from './issue-fields.ts';

export const forgeName = (value: unknown): string =>
  isFields(value)
    ? fieldText(value.login ?? value.username ?? value.name ?? value.title ?? value.full_name)
    : fieldText(value);

export const forgeNames = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(forgeName).filter(Boolean) : [];

export const forgeComment = (comment: JsonFields): CommentItem => ({
  text: fieldText(comment.body ?? comment.note ?? comment.content),
  author: forgeName(comment.user ?? comment.author ?? comment.poster_name),
  created: fieldText(comment.created_at ?? comment.created),
  ...(fieldText(comment.discussion_id) && { thread: fieldText(comment.discussion_id) }),
});

export const issueDates = (created: unknown, updated: unknown): Pick<TrackerIssue, 'created' | 'updated'> => ({
  ...(fieldText(created) && { created: fieldText(created) }),
  ...(fieldText(updated) && { updated: fieldText(updated) }),
});
