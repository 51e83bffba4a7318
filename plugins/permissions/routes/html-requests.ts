// Asking for a page that shows itself to others only, all that was shared with one, and the page behind a mailed link.
import Joi from 'joi';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { uniqueKey } from '../../../core/i18n/text-normalization.ts';
import { requestAccess } from '../requests.ts';
import { acceptShared, findShared } from '../shares.ts';

const token = params({ token: Joi.string().max(200) });

export const requestRoutes: Route[] = [
  route({
    method: 'POST',
    // The address at which the page was not found: the form there names no page, so that all such answers are equal.
    path: '/pages/{page_id}',
    // Whoever asks must not learn whether there is such a page, so access does not look.
    rules: { access: { member: true, opaque: ['page_id'] }, form: true },
    options: {
      id: 'requests.ask',
      description: 'Ask those who may share a page for access to it; the answer is the same when there is none',
      validate: { params: params({ page_id: id() }), payload: Joi.object({ csrf }).allow(null) },
    },
    handler: async (request, h) => {
      await requestAccess(request.ctx, Number(request.params.page_id));
      const isForm = String(request.mime ?? '').includes('urlencoded');
      return isForm ? h.redirect('/access-requests').code(303) : { ok: true };
    },
  }),
  route({
    method: 'GET',
    path: '/access-requests',
    rules: { access: { member: true }, html: true },
    options: { id: 'requests.page' },
    handler: ({ ctx }, h) =>
      h.view('permissions/asked', { title: ctx.app.messages.text(ctx.locale, 'permissions.asked.title') }),
  }),
  route({
    method: 'GET',
    path: '/shared',
    rules: { access: { member: true }, html: true },
    // A tab of the library; the address stands in mails.
    options: { id: 'shared.all' },
    handler: (_request, h) => h.redirect('/library?tab=shared'),
  }),
  route({
    method: 'GET',
    path: '/shared/{token}',
    rules: { access: { public: true, because: 'the link of the mail is the proof' }, html: true },
    options: { id: 'shared.page', validate: { params: token } },
    handler: async (request, h) => {
      const { ctx } = request;
      const given = (request.params as { token: string }).token;
      const found = await findShared(ctx, given);
      const mine = ctx.actor.type === 'user' && found && uniqueKey(ctx.actor.email) === found.email_key;
      return h
        .view('permissions/shared', {
          title: ctx.app.messages.text(ctx.locale, 'permissions.shared.title'),
          token: given,
          found: found ? { title: found.title, email: found.email, role: found.role } : null,
          mine: Boolean(mine),
        })
        .code(found ? 200 : 404)
        .header('cache-control', 'no-store');
    },
  }),
  route({
    method: 'POST',
    path: '/shared/{token}',
    rules: { access: { member: true }, form: true },
    options: {
      id: 'shared.accept',
      description: 'Take what was shared with one’s address',
      validate: { params: token },
    },
    handler: async (request, h) => {
      const pageId = await acceptShared(request.ctx, (request.params as { token: string }).token);
      if (pageId === undefined) throw notFound();
      const isForm = String(request.mime ?? '').includes('urlencoded');
      return isForm ? h.redirect(`/pages/${pageId}`).code(303) : { ok: true, page_id: pageId };
    },
  }),
];
