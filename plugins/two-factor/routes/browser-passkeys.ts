// Passkeys over JSON: made, listed, renamed and removed by their owner, and used to sign in or to prove oneself again.
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { Problem } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, name, params } from '../../../core/http/schema-fields.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { accounts, signIn, throttle } from '../../auth/contract.ts';
import { addressCounter, countAttempt } from '../attempt-limits.ts';
import {
  checkPasskey,
  presentPasskey,
  registerPasskey,
  registrationOptions,
  removePasskey,
  usageOptions,
} from '../passkeys.ts';
import { pendingAccount } from '../second-step.ts';
import { type PasskeyRow, passkeys } from '../store.ts';

const access = { member: true as const };
const open = { public: true as const, because: 'the passkey is the proof' };
const own = { own: true as const, resource: 'passkey', param: 'passkey_id' };
const passkeyName = () => name(100);
const credential = () => Joi.object().unknown();

const ownRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/auth/passkeys',
    rules: { access, session: true },
    options: { id: 'passkeys.list', description: 'Passkeys of the caller' },
    handler: async ({ ctx }) => ({ passkeys: (await passkeys.of(ctx, userOf(ctx).id)).map(presentPasskey) }),
  }),
  route({
    method: 'POST',
    path: '/auth/passkeys/setup',
    rules: { access, session: true, reauth: true, early: true },
    options: { id: 'passkeys.setup', description: 'Options for navigator.credentials.create' },
    handler: async ({ ctx }) => ({ ok: true, options: await registrationOptions(ctx) }),
  }),
  route({
    method: 'POST',
    path: '/auth/passkeys',
    rules: { access, session: true, reauth: true, early: true },
    options: {
      id: 'passkeys.create',
      description: 'Keep a passkey that the browser made',
      validate: {
        payload: Joi.object({ name: passkeyName().required(), passkey: credential().required() }).required(),
      },
    },
    handler: async ({ ctx, payload }) => {
      const { name: called, passkey } = payload as { name: string; passkey: object };
      return { ok: true, ...presentPasskey(await registerPasskey(ctx, passkey, called)) };
    },
  }),
  route({
    method: 'PATCH',
    path: '/auth/passkeys/{passkey_id}',
    rules: { access: own, session: true },
    options: {
      id: 'passkeys.rename',
      description: 'Rename a passkey',
      validate: {
        params: params({ passkey_id: id() }),
        payload: Joi.object({ name: passkeyName().required() }).required(),
      },
    },
    handler: async (request) => {
      const row = loaded<PasskeyRow>(request, 'passkey_id');
      const { name: called } = request.payload as { name: string };
      await request.ctx.tx(async (tx) => void (await passkeys.rename(tx, row.id, called)));
      return { ok: true, ...presentPasskey({ ...row, name: called }) };
    },
  }),
  route({
    method: 'DELETE',
    path: '/auth/passkeys/{passkey_id}',
    rules: { access: own, session: true, reauth: true },
    options: {
      id: 'passkeys.remove',
      description: 'Remove a passkey',
      validate: { params: params({ passkey_id: id() }) },
    },
    handler: async (request) => {
      await removePasskey(request.ctx, loaded<PasskeyRow>(request, 'passkey_id'));
      return { ok: true };
    },
  }),
  route({
    method: 'POST',
    path: '/auth/passkeys/reauth-options',
    rules: { access, session: true, early: true },
    options: { id: 'passkeys.reauth-options', description: 'Options for proving oneself again with a passkey' },
    handler: async ({ ctx }) => ({ ok: true, options: await usageOptions(ctx, 'reauth', userOf(ctx).id) }),
  }),
];

/** Strangers make these, and each is a row. */
const OPTIONS_LIMIT = { limit: 60, seconds: 60 };

export const passkeyRoutes: Route[] = [
  ...ownRoutes,
  route({
    method: 'POST',
    path: '/auth/passkeys/login-options',
    rules: { access: open },
    options: {
      id: 'passkeys.login-options',
      description: 'Options for signing in with a passkey; with a pending token, for the second step',
      validate: { payload: Joi.object({ pending_token: Joi.string().max(200) }).allow(null) },
    },
    handler: async ({ ctx, payload }) => {
      await ctx.use(throttle).take(ctx, [{ key: `passkey:ip:${ctx.address}`, ...OPTIONS_LIMIT }]);
      const { pending_token: token } = (payload ?? {}) as { pending_token?: string };
      if (token === undefined) return { ok: true, options: await usageOptions(ctx, 'login', null) };
      return { ok: true, options: await usageOptions(ctx, 'second', await pendingAccount(ctx, token)) };
    },
  }),
  route({
    method: 'POST',
    path: '/auth/passkeys/login',
    rules: { access: open },
    options: {
      id: 'passkeys.login',
      description: 'Sign in with a passkey, without a password',
      validate: { payload: Joi.object({ passkey: credential().required() }).required() },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const { passkey } = request.payload as { passkey: object };
      const userId = await countAttempt(ctx, [addressCounter(ctx)], () =>
        checkPasskey(ctx, passkey, 'login', null),
      ).catch(async (error: unknown) => {
        if (error instanceof Problem && error.code === 'unauthorized') await ctx.use(signIn).admit(ctx, undefined);
        throw error;
      });
      const user = await ctx.use(accounts).byId(ctx, userId);
      return ctx.use(signIn).open(request, h.response({ ok: true, user }), userId, { via: 'passkey' });
    },
  }),
];
