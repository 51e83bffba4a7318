// Signing in and out, and proving oneself again.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { invalid, Problem } from '../../../core/http/problem.ts';
import { header } from '../../../core/http/request-header.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { knownEmail } from '../../../core/http/schema-fields.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { logoutWays, type Proof } from '../contract.ts';
import { formAnswer, safeNext } from '../form-redirect.ts';
import { PASSWORD_MAX } from '../passwords/password.ts';
import { presentUser, userSchema } from '../present.ts';
import { beginAt, explained, isProvidersOnly, login, providerLoginUrl, waysIn } from '../sessions/login-page.ts';
import { nextStep } from '../sessions/second-factor.ts';
import { checkLogin, dropCookies, endSession, reauthenticate } from '../sessions/sessions.ts';
import { admit, letIn } from '../sessions/sign-in.ts';
import { clearSiteData } from '../sessions/site-data.ts';
import { type UserRow, users } from '../store.ts';

const open = (because: string) => ({ public: true as const, because });
const password = () => Joi.string().max(PASSWORD_MAX * 4);

const pageTitle = ({ ctx }: Request, page: string): string => ctx.app.messages.text(ctx.locale, `auth.${page}.title`);

/** A link on another site must not sign people out: their browser says where the click came from. */
const isOwnClick = (request: Request): boolean => {
  const site = header(request, 'sec-fetch-site');
  return site === undefined || site === 'same-origin' || site === 'none';
};

export const loginRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/auth/login',
    rules: { access: open('people sign in here'), html: true, early: true },
    options: {
      id: 'auth.login',
      validate: {
        query: Joi.object({
          provider: Joi.string().max(100).default('forge'),
          next: Joi.string().allow('').max(2000),
          reason: Joi.string().max(40),
          request: Joi.string().guid(),
        }),
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const next = safeNext(request.query.next);
      const { barred } = request.app;
      if (ctx.actor.type === 'user' && !barred) return h.redirect(next);
      // Who may not be in yet goes to where that changes, unless it is here.
      if (barred && !barred.page.startsWith('/auth/login')) return h.redirect(barred.page);
      const reason = String(request.query.reason ?? '');
      const provider = String(request.query.provider);
      if (provider !== 'local' && !reason) {
        const [way, other] = await waysIn(ctx);
        if (way && !other && (await isProvidersOnly(ctx))) return h.redirect(providerLoginUrl(way, next));
        const begun = await beginAt(request, h, provider, next);
        if (begun) return begun;
      }
      return login.page(request, h, {
        tab: 'login',
        next,
        message: explained(ctx, reason, request.query.request as string | undefined),
      });
    },
  }),
  route({
    method: 'POST',
    path: '/auth/local-login',
    rules: { access: open('people sign in here'), form: true, refused: login.refused('login') },
    options: {
      id: 'auth.local-login',
      description: 'Sign in with email and password',
      validate: {
        payload: Joi.object({
          email: knownEmail().required(),
          password: password().required(),
          next: Joi.string().allow('').max(2000),
          csrf: Joi.string().allow(''),
        }),
      },
    },
    handler: async (request, h) => {
      const { email: address, password: given, next } = request.payload as Record<string, string>;
      const user = await checkLogin(request.ctx, address as string, given as string, admit).catch(
        async (error: unknown) => {
          // Where nobody comes in by a password, a wrong one is answered as a right one is.
          if (error instanceof Problem && error.code === 'unauthorized') await admit(request.ctx, undefined);
          throw error;
        },
      );
      const more = await nextStep(request, h, user, safeNext(next));
      return more ?? letIn(request, formAnswer(request, h, { ok: true, user }, safeNext(next)), user.id);
    },
  }),
  route({
    method: 'GET',
    path: '/auth/logout',
    rules: { access: open('signing out twice is no fault'), html: true, early: true },
    options: { id: 'auth.logout' },
    handler: async (request, h) => {
      if (!isOwnClick(request)) return h.view('auth/logout', { title: pageTitle(request, 'logout') });
      const { actor } = request.ctx;
      // A provider that let them in signs them out, and us with it.
      for (const wayOut of request.ctx.app.contributions(logoutWays)) {
        const path = actor.type === 'user' && actor.via ? await wayOut(request.ctx, actor.via) : undefined;
        if (path) return h.redirect(path);
      }
      if (actor.type === 'user' && actor.sessionId) await endSession(request.ctx, actor.sessionId);
      // What the browser keeps of whoever was here goes with them.
      return clearSiteData(dropCookies(request.ctx.app, h.redirect('/auth/login?provider=local')));
    },
  }),
  route({
    method: 'GET',
    path: '/auth/user',
    rules: { access: { member: true }, early: true },
    options: { id: 'auth.user', description: 'The signed-in account', response: { schema: userSchema } },
    handler: async (request) => presentUser((await users.byId(request.ctx, userOf(request.ctx).id)) as UserRow),
  }),
  route({
    method: 'POST',
    path: '/auth/reauth',
    rules: { access: { member: true }, early: true },
    options: {
      id: 'auth.reauth',
      description: 'Prove the session again by password, code or passkey; good for 10 minutes',
      validate: {
        payload: Joi.object({
          password: password(),
          code: Joi.string().max(64),
          passkey: Joi.object().unknown(),
        }),
      },
    },
    handler: async (request) => {
      const proof = (request.payload ?? {}) as Proof & { password?: string };
      const [first, second] = Object.keys(proof);
      if (!first) throw invalid(['body', 'password'], 'Field required', 'missing');
      if (second) throw invalid(['body', second], 'is one proof too many', 'extra_forbidden');
      return { ok: true, ...(await reauthenticate(request.ctx, proof)) };
    },
  }),
];
