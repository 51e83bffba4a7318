// The address that a provider names has an account: whoever wants to connect the two proves that it is theirs.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { invalid, Problem } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import {
  accounts,
  administration,
  type LoginTransaction,
  loginTransactions,
  signIn,
  type User,
} from '../../auth/contract.ts';
import { settingsFor } from '../configuration/current.ts';
import type { ProvedIdentity } from '../contract.ts';
import { connectIdentity, letEnter, whoIs } from '../identity/acceptance.ts';
import { judgeIdentity } from '../identity/judgement.ts';
import { refusing } from '../identity/refusals.ts';
import { SignInRefusal } from '../refusal.ts';
import { countSignIn } from '../sign-in-limit.ts';

const PATH = '/auth/sso/link';
const access = { public: true as const, because: 'the transaction of the sign-in is the proof' };

interface OpenLink {
  transaction: LoginTransaction;
  identity: ProvedIdentity;
  user: User;
}

/** The sign-in that waits for a proof. @throws SignInRefusal */
async function openLink(request: Request, state: string): Promise<OpenLink> {
  const { ctx } = request;
  const transaction = await ctx.use(loginTransactions).peek(request, state);
  if (transaction?.purpose !== 'link') throw new SignInRefusal('too_late');
  const identity = JSON.parse(transaction.data) as ProvedIdentity;
  // Meanwhile the account may be gone, or the settings be others.
  const verdict = await judgeIdentity(ctx, await settingsFor(ctx, identity), identity);
  if (verdict.kind === 'refuse') throw new SignInRefusal(verdict.reason, whoIs(identity, verdict.user));
  if (verdict.kind !== 'link') throw new SignInRefusal('too_late', whoIs(identity));
  return { transaction, identity, user: verdict.user };
}

/** Whoever is signed in as this account, and has just proved it, need not give the password again. */
const isProved = (ctx: Ctx, { id }: User, { createdAt }: LoginTransaction): boolean =>
  ctx.actor.type === 'user' && ctx.actor.id === id && (ctx.actor.authTime ?? '') >= createdAt;

/** Whether the second factor of the account is still to be proved; sessions that began here have asked for it. */
async function lacksFactor(ctx: Ctx, user: User, transaction: LoginTransaction): Promise<boolean> {
  const via = ctx.actor.type === 'user' ? ctx.actor.via : undefined;
  if (isProved(ctx, user, transaction) && (via === 'local' || via === 'passkey')) return false;
  return (await ctx.use(administration).guarded(ctx, [user.id])).length > 0;
}

async function page(
  request: Request,
  h: ResponseToolkit,
  state: string,
  view: { message?: string; faults?: Record<string, string> } = {},
): Promise<ResponseObject> {
  const { ctx } = request;
  const { transaction, identity, user } = await openLink(request, state);
  const [asksForCode, withPassword] = await Promise.all([
    lacksFactor(ctx, user, transaction),
    ctx.use(accounts).withPassword(ctx, [user.id]),
  ]);
  return h
    .view('sso/link', {
      title: ctx.app.messages.text(ctx.locale, 'sso.link.title'),
      state,
      email: identity.email,
      isProved: isProved(ctx, user, transaction),
      asksForCode,
      hasPassword: withPassword.length > 0,
      otherWay: `/auth/login?provider=local&next=${encodeURIComponent(`${PATH}?state=${state}`)}`,
      message: '',
      faults: {},
      ...view,
    })
    .header('cache-control', 'no-store');
}

const again: ShowAgain = (request, h, { message, faults, typed }) =>
  refusing(request, h, 'oidc', async () => {
    countSignIn(request);
    return page(request, h, typed.state ?? '', { message, faults });
  });

/** @throws Problem validation_failed naming the field that is wrong */
async function requireOwner(
  ctx: Ctx,
  { user, transaction }: OpenLink,
  given: { password?: string; code?: string },
): Promise<void> {
  if (!isProved(ctx, user, transaction) && !(await ctx.use(accounts).isPassword(ctx, user.id, given.password ?? '')))
    throw invalid(['body', 'password'], 'is wrong');
  if (!(await lacksFactor(ctx, user, transaction))) return;
  await ctx
    .use(signIn)
    .proveFactor(ctx, user.id, given.code)
    .catch((error: unknown) => {
      const isWrong = error instanceof Problem && error.code === 'unauthorized';
      throw isWrong ? invalid(['body', 'code'], 'is wrong or was used already') : error;
    });
}

export const accountLinkRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access, html: true, early: true },
    options: { id: 'sso.link-page', validate: { query: Joi.object({ state: Joi.string().max(100).default('') }) } },
    handler: (request, h) =>
      refusing(request, h, 'oidc', async () => {
        countSignIn(request);
        return page(request, h, String(request.query.state));
      }),
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access, html: true, early: true, form: true, refused: again },
    options: {
      id: 'sso.link',
      validate: {
        payload: Joi.object({
          csrf,
          state: Joi.string().max(100).required(),
          password: Joi.string().max(512).allow(''),
          code: Joi.string().trim().max(64).allow(''),
        }),
      },
    },
    handler: (request, h) =>
      refusing(request, h, 'oidc', async () => {
        countSignIn(request);
        const { ctx } = request;
        const given = request.payload as { state: string; password?: string; code?: string };
        const open = await openLink(request, given.state);
        const { transaction, identity, user } = open;
        await requireOwner(ctx, open, given);
        // Of two at once, one connects.
        const mine = await ctx.use(loginTransactions).take(request, { state: given.state });
        if (!mine || mine === 'expired') throw new SignInRefusal('too_late', whoIs(identity, user));
        const identityId = await ctx.tx(async (tx) => {
          const made = await connectIdentity(tx, user.id, identity);
          const values = { email: identity.email };
          await tx.use(signIn).tell(tx, user.id, 'sso.notice.connected.subject', 'sso.notice.connected.text', values);
          return made;
        });
        return letEnter(request, h, identity, { user, identityId, hasProvedFactor: true }, transaction);
      }),
  }),
];
