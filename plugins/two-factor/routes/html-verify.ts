// The second step of signing in: a page that works without scripts, and the same over JSON.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { invalid } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts, formAnswer, type Proof, safeNext, signIn } from '../../auth/contract.ts';
import { givePending, pendingAccount, pendingCookie, secondStep, verify } from '../second-step.ts';
import { code } from './browser-codes.ts';

const open = { public: true as const, because: 'the pending token of the password is the proof' };
const next = () => Joi.string().allow('').max(2000);

/** The account of a pending token, while it is usable. */
const accountOf = (ctx: Ctx, token: string): Promise<number | undefined> =>
  pendingAccount(ctx, token).catch(() => undefined);

interface View {
  next: string;
  token: string;
  message?: string;
  faults?: Record<string, string>;
}

async function page(request: Request, h: ResponseToolkit, view: View) {
  const { ctx } = request;
  const account = await accountOf(ctx, view.token);
  // The form holds the token: no cache keeps it.
  return h
    .view('two-factor/verify', {
      title: ctx.app.messages.text(ctx.locale, 'two-factor.verify.title'),
      message: '',
      faults: {},
      ways: account === undefined ? { code: true, passkey: false } : await secondStep.ways(ctx, account),
      ...view,
    })
    .header('cache-control', 'no-store');
}

const again: ShowAgain = async (request, h, { message, faults, typed }) =>
  page(request, h, { next: safeNext(typed.next), token: typed.pending_token ?? '', message, faults });

export const verifyRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/auth/local-verify',
    rules: { access: open, html: true },
    options: { id: 'two-factor.verify-page', validate: { query: Joi.object({ next: next() }) } },
    handler: async (request, h) => {
      const token = (request.state as Record<string, unknown>)[pendingCookie(request.ctx.app)];
      const onward = safeNext(request.query.next);
      if (typeof token === 'string' && (await accountOf(request.ctx, token)))
        return page(request, h, { next: onward, token });
      return h.redirect(`/auth/login?provider=local&next=${encodeURIComponent(onward)}`);
    },
  }),
  route({
    method: 'POST',
    path: '/auth/local-verify',
    rules: { access: open, form: true, refused: again },
    options: {
      id: 'auth.local-verify',
      description: 'Exchange the pending token and a code, a backup code or a passkey for a session',
      validate: {
        payload: Joi.object({
          pending_token: Joi.string().max(200).required(),
          code: code(),
          passkey: Joi.object().unknown(),
          next: next(),
          csrf: Joi.string().allow(''),
        }).required(),
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const body = request.payload as Proof & { pending_token: string; next?: string };
      if (body.code === undefined && !body.passkey) throw invalid(['body', 'code'], 'Field required', 'missing');
      if (body.code !== undefined && body.passkey)
        throw invalid(['body', 'passkey'], 'is one proof too many', 'extra_forbidden');
      const { userId, opening } = await verify(ctx, body.pending_token, body);
      const user = await ctx.use(accounts).byId(ctx, userId);
      const answer = formAnswer(request, h, { ok: true, user }, safeNext(body.next));
      return givePending(ctx.app, await ctx.use(signIn).open(request, answer, userId, opening), '');
    },
  }),
];
