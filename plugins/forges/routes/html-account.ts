// One's own connections with forges as a page of forms: which there are, another one, and one less.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { freshSeconds, requireRecentAuthentication } from '../../../core/http/request-lifecycle.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, params } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { connectByToken, disconnect, requireForge } from '../connection/connection.ts';
import { noForge } from '../connection/connector.ts';
import { FORGE_ACCOUNTS_PAGE } from '../connection/sign-in.ts';
import { connectionStore } from '../connection/store.ts';
import { canConnect } from '../registration/registration.ts';
import { forgeStore } from '../registration/store.ts';
import { connectKey } from './html-sign-in.ts';

const access = { member: true as const };
const DONE = ['connected', 'removed', 'refused'];

interface AccountView {
  /** the forge whose form was refused */
  provider?: string;
  message?: string;
  faults?: Record<string, string>;
}

async function page(request: Request, h: ResponseToolkit, view: AccountView = {}): Promise<ResponseObject> {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const [forges, own] = await Promise.all([forgeStore.all(ctx), connectionStore.of(ctx, userOf(ctx).id)]);
  const title = t('forges.account.title');
  const what = String(request.query.done ?? '');
  const done = DONE.includes(what) && request.method === 'get' ? what : '';
  const answer = h.view('forges/account', {
    title,
    breadcrumb: [{ title: t('auth.settings.title'), href: '/accounts/settings' }, { title }],
    message: done === 'refused' ? t('forges.account.done.refused') : (view.message ?? ''),
    done: done && done !== 'refused' ? t(`forges.account.done.${done}`) : '',
    provider: view.provider ?? '',
    faults: view.faults ?? {},
    none: noForge(ctx),
    fresh: freshSeconds(ctx),
    forges: forges.map((forge) => {
      const connection = own.find(({ forge_id }) => forge_id === forge.id);
      return {
        ...{ key: forge.key, type: forge.type, name: forge.name, address: forge.base_url },
        href: canConnect(forge) ? `${FORGE_ACCOUNTS_PAGE}/${forge.key}/connect?key=${connectKey(request)}` : '',
        connection: connection && {
          ...{ login: connection.login, status: connection.status, kind: connection.kind },
          since: momentText(ctx, connection.created_at),
        },
      };
    }),
  });
  return answer.header('cache-control', 'no-store');
}

const providerIn = (request: Request): string => (request.params as { provider: string }).provider;

const again: ShowAgain = (request, h, { problem, message, faults }) => {
  const { app, locale } = request.ctx;
  const isStale = problem.code === 'reauth_required';
  const text = isStale ? app.messages.text(locale, 'forges.account.confirm') : message;
  return page(request, h, { provider: providerIn(request), message: text, faults });
};

const provider = () => params({ provider: Joi.string().max(100) });

export const forgeAccountRoutes: Route[] = [
  route({
    method: 'GET',
    path: FORGE_ACCOUNTS_PAGE,
    rules: { access, html: true },
    options: { id: 'forge-pages.account', validate: { query: Joi.object({ done: Joi.string().max(20) }) } },
    handler: (request, h) => page(request, h),
  }),
  route({
    method: 'POST',
    path: `${FORGE_ACCOUNTS_PAGE}/{provider}/token`,
    rules: { access, html: true, form: true, session: true, refused: again },
    options: {
      id: 'forge-pages.connect',
      validate: {
        params: provider(),
        payload: Joi.object({ csrf, token: Joi.string().trim().min(1).max(2000).required() }),
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const forge = await requireForge(ctx, providerIn(request));
      requireRecentAuthentication(ctx);
      await connectByToken(ctx, forge, (request.payload as { token: string }).token);
      return h.redirect(`${FORGE_ACCOUNTS_PAGE}?done=connected`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: `${FORGE_ACCOUNTS_PAGE}/{provider}/remove`,
    rules: { access, html: true, form: true, session: true, refused: again },
    options: {
      id: 'forge-pages.disconnect',
      validate: { params: provider(), payload: Joi.object({ csrf }).allow(null) },
    },
    handler: async (request, h) => {
      await disconnect(request.ctx, await requireForge(request.ctx, providerIn(request)));
      return h.redirect(`${FORGE_ACCOUNTS_PAGE}?done=removed`).code(303);
    },
  }),
];
