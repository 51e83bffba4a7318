// The administrator's outbox: mails and what became of them, with the links of those that wait here for want of SMTP.
import type { Request } from '@hapi/hapi';
import { id, paging, params } from '../../../core/fields.ts';
import { momentText } from '../../../core/moment.ts';
import { notFound } from '../../../core/problem.ts';
import { type Route, route } from '../../../core/route.ts';

const ADDRESS = /(https?:\/\/\S+)/;

/** The text in pieces; only addresses of this service become links. */
function pieces(request: Request, text: string): { text: string; href: string }[] {
  const own = `${request.ctx.app.baseUrl}/`;
  return text.split(ADDRESS).map((piece) => ({ text: piece, href: piece.startsWith(own) ? piece : '' }));
}

const words: Record<string, string> = { queued: 'waiting', sent: 'sent', failed: 'failed', kept: 'kept here' };

export const outboxRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/admin/mail',
    rules: { access: { admin: true }, html: true },
    options: { id: 'web.outbox', validate: { query: paging() } },
    handler: async (request, h) => {
      const { ctx } = request;
      const { page, limit } = request.query as { page: number; limit: number };
      const { items, total } = await ctx.app.mail.list(ctx, limit, (page - 1) * limit);
      return h.view('web/outbox', {
        title: 'Mail outbox',
        breadcrumb: [{ title: 'Settings', href: '/settings' }, { title: 'Mail outbox' }],
        kept: !ctx.app.settings.SMTP_URL,
        mails: items.map((mail) => ({ ...mail, at: momentText(ctx, mail.created_at), status: words[mail.status] })),
        page,
        last: Math.max(1, Math.ceil(total / limit)),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/admin/mail/{mail_id}',
    rules: { access: { admin: true, opaque: ['mail_id'] }, html: true },
    options: { id: 'web.outbox-mail', validate: { params: params({ mail_id: id() }) } },
    handler: async (request, h) => {
      const { ctx } = request;
      const mail = await ctx.app.mail.read(ctx, Number(request.params.mail_id));
      if (!mail) throw notFound();
      const { text, ...rest } = mail;
      // The links sign people in: no cache keeps them, and a followed one does not tell where it was found.
      return h
        .view('web/outbox-mail', {
          title: mail.subject,
          breadcrumb: [{ title: 'Mail outbox', href: '/admin/mail' }, { title: mail.subject }],
          mail: { ...rest, at: momentText(ctx, mail.created_at), status: words[mail.status] },
          pieces: pieces(request, text),
        })
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer');
    },
  }),
];
