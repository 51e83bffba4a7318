// Signing in and out, proving oneself again, and forgotten passwords.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { userOf } from '../../../core/context.ts';
import { email } from '../../../core/fields.ts';
import { header } from '../../../core/header.ts';
import { type Route, route } from '../../../core/route.ts';
import { formAnswer, safeNext } from '../form.ts';
import { login } from '../login.ts';
import { PASSWORD_MAX } from '../password.ts';
import { presentUser, userSchema } from '../present.ts';
import { requestReset, resetPassword } from '../recovery.ts';
import {
  checkLogin,
  dropCookies,
  endSession,
  giveCookies,
  openSession,
  reauthenticate,
  userAgentOf,
} from '../sessions.ts';
import { type UserRow, users } from '../store.ts';

const open = (because: string) => ({ public: true as const, because });
const password = () => Joi.string().max(PASSWORD_MAX * 4);

/** A link on another site must not sign people out: their browser says where the click came from. */
const isOwnClick = (request: Request): boolean => {
  const site = header(request, 'sec-fetch-site');
  return site === undefined || site === 'same-origin' || site === 'none';
};

export const loginRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/auth/login',
    rules: { access: open('people sign in here'), html: true },
    options: {
      id: 'auth.login',
      validate: {
        query: Joi.object({ provider: Joi.string().max(100).default('forge'), next: Joi.string().allow('').max(2000) }),
      },
    },
    handler: (request, h) => {
      const next = safeNext(request.query.next);
      if (request.ctx.actor.type === 'user') return h.redirect(next);
      return login.page(request, h, { tab: 'login', next });
    },
  }),
  route({
    method: 'POST',
    path: '/auth/local-login',
    rules: { access: open('people sign in here'), form: true },
    options: {
      id: 'auth.local-login',
      description: 'Sign in with e-mail and password',
      validate: {
        payload: Joi.object({
          email: email().required(),
          password: password().required(),
          next: Joi.string().allow('').max(2000),
          csrf: Joi.string().allow(''),
        }),
      },
    },
    handler: async (request, h) => {
      const { email: address, password: given, next } = request.payload as Record<string, string>;
      try {
        const user = await checkLogin(request.ctx, address as string, given as string);
        const session = await openSession(request.ctx, user.id, userAgentOf(request));
        return giveCookies(request.ctx.app, formAnswer(request, h, { ok: true, user }, safeNext(next)), session);
      } catch (error) {
        return login.refused(request, h, error, { tab: 'login', next: safeNext(next), values: { email: address } });
      }
    },
  }),
  route({
    method: 'GET',
    path: '/auth/logout',
    rules: { access: open('signing out twice is no fault'), html: true },
    options: { id: 'auth.logout' },
    handler: async (request, h) => {
      if (!isOwnClick(request)) return h.view('auth/logout', { title: 'Sign out' });
      const { actor } = request.ctx;
      if (actor.type === 'user' && actor.sessionId) await endSession(request.ctx, actor.sessionId);
      return dropCookies(request.ctx.app, h.redirect('/auth/login?provider=local'));
    },
  }),
  route({
    method: 'GET',
    path: '/auth/user',
    rules: { access: { member: true } },
    options: { id: 'auth.user', description: 'The signed-in account', response: { schema: userSchema } },
    handler: async (request) => presentUser((await users.byId(request.ctx, userOf(request.ctx).id)) as UserRow),
  }),
  route({
    method: 'POST',
    path: '/auth/reauth',
    rules: { access: { member: true } },
    options: {
      id: 'auth.reauth',
      description: 'Prove the session again; good for 10 minutes',
      validate: { payload: Joi.object({ password: password().required() }) },
    },
    handler: async (request) => ({
      ok: true,
      ...(await reauthenticate(request.ctx, (request.payload as { password: string }).password)),
    }),
  }),
];

export const recoveryRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/auth/forgot',
    rules: { access: open('people who forgot their password cannot sign in'), html: true },
    options: { id: 'auth.forgot-page' },
    handler: (_request, h) => h.view('auth/forgot', { title: 'Forgotten password', sent: false }),
  }),
  route({
    method: 'POST',
    path: '/auth/forgot',
    rules: { access: open('people who forgot their password cannot sign in'), form: true },
    options: {
      id: 'auth.forgot',
      description: 'Ask for a link to set a new password; always answers 200',
      validate: { payload: Joi.object({ email: email().required(), csrf: Joi.string().allow('') }) },
    },
    handler: async (request, h) => {
      await requestReset(request.ctx, (request.payload as { email: string }).email);
      return formAnswer(request, h, { ok: true }, '/auth/login?provider=local');
    },
  }),
  route({
    method: 'GET',
    path: '/auth/reset',
    rules: { access: open('the link of the mail is the proof'), html: true },
    options: { id: 'auth.reset-page', validate: { query: Joi.object({ token: Joi.string().allow('').max(200) }) } },
    handler: (request, h) =>
      h
        .view('auth/reset', { title: 'New password', token: String(request.query.token ?? ''), message: '' })
        .header('referrer-policy', 'no-referrer'),
  }),
  route({
    method: 'POST',
    path: '/auth/reset',
    rules: { access: open('the link of the mail is the proof'), form: true },
    options: {
      id: 'auth.reset',
      description: 'Set a new password with the token of the mail',
      validate: {
        payload: Joi.object({
          token: Joi.string().max(200).required(),
          password: password().required(),
          csrf: Joi.string().allow(''),
        }),
      },
    },
    handler: async (request, h) => {
      const { token, password: fresh } = request.payload as { token: string; password: string };
      await resetPassword(request.ctx, token, fresh);
      return formAnswer(request, h, { ok: true }, '/auth/login?provider=local');
    },
  }),
];
