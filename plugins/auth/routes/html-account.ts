// The account in forms that work without scripts: each post changes one thing and returns to the settings.
import { Readable } from 'node:stream';
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { faultText } from '../../../core/http/localized-errors.ts';
import { invalid, Problem } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { email, id, name, params } from '../../../core/http/schema-fields.ts';
import { inDays } from '../../../core/i18n/calendar-date.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { type AccountChange, changeAccount, proveOneself } from '../accounts.ts';
import { removeAvatar, setAvatar, setAvatarColor } from '../avatar.ts';
import { safeNext } from '../form-redirect.ts';
import { PASSWORD_MAX } from '../passwords/password.ts';
import { presentUser } from '../present.ts';
import { loginName, pageAddress } from '../schemas.ts';
import { endAllSessions, endOtherSessions, endSession, listSessions, reauthenticate } from '../sessions/sessions.ts';
import { addressOf, SETTINGS, SETTINGS_PAGES, type Section, settingsPage } from '../settings-page.ts';
import { tokens, type UserRow, users } from '../store.ts';
import { createToken, revokeToken } from '../tokens.ts';
import { AVATAR_BYTES, timezone } from './browser-account.ts';

const me = { member: true as const };
const csrf = Joi.string().allow('');
const password = () => Joi.string().max(PASSWORD_MAX * 4);
/** empty where a recent sign-in is proof enough */
const current = () => password().empty('');

const saved = (h: ResponseToolkit, what: string, section: Section) => h.redirect(addressOf(section, what)).code(303);

interface Change {
  /** of the address */
  name: 'profile' | 'email' | 'password' | 'color';
  section: Section;
  fields: Record<string, Joi.Schema>;
  run(ctx: Ctx, values: AccountChange & { color?: string }): Promise<unknown>;
}

const changes: Change[] = [
  {
    name: 'profile',
    section: 'profile',
    fields: { full_name: name().required(), login: loginName().required(), timezone: timezone() },
    run: changeAccount,
  },
  {
    name: 'email',
    section: 'email',
    fields: { email: email().required(), current_password: current() },
    run: changeAccount,
  },
  {
    name: 'password',
    section: 'password',
    fields: { password: password().required(), current_password: current() },
    run: changeAccount,
  },
  {
    name: 'color',
    section: 'avatar',
    fields: { color: Joi.string().required() },
    run: (ctx, { color }) => setAvatarColor(ctx, color),
  },
];

const changeRoutes = changes.map(({ name: what, section, fields, run }) =>
  route({
    method: 'POST',
    path: `${SETTINGS}/${what}`,
    rules: { access: me, form: true, html: true, refused: settingsPage.again(section) },
    options: { id: `account-pages.${what}`, validate: { payload: Joi.object({ csrf, ...fields }) } },
    handler: async (request, h) => {
      const { csrf: _, ...values } = request.payload as AccountChange & { csrf?: string };
      const done = (await run(request.ctx, values)) as { pending_email?: string };
      return saved(h, done.pending_email ? 'asked' : what, section);
    },
  }),
);

const avatarRoute = route({
  method: 'POST',
  path: `${SETTINGS}/avatar`,
  rules: { access: me, form: true, html: true, refused: settingsPage.again('avatar') },
  options: {
    id: 'account-pages.avatar',
    payload: {
      multipart: { output: 'stream' },
      allow: ['multipart/form-data'],
      maxBytes: AVATAR_BYTES + 65_536,
      output: 'stream',
      parse: true,
    },
    validate: { payload: Joi.object({ csrf, file: Joi.any() }) },
  },
  handler: async (request, h) => {
    const { file } = request.payload as { file?: unknown };
    if (!(file instanceof Readable)) throw invalid(['body', 'file'], 'was not chosen', 'missing');
    await setAvatar(request.ctx, file, AVATAR_BYTES);
    return saved(h, 'avatar', 'avatar');
  },
});

interface TokenForm {
  name: string;
  scopes?: string;
  days?: string;
  mcp_outward?: 'yes';
  root_page_id?: number;
  current_password?: string;
}

const tokenRoute = route({
  method: 'POST',
  path: `${SETTINGS}/tokens`,
  rules: {
    // What makes the token asks for it, so that the form comes back with its reason.
    access: { ...me, opaque: ['root_page_id'] },
    ...{ form: true, html: true, refused: settingsPage.again('tokens') },
  },
  options: {
    id: 'account-pages.create-token',
    validate: {
      payload: Joi.object({
        csrf,
        name: name(100).required(),
        scopes: Joi.string().max(100),
        days: Joi.valid('30', '90', '365', ''),
        mcp_outward: Joi.valid('yes'),
        root_page_id: pageAddress(),
        current_password: current(),
      }),
    },
  },
  handler: async (request, h) => {
    const { ctx } = request;
    const { name: called, scopes, days, mcp_outward, root_page_id, current_password } = request.payload as TokenForm;
    await proveOneself(ctx, current_password);
    const expires_at = days ? inDays(ctx, Number(days)) : null;
    const made = { name: called, scopes, expires_at, mcp_outward: mcp_outward === 'yes', root_page_id };
    const { token } = await createToken(ctx, made);
    const page = await settingsPage.page(request, h, { section: 'tokens', secret: token });
    // The token is part of this one answer only, so it must not lie in any cache or address.
    return page.header('cache-control', 'no-store');
  },
});

