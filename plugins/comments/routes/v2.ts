// Comments and mentions in the public API; the panel of the browser uses the same operations.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params, toggle } from '../../../core/http/schema-fields.ts';
import type { Page } from '../../pages/contract.ts';
import { COMMENT_BODY_MAX, QUOTE_MAX } from '../body.ts';
import { listMentions } from '../mentions.ts';
import { commentPolicies } from '../policies.ts';
import { commentSchema, mentionSchema } from '../present.ts';
import {
  addComment,
  editComment,
  listComments,
  type NewComment,
  react,
  removeComment,
  resolveThread,
} from '../service.ts';
import type { PlacedComment } from '../store.ts';

const one = { params: params({ id: id() }) };
const ok = Joi.object({ ok: Joi.valid(true).required() });

/** Not blank; what stands before and after it is kept. */
export const bodyField = () =>
  Joi.string().max(COMMENT_BODY_MAX).pattern(/\S/).description('plain text; `<@12>` mentions the person with this id');
export const blockId = () => Joi.string().pattern(/^[A-Za-z0-9_-]{1,32}$/);
// Made when first asked for: all emoji there are is a large pattern.
const isEmoji = (value: string) => /^(?:\p{RGI_Emoji}|:[a-z0-9_+\-]{1,30}:)$/v.test(value);
const emojiField = () =>
  Joi.string()
    .max(32)
    .custom((value: string) => {
      if (!isEmoji(value)) throw new Error('must be one emoji');
      return value;
    })
    .example('\u{1f44d}');

const workspaceOf = (request: Request): number => loaded<PlacedComment>(request, 'id').workspace_id;
const commentId = (request: Request): number => Number(request.params.id);

export const commentV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/pages/{id}/comments',
    rules: { access: can(commentPolicies.list, 'id', { opaque: ['block_id'] }), subtree: true },
    options: {
      id: 'comments.list',
      description: 'Comments on a page in the order they were written; answers name their thread as parent_id',
      validate: {
        ...one,
        query: paging({
          resolved: toggle().description('only threads that are, or are not, resolved'),
          block_id: blockId(),
        }),
      },
      response: { schema: Joi.array().items(commentSchema) },
    },
    handler: async (request, h) => {
      const { resolved, block_id } = request.query as { resolved?: boolean; block_id?: string };
      const filter = { resolved, blockId: block_id };
      return pagedAnswer(request, h, await listComments(request.ctx, commentId(request), filter, ...windowOf(request)));
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/pages/{id}/comments',
    rules: { access: can(commentPolicies.add, 'id', { opaque: ['block_id'] }), subtree: true },
    options: {
      id: 'comments.create',
      description: 'Comment on a page or one of its blocks, or answer a comment',
      validate: {
        ...one,
        payload: Joi.object({
          body: bodyField().required(),
          parent_id: id().allow(null),
          block_id: blockId().allow(null),
          quote: Joi.string().allow('').max(QUOTE_MAX).description('the text that the thread is about'),
        })
          .required()
          .example({ body: 'Shall we begin on Monday?' }),
      },
      response: { schema: commentSchema },
    },
    handler: (request) => addComment(request.ctx, loaded<Page>(request, 'id'), request.payload as NewComment) as never,
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/comments/{id}',
    rules: { access: can(commentPolicies.edit, 'id'), subtree: true },
    options: {
      id: 'comments.update',
      description: 'Change the words of an own comment',
      validate: { ...one, payload: Joi.object({ body: bodyField().required() }).required() },
      response: { schema: commentSchema },
    },
    handler: (request) => {
      const { body } = request.payload as { body: string };
      return editComment(request.ctx, commentId(request), workspaceOf(request), body) as never;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/comments/{id}',
    rules: { access: can(commentPolicies.delete, 'id'), subtree: true },
    options: {
      id: 'comments.remove',
      description: 'Delete an own comment, or any as an owner; a first comment with answers stays as an empty place',
      validate: one,
      response: { schema: ok },
    },
    handler: async (request) => {
      await removeComment(request.ctx, commentId(request), workspaceOf(request));
      return { ok: true };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/comments/{id}/resolve',
    rules: { access: can(commentPolicies.resolve, 'id'), subtree: true },
    options: {
      id: 'comments.resolve',
      description: 'Resolve a thread, or with `resolved: false` open it again',
      validate: { ...one, payload: Joi.object({ resolved: Joi.boolean().default(true) }).allow(null) },
      response: { schema: commentSchema },
      plugins: { api: { statuses: [409] } },
    },
    handler: (request) => {
      const { resolved = true } = (request.payload ?? {}) as { resolved?: boolean };
      return resolveThread(request.ctx, commentId(request), workspaceOf(request), resolved) as never;
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/comments/{id}/reactions',
    rules: { access: can(commentPolicies.react, 'id'), subtree: true },
    options: {
      id: 'comments.react',
      description: 'Set or take back a reaction; without `on` it is switched',
      validate: { ...one, payload: Joi.object({ emoji: emojiField().required(), on: Joi.boolean() }).required() },
      response: { schema: commentSchema },
      plugins: { api: { statuses: [409] } },
    },
    handler: (request) =>
      react(
        request.ctx,
        commentId(request),
        workspaceOf(request),
        request.payload as { emoji: string; on?: boolean },
      ) as never,
  }),
  route({
    method: 'GET',
    path: '/api/v2/mentions',
    rules: { access: { list: true, resource: 'page' } },
    options: {
      id: 'mentions.list',
      description: 'Where the caller is mentioned, in pages and comments, newest first',
      validate: { query: paging() },
      response: { schema: Joi.array().items(mentionSchema) },
    },
    handler: async (request, h) => pagedAnswer(request, h, await listMentions(request.ctx, ...windowOf(request))),
  }),
];
