// Comments and mentions as JSON (contract 10), and their schemas for the API document.
import Joi from 'joi';
import type { CommentRow, MentionRow, ReactionRow } from './store.ts';

export interface Reaction {
  emoji: string;
  user_ids: number[];
}

export type Comment = Omit<CommentRow, 'deleted_at'> & { reactions: Reaction[] };

/** In the order in which each emoji was first used. */
export function presentReactions(rows: ReactionRow[]): Reaction[] {
  const found = new Map<string, number[]>();
  for (const { emoji, user_id } of rows) found.set(emoji, [...(found.get(emoji) ?? []), user_id]);
  return [...found].map(([emoji, user_ids]) => ({ emoji, user_ids }));
}

export const presentComment = ({ deleted_at, ...row }: CommentRow, reactions: ReactionRow[]): Comment => ({
  id: row.id,
  page_id: row.page_id,
  parent_id: row.parent_id,
  block_id: row.block_id,
  quote: row.quote,
  body: row.body,
  author_id: deleted_at ? null : row.author_id,
  resolved_at: row.resolved_at,
  resolved_by: row.resolved_by,
  reactions: presentReactions(reactions.filter(({ comment_id }) => comment_id === row.id)),
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** Where a comment, or a place in a page, is shown. */
export const commentUrl = (row: Pick<CommentRow, 'id' | 'page_id'>): string =>
  `/pages/${row.page_id}#comment-${row.id}`;
export const blockUrl = (pageId: number, blockId: string | null): string =>
  blockId ? `/pages/${pageId}#${blockId}` : `/pages/${pageId}`;

export interface Mention {
  id: number;
  page_id: number;
  page_title: string;
  block_id: string | null;
  comment_id: number | null;
  /** who mentioned the caller */
  actor_id: number | null;
  url: string;
  created_at: string;
}

export const presentMention = (row: MentionRow & { page_title: string }): Mention => ({
  id: row.id,
  page_id: row.page_id,
  page_title: row.page_title,
  block_id: row.block_id,
  comment_id: row.comment_id,
  actor_id: row.actor_id,
  url: row.comment_id ? commentUrl({ id: row.comment_id, page_id: row.page_id }) : blockUrl(row.page_id, row.block_id),
  created_at: row.created_at,
});

const maybeId = () => Joi.number().integer().required().allow(null);

export const commentSchema = Joi.object({
  id: Joi.number().integer().required().example(34),
  page_id: Joi.number().integer().required().example(12),
  parent_id: maybeId(),
  block_id: Joi.string().required().allow(null),
  quote: Joi.string().required().allow(''),
  body: Joi.string().required().allow('').example('Is this still true, <@5>?'),
  author_id: maybeId(),
  resolved_at: Joi.string().required().allow(null),
  resolved_by: maybeId(),
  reactions: Joi.array()
    .items(
      Joi.object({
        emoji: Joi.string().required().example('\u{1f44d}'),
        user_ids: Joi.array().items(Joi.number().integer()).required(),
      }),
    )
    .required(),
  created_at: Joi.string().required().example('2026-11-20T09:00:00.000Z'),
  updated_at: Joi.string().required().example('2026-11-20T09:00:00.000Z'),
}).meta({ title: 'Comment' });

export const mentionSchema = Joi.object({
  id: Joi.number().integer().required(),
  page_id: Joi.number().integer().required(),
  page_title: Joi.string().required().allow(''),
  block_id: Joi.string().required().allow(null),
  comment_id: maybeId(),
  actor_id: maybeId(),
  url: Joi.string().required().example('/pages/12#comment-34'),
  created_at: Joi.string().required(),
}).meta({ title: 'Mention' });