const revocations = (
  [
    { what: 'token', schema: id, end: revokeToken },
    { what: 'session', schema: () => Joi.string().guid(), end: endSession },
  ] as const
).map(({ what, schema, end }) =>
  route({
    method: 'POST',
    path: `${SETTINGS}/${what}s/revoke`,
    rules: {
      access: { ...me, refs: [{ in: 'payload', name: 'id', own: true, resource: what }] },
      form: true,
      html: true,
    },
    options: {
      id: `account-pages.revoke-${what}`,
      validate: { payload: Joi.object({ csrf, id: schema().required() }) },
    },
    handler: async (request, h) => {
      await end(request.ctx, (request.payload as { id: never }).id);
      return saved(h, what, `${what}s`);
    },
  }),
);

async function accountPage(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  const account = presentUser((await users.byId(ctx, userOf(ctx).id)) as UserRow);
  const title = ctx.app.messages.text(ctx.locale, 'auth.account.title');
  const [sessions, own] = await Promise.all([listSessions(ctx), tokens.of(ctx, account.id)]);
  return h.view('auth/account', {
    title,
    breadcrumb: [{ title }],
    account,
    since: momentText(ctx, account.created_at),
    lastLogin: account.last_login_at ? momentText(ctx, account.last_login_at) : '',
    sessionCount: sessions.length,
    tokenCount: own.filter(({ revoked }) => !revoked).length,
  });
}

const endings = (
  [
    { path: 'avatar/remove', name: 'remove-avatar', what: 'unset', section: 'avatar', run: removeAvatar },
    { path: 'sessions/others', name: 'end-others', what: 'sessions', section: 'sessions', run: endOtherSessions },
    { path: 'sessions/all', name: 'end-all', what: 'sessions', section: 'sessions', run: endAllSessions },
  ] as const
).map(({ path, name: called, what, section, run }) =>
  route({
    method: 'POST',
    path: `${SETTINGS}/${path}`,
    rules: { access: me, form: true, html: true },
    options: { id: `account-pages.${called}`, validate: { payload: Joi.object({ csrf }).allow(null) } },
    handler: async (request, h) => {
      await run(request.ctx);
      return saved(h, what, section);
    },
  }),
);

export const accountPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/accounts',
    rules: { access: me, html: true },
    options: { id: 'account-pages.account' },
    handler: accountPage,
  }),
  route({
    method: 'GET',
    path: SETTINGS,
    rules: { access: me, html: true },
    options: { id: 'account-pages.settings', validate: { query: Joi.object({ done: Joi.string().max(20) }) } },
    handler: (request, h) => settingsPage.page(request, h),
  }),
  route({
    method: 'GET',
    path: `${SETTINGS}/{page}`,
    rules: { access: me, html: true },
    options: {
      id: 'account-pages.settings-page',
      validate: {
        params: params({ page: Joi.valid(...Object.keys(SETTINGS_PAGES)) }),
        query: Joi.object({ done: Joi.string().max(20) }),
      },
    },
    handler: (request, h) => settingsPage.page(request, h),
  }),
  route({
    method: 'GET',
    path: '/auth/reauth',
    rules: { access: me, html: true, early: true },
    options: {
      id: 'account-pages.reauth-page',
      validate: { query: Joi.object({ next: Joi.string().allow('').max(2000) }) },
    },
    handler: (request, h) => settingsPage.confirm(request, h, { next: safeNext(request.query.next, SETTINGS) }),
  }),
  route({
    method: 'POST',
    path: '/auth/reauth-form',
    rules: { access: me, form: true, html: true, early: true },
    options: {
      id: 'account-pages.reauth',
      validate: {
        payload: Joi.object({
          csrf,
          password: password().allow('').empty(''),
          code: Joi.string().trim().max(64).empty(''),
          next: Joi.string().allow('').max(2000),
        }),
      },
    },
    handler: async (request, h) => {
      const {
        password: given = '',
        code,
        next,
      } = request.payload as { password?: string; code?: string; next?: string };
      const onward = safeNext(next, SETTINGS);
      try {
        await reauthenticate(request.ctx, code ? { code } : { password: given });
        return h.redirect(onward).code(303);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const { app, locale } = request.ctx;
        const fault = faultText(app.messages, locale, error.message);
        return (await settingsPage.confirm(request, h, { next: onward, fault })).code(error.status);
      }
    },
  }),
  ...changeRoutes,
  avatarRoute,
  tokenRoute,
  ...revocations,
  ...endings,
];
