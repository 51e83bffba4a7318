// The administrator's outbox: mails and what became of them, with the links of those that wait here for want of SMTP.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { windowOf } from '../../../core/http/pagination.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { sendTestMail } from '../maintenance.ts';
import { adminPage, listPagination } from '../page-layout.ts';

const ADDRESS = /(https?:\/\/\S+)/;

/** The text in pieces; only addresses of this service become links. */
function partsOf(request: Request, text: string): { text: string; href: string }[] {
  const own = `${request.ctx.app.baseUrl}/`;
  return text.split(ADDRESS).map((piece) => ({ text: piece, href: piece.startsWith(own) ? piece : '' }));
}

export const mailRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/admin/mail',
    rules: { access: { admin: true }, html: true },
    options: { id: 'admin-pages.mails', validate: { query: paging({ done: Joi.string().max(20) }) } },
    handler: async (request, h) => {
      const { ctx } = request;
      const { items, total } = await ctx.app.mail.list(ctx, ...windowOf(request));
      return adminPage(request, h, 'mail', {
        template: 'mails',
        kept: !ctx.app.settings.SMTP_URL,
        mails: items.map((mail) => ({ ...mail, at: momentText(ctx, mail.created_at) })),
        ...listPagination(request, total, '/admin/mail?'),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/admin/mail/{mail_id}',
    rules: { access: { admin: true, opaque: ['mail_id'] }, html: true },
    options: { id: 'admin-pages.mail', validate: { params: params({ mail_id: id() }) } },
    handler: async (request, h) => {
      const { ctx } = request;
      const mail = await ctx.app.mail.read(ctx, Number(request.params.mail_id));
      if (!mail) throw notFound();
      const { text, ...rest } = mail;
      // The links sign people in: no cache keeps them, and a followed one does not tell where it was found.
      return adminPage(request, h, 'mail', {
        title: mail.subject,
        mail: { ...rest, at: momentText(ctx, mail.created_at) },
        parts: partsOf(request, text),
      }).header('cache-control', 'no-store');
    },
  }),
  route({
    method: 'POST',
    path: '/admin/mail/test',
    rules: { access: { admin: true }, html: true, form: true },
    options: {
      id: 'admin-pages.test-mail',
      validate: { payload: Joi.object({ csrf: Joi.string().allow('') }).allow(null) },
    },
    handler: async ({ ctx }, h) => {
      const { email, fullName } = userOf(ctx);
      await sendTestMail(ctx, { address: email, name: fullName });
      return h.redirect('/admin/mail?done=tested').code(303);
    },
  }),
];
