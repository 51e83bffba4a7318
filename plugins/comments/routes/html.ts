// Comments in the browser: all of a page with its people for the panel, and plain forms for those without scripts.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { atLeast, loaded, roleHere } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { shownMoment } from '../../../core/i18n/relative-time.ts';
import type { Page } from '../../pages/contract.ts';
import { findPeople, peopleOf } from '../mention-candidates.ts';
import { commentPolicies } from '../policies.ts';
import { commentUrl } from '../present.ts';
import { addComment, listComments, removeComment, resolveThread } from '../service.ts';
import type { PlacedComment } from '../store.ts';
import { bodyField } from './v2.ts';

const SHOWN_MAX = 2000;
const path = params({ page_id: id() });
const csrf = Joi.string().allow('');
const formBody = { allow: ['application/x-www-form-urlencoded'] };
const commentPath = params({ comment_id: id() });
const commentOf = (request: Request): PlacedComment => loaded<PlacedComment>(request, 'comment_id');

export const commentPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/pages/{page_id}/comments',
    rules: { access: can(commentPolicies.list, 'page_id') },
    options: {
      id: 'comments.panel',
      description: 'All comments of a page and their people',
      validate: { params: path },
    },
    handler: async (request) => {
      const { ctx } = request;
      const { id: pageId } = loaded<Page>(request, 'page_id');
      const { items, total } = await listComments(ctx, pageId, {}, SHOWN_MAX, 0);
      const role = await roleHere(request, 'page_id');
      const may = { comment: atLeast(role, 'commenter'), remove: atLeast(role, 'owner') };
      const comments = items.map((one) => ({ ...one, moment: shownMoment(ctx, one.created_at) }));
      return { comments, total, people: await peopleOf(ctx, items), may };
    },
  }),
  route({
    method: 'GET',
    path: '/api/pages/{page_id}/comments/people',
    rules: { access: can(commentPolicies.mention, 'page_id') },
    options: {
      id: 'comments.people',
      description: 'Who may be mentioned in a comment on this page',
      validate: { params: path, query: Joi.object({ q: Joi.string().allow('').max(100).default('') }) },
    },
    handler: async (request) => ({
      people: await findPeople(request.ctx, loaded<Page>(request, 'page_id'), String(request.query.q)),
    }),
  }),
  route({
    method: 'POST',
    path: '/pages/{page_id}/comments',
    rules: { access: can(commentPolicies.add, 'page_id'), form: true, html: true },
    options: {
      id: 'comments.add-by-form',
      payload: formBody,
      validate: {
        params: path,
        payload: Joi.object({ body: bodyField().required(), parent_id: id().empty(''), csrf }).required(),
      },
    },
    handler: async (request, h) => {
      const { body, parent_id } = request.payload as { body: string; parent_id?: number };
      // Browsers send lines of a form with CR and LF.
      const input = { body: body.replaceAll('\r\n', '\n'), parent_id };
      return h.redirect(commentUrl(await addComment(request.ctx, loaded<Page>(request, 'page_id'), input))).code(303);
    },
  }),
  route({
    method: 'POST',
    path: '/comments/{comment_id}/resolve',
    rules: { access: can(commentPolicies.resolve, 'comment_id'), form: true, html: true },
    options: {
      id: 'comments.resolve-by-form',
      payload: formBody,
      validate: {
        params: commentPath,
        payload: Joi.object({ resolved: Joi.valid('yes', 'no').required(), csrf }).required(),
      },
    },
    handler: async (request, h) => {
      const { id: commentId, workspace_id } = commentOf(request);
      const { resolved } = request.payload as { resolved: 'yes' | 'no' };
      const comment = await resolveThread(request.ctx, commentId, workspace_id, resolved === 'yes');
      return h.redirect(commentUrl(comment)).code(303);
    },
  }),
  route({
    method: 'POST',
    path: '/comments/{comment_id}/delete',
    rules: { access: can(commentPolicies.delete, 'comment_id'), form: true, html: true },
    options: { id: 'comments.remove-by-form', payload: formBody, validate: { params: commentPath } },
    handler: async (request, h) => {
      const { id: commentId, workspace_id, page_id } = commentOf(request);
      await removeComment(request.ctx, commentId, workspace_id);
      return h.redirect(`/pages/${page_id}#comments`).code(303);
    },
  }),
];
