// One's own connections with providers: which there are, another one, and one less.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { freshSeconds, requireRecentAuthentication } from '../../../core/http/request-lifecycle.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { currentSettings } from '../configuration/current.ts';
import { disconnectIdentities } from '../identity/disconnection.ts';
import { SSO_ACCOUNT_PAGE } from '../identity/purpose.ts';
import { identityStore } from '../identity/store.ts';
import { enabledProviders, providers } from '../provider-list.ts';
import { connectToken } from './html-purposes.ts';

const access = { member: true as const };

async function page(request: Request, h: ResponseToolkit, message = ''): Promise<ResponseObject> {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const { settings } = await currentSettings(ctx);
  const enabled = enabledProviders(settings);
  // Those of forges have a card of their own.
  const own = (await identityStore.of(ctx, userOf(ctx).id)).filter(({ provider }) => provider in providers);
  const title = t('sso.account.title');
  const key = connectToken(request);
  const done = request.query.done === 'connected' || request.query.done === 'removed' ? request.query.done : '';
  return h.view('sso/account', {
    title,
    breadcrumb: [{ title: t('auth.settings.title'), href: '/accounts/settings' }, { title }],
    message,
    done: done && !message ? t(`sso.account.done.${done}`) : '',
    fresh: freshSeconds(ctx),
    identities: own.map((one) => ({
      ...one,
      name: enabled.find((provider) => provider.id === one.provider)?.nameOf(settings) ?? one.issuer,
      used: momentText(ctx, one.last_login_at),
    })),
    ways: enabled.map((provider) => ({
      name: provider.nameOf(settings),
      href: `/auth/sso/${provider.id}/connect?key=${key}`,
    })),
  });
}

const again: ShowAgain = (request, h, { message }) => page(request, h, message);

export const ssoConnectionRoutes: Route[] = [
  route({
    method: 'GET',
    path: SSO_ACCOUNT_PAGE,
    rules: { access, html: true },
    options: { id: 'sso-pages.account', validate: { query: Joi.object({ done: Joi.string().max(20) }) } },
    handler: (request, h) => page(request, h),
  }),
  route({
    method: 'POST',
    path: `${SSO_ACCOUNT_PAGE}/remove`,
    rules: {
      access: { ...access, refs: [{ in: 'payload', name: 'identity_id', own: true, resource: 'sign-on-identity' }] },
      html: true,
      form: true,
      refused: again,
    },
    options: {
      id: 'sso-pages.disconnect',
      validate: { payload: Joi.object({ csrf, identity_id: id().required() }) },
    },
    handler: async ({ ctx, payload }, h) => {
      requireRecentAuthentication(ctx);
      const { identity_id } = payload as { identity_id: number };
      await ctx.tx((tx) => disconnectIdentities(tx, userOf(tx).id, ({ id: own }) => own === identity_id));
      return h.redirect(`${SSO_ACCOUNT_PAGE}?done=removed`).code(303);
    },
  }),
];
