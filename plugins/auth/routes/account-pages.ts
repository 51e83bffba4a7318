// The account in forms that work without scripts: each post changes one thing and returns to the settings.
import { Readable } from 'node:stream';
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { userOf } from '../../../core/context.ts';
import { email, id, name } from '../../../core/fields.ts';
import { requireRecentAuthentication } from '../../../core/lifecycle.ts';
import { momentText } from '../../../core/moment.ts';
import { invalid, Problem } from '../../../core/problem.ts';
import { type Route, route } from '../../../core/route.ts';
import { details, validationProblem } from '../../../core/validation.ts';
import { type AccountChange, changeAccount } from '../accounts.ts';
import { setAvatar, setAvatarColor } from '../avatar.ts';
import { safeNext } from '../form.ts';
import { presentUser } from '../present.ts';
import { endSession, reauthenticate } from '../sessions.ts';
import { type Section, settingsPage } from '../settings-page.ts';
import { type UserRow, users } from '../store.ts';
import { createToken, revokeToken } from '../tokens.ts';
import { AVATAR_BYTES, timezone } from './account.ts';
import { loginName } from './register.ts';

const me = { member: true as const };
const SETTINGS = '/accounts/settings';
const csrf = Joi.string().allow('');
const text = () => Joi.string().allow('').max(5000).default('');

type Values = Record<string, string>;

/** Checks what was typed only here, so that the reasons can stand beside the fields. @throws Problem validation_failed */
function fit(schema: Record<string, Joi.Schema>, values: Values): Values {
  const { value, error } = Joi.object(schema).validate(values, { abortEarly: false });
  if (error) throw validationProblem(details('body', error));
  return value;
}

const typed = (request: Request): Values => {
  const { csrf: _, ...values } = request.payload as Values;
  return values;
};

const saved = (h: ResponseToolkit, what: string, section: Section) =>
  h.redirect(`${SETTINGS}?done=${what}#${section}`).code(303);

interface Change {
  section: 'profile' | 'email' | 'password' | 'color';
  fields: string[];
  run(request: Request, values: Values): Promise<unknown>;
}

const optional = (value: string | undefined): string | undefined => value || undefined;

const changes: Change[] = [
  {
    section: 'profile',
    fields: ['full_name', 'login', 'timezone'],
    run: ({ ctx }, values) => {
      const schema = { full_name: name().required(), login: loginName().required(), timezone: timezone() };
      return changeAccount(ctx, fit(schema, values));
    },
  },
  {
    section: 'email',
    fields: ['email', 'current_password'],
    run: ({ ctx }, { email: address = '', current_password }) =>
      changeAccount(ctx, {
        ...(fit({ email: email().required() }, { email: address }) as AccountChange),
        current_password: optional(current_password),
      }),
  },
  {
    section: 'password',
    fields: ['new_password', 'current_password'],
    run: async ({ ctx }, { new_password = '', current_password }) => {
      try {
        await changeAccount(ctx, { password: new_password, current_password: optional(current_password) });
      } catch (error) {
        const weak = error instanceof Problem && error.extra.validation?.[0];
        throw weak ? invalid(['body', 'new_password'], weak.msg) : error;
      }
    },
  },
  { section: 'color', fields: ['color'], run: ({ ctx }, values) => setAvatarColor(ctx, values.color) },
];

const changeRoutes = changes.map(({ section, fields, run }) =>
  route({
    method: 'POST',
    path: `${SETTINGS}/${section}`,
    rules: { access: me, form: true, html: true },
    options: {
      id: `account-pages.${section}`,
      validate: { payload: Joi.object({ csrf, ...Object.fromEntries(fields.map((field) => [field, text()])) }) },
    },
    handler: async (request, h) => {
      const values = typed(request);
      try {
        await run(request, values);
        return saved(h, section, section === 'color' ? 'avatar' : section);
      } catch (error) {
        return settingsPage.refused(request, h, error, { section, values });
      }
    },
  }),
);

const avatarRoute = route({
  method: 'POST',
  path: `${SETTINGS}/avatar`,
  rules: { access: me, form: true, html: true },
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
    try {
      if (!(file instanceof Readable)) throw invalid(['body', 'file'], 'was not chosen', 'missing');
      await setAvatar(request.ctx, file, AVATAR_BYTES);
      return saved(h, 'avatar', 'avatar');
    } catch (error) {
      return settingsPage.refused(request, h, error, { section: 'avatar', values: {} });
    }
  },
});

const DAY_MS = 86_400_000;
const lifetimes = { '30': 30, '90': 90, '365': 365 } as const;

const tokenRoute = route({
  method: 'POST',
  path: `${SETTINGS}/tokens`,
  rules: { access: me, form: true, html: true },
  options: {
    id: 'account-pages.create-token',
    validate: { payload: Joi.object({ csrf, name: text(), scopes: text(), days: text() }) },
  },
  handler: async (request, h) => {
    const { ctx } = request;
    const values = typed(request);
    try {
      const { name: called, scopes } = fit(
        { name: name(100).required(), scopes: Joi.string().max(100), days: Joi.any() },
        values,
      );
      requireRecentAuthentication(ctx);
      const days = lifetimes[values.days as keyof typeof lifetimes];
      const expires_at = days ? new Date(Date.parse(ctx.now()) + days * DAY_MS).toISOString() : null;
      const { token } = await createToken(ctx, { name: called, scopes, expires_at });
      // The token is part of this one answer only, so it must not lie in any cache or address.
      return (await settingsPage.page(request, h, { section: 'tokens', secret: token })).header(
        'cache-control',
        'no-store',
      );
    } catch (error) {
      return settingsPage.refused(request, h, error, { section: 'tokens', values });
    }
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

export const accountPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/accounts',
    rules: { access: me, html: true },
    options: { id: 'account-pages.account' },
    handler: async (request, h) => {
      const { ctx } = request;
      const account = presentUser((await users.byId(ctx, userOf(ctx).id)) as UserRow);
      const since = momentText(ctx, account.created_at);
      return h.view('auth/account', { title: 'Account', breadcrumb: [{ title: 'Account' }], account, since });
    },
  }),
  route({
    method: 'GET',
    path: SETTINGS,
    rules: { access: me, html: true },
    options: { id: 'account-pages.settings', validate: { query: Joi.object({ done: Joi.string().max(20) }) } },
    handler: (request, h) => settingsPage.page(request, h),
  }),
  route({
    method: 'POST',
    path: '/auth/reauth-form',
    rules: { access: me, form: true, html: true },
    options: {
      id: 'account-pages.reauth',
      validate: { payload: Joi.object({ csrf, password: text(), next: text() }) },
    },
    handler: async (request, h) => {
      const { password = '', next } = typed(request);
      const onward = safeNext(next, SETTINGS);
      try {
        await reauthenticate(request.ctx, password);
        return h.redirect(onward).code(303);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const fault = error.code === 'unauthorized' ? 'is wrong' : `was not checked: ${error.message}`;
        return settingsPage.confirm(h, { next: onward, fault }).code(error.status);
      }
    },
  }),
  ...changeRoutes,
  avatarRoute,
  tokenRoute,
  ...revocations,
];
