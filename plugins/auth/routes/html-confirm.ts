// Proving an address: the page behind the link of the mail, another link, and taking a change of address back.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, params } from '../../../core/http/schema-fields.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { askAgain, confirmAddress, dropChange, findConfirmation } from '../email-addresses.ts';
import { formAnswer } from '../form-redirect.ts';
import { addressOf, SETTINGS, settingsPage } from '../settings-page.ts';

const byLink = { public: true as const, because: 'the link of the mail is the proof' };
const me = { member: true as const };
const PATH = '/auth/confirm/{token}';
const token = params({ token: Joi.string().max(200) });
const tokenOf = (request: Request): string => (request.params as { token: string }).token;

async function linkPage(request: Request, h: ResponseToolkit, message = '') {
  const { ctx } = request;
  const found = await findConfirmation(ctx, tokenOf(request));
  const isMine = ctx.actor.type !== 'user' || ctx.actor.id === found?.user_id;
  // The address holds a secret: no cache keeps it, and no other site hears of it.
  return h
    .view('auth/confirm', {
      title: ctx.app.messages.text(ctx.locale, 'auth.confirm.title'),
      token: tokenOf(request),
      found: found ?? null,
      isMine,
      message,
    })
    .code(found ? 200 : 404)
    .header('cache-control', 'no-store');
}

const showAgain: ShowAgain = (request, h, { message }) => linkPage(request, h, message);

const mailRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: byLink, html: true },
    options: { id: 'auth.confirm-page', validate: { params: token } },
    async handler(request, h) {
      const { actor } = request.ctx;
      const found = await findConfirmation(request.ctx, tokenOf(request));
      // Programs that look at mails open their links, too, but never with the session of the account.
      if (!found || actor.type !== 'user' || actor.id !== found.user_id) return linkPage(request, h);
      await confirmAddress(request.ctx, tokenOf(request));
      return h.redirect(addressOf('email', 'confirmed'));
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access: byLink, form: true, refused: showAgain },
    options: {
      id: 'auth.confirm',
      description: 'Confirm an email address with the token of the mail, signed in or not',
      validate: { params: token, payload: Joi.object({ csrf }).allow(null) },
    },
    async handler(request, h) {
      await confirmAddress(request.ctx, tokenOf(request));
      const next = request.ctx.actor.type === 'user' ? addressOf('email', 'confirmed') : '/auth/confirmed';
      return formAnswer(request, h, { ok: true }, next);
    },
  }),
  route({
    method: 'GET',
    path: '/auth/confirmed',
    rules: { access: { public: true, because: 'people who are signed out confirm their address' }, html: true },
    options: { id: 'auth.confirmed-page' },
    handler: ({ ctx }, h) =>
      h.view('auth/confirmed', { title: ctx.app.messages.text(ctx.locale, 'auth.confirm.done') }),
  }),
];

const ownRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/settings/email/confirm',
    rules: { access: me, session: true },
    options: { id: 'account.confirm-email', description: 'Mail another link that confirms the address' },
    async handler({ ctx }) {
      await askAgain(ctx);
      return { ok: true };
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/settings/email/confirm',
    rules: { access: me, session: true },
    options: { id: 'account.keep-email', description: 'Keep the address: a change that waits comes to nothing' },
    async handler({ ctx }) {
      await dropChange(ctx, userOf(ctx).id);
      return { ok: true };
    },
  }),
];

const formRoutes: Route[] = (
  [
    { name: 'again', run: askAgain },
    { name: 'keep', run: (ctx) => dropChange(ctx, userOf(ctx).id) },
  ] satisfies { name: string; run: typeof askAgain }[]
).map(({ name, run }) =>
  route({
    method: 'POST',
    path: `${SETTINGS}/email/${name}`,
    rules: { access: me, form: true, html: true, refused: settingsPage.again('email') },
    options: { id: `account-pages.email-${name}`, validate: { payload: Joi.object({ csrf }).allow(null) } },
    async handler(request, h) {
      await run(request.ctx);
      return h.redirect(addressOf('email', name === 'again' ? 'asked' : 'kept')).code(303);
    },
  }),
);

export const confirmRoutes: Route[] = [...mailRoutes, ...ownRoutes, ...formRoutes];
