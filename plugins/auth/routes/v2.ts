// Accounts and tokens in the public API.
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { requireRecentAuthentication } from '../../../core/http/request-lifecycle.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, name, paging, params } from '../../../core/http/schema-fields.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { type AccountChange, changeAccount, knownPage } from '../accounts.ts';
import { newTokenRefs, userPolicies } from '../policies.ts';
import { newTokenSchema, presentToken, presentUser, tokenSchema, userSchema } from '../present.ts';
import { loginName, tokenBody } from '../schemas.ts';
import { isProvidersOnly, waysIn } from '../sessions/login-page.ts';
import { type TokenRow, tokens, type UserRow, users } from '../store.ts';
import { createToken, revokeToken, type TokenInput } from '../tokens.ts';

const ok = Joi.object({ ok: Joi.valid(true).required() });

export const accountV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/users',
    rules: { access: { list: true, resource: 'user' } },
    options: {
      id: 'users.list',
      description: 'People the caller shares a workspace with',
      validate: { query: paging({ q: Joi.string().max(100).allow('') }) },
      response: { schema: Joi.array().items(userSchema) },
    },
    handler: async (request, h) => {
      const [limit, offset] = windowOf(request);
      const { items, total } = await knownPage(request.ctx, String(request.query.q ?? ''), limit, offset);
      return pagedAnswer(request, h, { items: items.map(presentUser), total });
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/me',
    rules: { access: { member: true }, subtree: true },
    options: { id: 'users.me', description: 'The caller', response: { schema: userSchema } },
    handler: async (request) => presentUser((await users.byId(request.ctx, userOf(request.ctx).id)) as UserRow),
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/users/me',
    rules: { access: { member: true } },
    options: {
      id: 'users.update-me',
      description: 'Change name, login and time zone of the caller',
      validate: {
        payload: Joi.object({
          full_name: name(),
          login: loginName(),
          timezone: Joi.string().allow('').max(100),
        }).required(),
      },
      response: { schema: userSchema },
    },
    handler: (request) => changeAccount(request.ctx, request.payload as AccountChange) as never,
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/{id}',
    rules: { access: can(userPolicies.view, 'id') },
    options: {
      id: 'users.get',
      description: 'One person',
      validate: { params: params({ id: id() }) },
      response: { schema: userSchema },
    },
    handler: (request) => presentUser(loaded<UserRow>(request, 'id')) as never,
  }),
  route({
    method: 'GET',
    path: '/api/v2/tokens',
    rules: { access: { list: true, resource: 'token' }, recorded: true },
    options: {
      id: 'tokens.list',
      description: 'Tokens of the caller',
      validate: { query: paging() },
      response: { schema: Joi.array().items(tokenSchema) },
    },
    handler: async (request, h) => {
      const { items, total } = await tokens.page(request.ctx, userOf(request.ctx).id, ...windowOf(request));
      return pagedAnswer(request, h, { items: items.map(presentToken), total });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/tokens',
    rules: { access: { member: true, refs: newTokenRefs } },
    options: {
      id: 'tokens.create',
      description: 'Create a token, no wider and no longer-lived than the one used; `token` is shown once',
      validate: { payload: tokenBody.allow(null) },
      response: { schema: newTokenSchema },
    },
    handler: (request) => {
      const { ctx } = request;
      // A bearer token is bounded by itself; a browser session must have proved itself lately.
      if (userOf(ctx).tokenId === undefined) requireRecentAuthentication(ctx);
      return createToken(ctx, (request.payload ?? {}) as TokenInput) as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/tokens/{id}',
    rules: { access: { own: true, resource: 'token', param: 'id' }, recorded: true },
    options: {
      id: 'tokens.get',
      description: 'One token of the caller',
      validate: { params: params({ id: id() }) },
      response: { schema: tokenSchema },
    },
    handler: (request) => presentToken(loaded<TokenRow>(request, 'id')) as never,
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/tokens/{id}',
    rules: { access: { own: true, resource: 'token', param: 'id' }, whileReadOnly: true },
    options: {
      id: 'tokens.revoke',
      description: 'Revoke a token and all it made',
      validate: { params: params({ id: id() }) },
      response: { schema: ok },
    },
    handler: async (request) => {
      await revokeToken(request.ctx, (request.params as { id: number }).id);
      return { ok: true } as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/sso/providers',
    rules: { access: { public: true, because: 'the login page asks which buttons to show' } },
    options: {
      id: 'sso.providers',
      description: 'Sign-in providers for login buttons',
      response: {
        schema: Joi.object({
          providers: Joi.array()
            .items(Joi.object({ id: Joi.string(), type: Joi.string(), name: Joi.string(), login_url: Joi.string() }))
            .required(),
          sso_only: Joi.boolean().required(),
        }),
      },
    },
    handler: async ({ ctx }) => ({ providers: await waysIn(ctx), sso_only: await isProvidersOnly(ctx) }),
  }),
];
