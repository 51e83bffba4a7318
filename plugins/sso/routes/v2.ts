// Single sign-on in the public API, for administrators.
import Joi from 'joi';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { paging } from '../../../core/http/schema-fields.ts';
import { workspaces } from '../../workspaces/contract.ts';
import {
  disableSignOn,
  merged,
  presentSettings,
  type SettingsInput,
  saveSettings,
} from '../configuration/configuration.ts';
import { SSO_OPAQUE_NAMES, settingsAnswer, ssoSettingsBody } from '../configuration/schema.ts';
import { ssoSettingsStore } from '../configuration/store.ts';
import { historyStore } from '../history/store.ts';
import { synchronize } from '../synchronization.ts';
import { checkSettings } from '../trial-run.ts';

const access = { admin: true as const };
const named = { admin: true as const, opaque: SSO_OPAQUE_NAMES };
/** A token of an administrator is proof enough; a browser session has to be fresh. */
const writing = { scope: 'write' as const, reauth: 'sessions' as const };
const reading = { scope: 'read' as const };

const PATH = '/api/v2/sso';

const configRoutes = [
  route({
    method: 'GET',
    path: `${PATH}/config`,
    rules: { access, ...reading },
    options: {
      id: 'sso.config',
      description: 'How single sign-on is set up, without secrets',
      response: { schema: settingsAnswer },
    },
    handler: async ({ ctx }) => (await presentSettings(ctx, await ssoSettingsStore.read(ctx))) as never,
  }),
  ...(['PUT', 'POST'] as const).map((method) =>
    route({
      method,
      path: `${PATH}/config`,
      rules: { access: named, ...writing },
      options: {
        id: method === 'PUT' ? 'sso.configure' : 'sso.configure-by-post',
        description:
          'Replace the settings; what is left out has its default, a secret that is left out stays while the issuer does',
        validate: { payload: ssoSettingsBody.required() },
        response: { schema: settingsAnswer },
      },
      handler: async ({ ctx, payload }) =>
        (await presentSettings(ctx, await saveSettings(ctx, payload as SettingsInput))) as never,
    }),
  ),
  route({
    method: 'DELETE',
    path: `${PATH}/config`,
    rules: { access, ...writing },
    options: {
      id: 'sso.disable',
      description: 'Switch single sign-on off; the settings stay, and passwords work again',
      response: { schema: settingsAnswer },
    },
    handler: async ({ ctx }) => (await presentSettings(ctx, await disableSignOn(ctx))) as never,
  }),
];

const count = () => Joi.number().integer().required();
const membership = { user_id: count(), workspace_id: count() };

export const ssoV2Routes: Route[] = [
  ...configRoutes,
  route({
    method: 'POST',
    path: `${PATH}/test`,
    rules: { access: named, ...writing },
    options: {
      id: 'sso.test',
      description:
        'Ask the provider what it says of itself, with settings that need not be saved; without a body, those that are',
      validate: { payload: ssoSettingsBody.allow(null) },
      response: {
        schema: Joi.object({
          ok: Joi.boolean().required(),
          checks: Joi.array()
            .items(
              Joi.object({
                provider: Joi.string().required(),
                name: Joi.string().required(),
                ok: Joi.boolean().required(),
                detail: Joi.string().required().allow(''),
              }),
            )
            .required(),
        }),
      },
    },
    handler: async ({ ctx, payload }) => {
      const before = await ssoSettingsStore.read(ctx);
      const tried = payload ? merged(payload as SettingsInput, before) : before;
      return (await checkSettings(ctx, tried)) as never;
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/workspaces`,
    rules: { access, ...reading },
    options: {
      id: 'sso.workspaces',
      description: 'Workspaces that groups and newcomers can be given roles in',
      validate: { query: paging() },
      response: {
        schema: Joi.array().items(
          Joi.object({ id: count(), name: Joi.string().required(), slug: Joi.string().required() }),
        ),
      },
    },
    handler: async (request, h) => {
      const all = await request.ctx.use(workspaces).all(request.ctx);
      const [limit, offset] = windowOf(request);
      const items = all.slice(offset, offset + limit).map(({ id, name, slug }) => ({ id, name, slug }));
      return pagedAnswer(request, h, { items, total: all.length });
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/sync`,
    rules: { access, scope: 'write' },
    options: {
      id: 'sso.sync',
      description: 'Bring the roles of everybody who came by a provider in line with the groups of their last sign-in',
      validate: {
        payload: Joi.object({ dry_run: Joi.boolean().description('only say what would change') }).allow(null),
      },
      response: {
        schema: Joi.object({
          ok: Joi.valid(true).required(),
          users: count(),
          changed: count(),
          kept: Joi.array()
            .items(Joi.object({ ...membership, reason: Joi.string().required() }))
            .required(),
          changes: Joi.array()
            .items(Joi.object({ ...membership, role: Joi.string().required().allow(null) }))
            .required(),
        }),
      },
    },
    handler: async ({ ctx, payload }) =>
      ({ ok: true, ...(await synchronize(ctx, (payload as { dry_run?: boolean } | null)?.dry_run === true)) }) as never,
  }),
  route({
    method: 'GET',
    path: `${PATH}/history`,
    rules: { access, ...reading },
    options: {
      id: 'sso.history',
      description: 'Sign-ins at providers, newest first; kept 180 days',
      validate: { query: paging({ limit: Joi.number().integer().min(1).max(200).default(50) }) },
      response: {
        schema: Joi.array().items(
          Joi.object({
            id: count(),
            created_at: Joi.string().required(),
            provider: Joi.string().required(),
            outcome: Joi.valid('attempt', 'success', 'rejected').required(),
            reason: Joi.string().required().allow(''),
            user_id: Joi.number().integer().required().allow(null),
            ...Object.fromEntries(
              ['subject', 'email', 'ip_address', 'user_agent', 'request_id'].map((name) => [
                name,
                Joi.string().required().allow(''),
              ]),
            ),
          }).meta({ title: 'SsoAttempt' }),
        ),
      },
    },
    handler: async (request, h) => pagedAnswer(request, h, await historyStore.page(request.ctx, ...windowOf(request))),
  }),
];
