// Between the password and the session: a pending token that is good for the second step alone, once and for ten minutes.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { hashSecret, randomSecret } from '../../core/boot/secrets.ts';
import { isForm } from '../../core/http/form-errors.ts';
import { Problem } from '../../core/http/problem.ts';
import { requestRules } from '../../core/http/request-lifecycle.ts';
import type { App } from '../../core/kernel/app.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { formAnswer, type Proof, type SecondFactor, type SessionOpening, signIn, throttle } from '../auth/contract.ts';
import { addressCounter, codeCounters, countAttempt } from './attempt-limits.ts';
import { reset, takeCode } from './enrolment.ts';
import { checkPasskey } from './passkeys.ts';
import { codeDevices, holders, type PendingRow, passkeys, pending } from './store.ts';

const MINUTES = 10;

/** Carries the token from the form of the password to that of the code, for browsers without scripts. */
export const pendingCookie = (app: App): string =>
  app.settings.BASE_URL.startsWith('https:') ? '__Host-pending' : 'pending';

export function givePending(
  app: App,
  response: ResponseObject,
  token: string,
  sameSite: 'Strict' | 'Lax' = 'Strict',
): ResponseObject {
  const secure = app.settings.BASE_URL.startsWith('https:') ? '; Secure' : '';
  const age = token ? MINUTES * 60 : 0;
  const line = `${pendingCookie(app)}=${token}; HttpOnly; Path=/; SameSite=${sameSite}${secure}; Max-Age=${age}`;
  return response.header('set-cookie', line, { append: true });
}

async function begin(
  request: Request,
  h: ResponseToolkit,
  { id }: { id: number },
  next: string,
  { via, carry }: SessionOpening,
): Promise<ResponseObject | undefined> {
  const { ctx } = request;
  if (!(await holders(ctx, [id])).length) return undefined;
  const token = randomSecret();
  const expires = new Date(Date.parse(ctx.now()) + MINUTES * 60_000).toISOString();
  await ctx.tx(async (tx) => void (await pending.insert(tx, hashSecret(token), id, expires, { via, carry })));
  const body = { ok: true, two_factor_required: true, pending_token: token };
  const page = `/auth/local-verify?next=${encodeURIComponent(next)}`;
  // Whoever a provider sends back asked for a page, and comes from another site.
  if (requestRules(request)?.html) return givePending(ctx.app, h.redirect(page).code(303), token, 'Lax');
  const answer = formAnswer(request, h, body, page);
  return isForm(request) ? givePending(ctx.app, answer, token) : answer;
}

/** @throws Problem invalid_token, token_expired */
function requireUsable(ctx: Ctx, row: PendingRow | undefined): PendingRow {
  if (!row || row.used_at)
    throw new Problem('invalid_token', 'This sign-in has ended. Begin again with your password.');
  if (row.expires_at <= ctx.now())
    throw new Problem('token_expired', 'This sign-in took too long. Begin again with your password.');
  return row;
}

/** The account that a pending token belongs to, while it is usable. @throws Problem invalid_token, token_expired */
export const pendingAccount = async (ctx: Ctx, token: string): Promise<number> =>
  requireUsable(ctx, await pending.byHash(ctx, hashSecret(token))).user_id;

/**
 * Exchanges a pending token and a proof for the account that may come in. The count of wrong codes is looked at before
 * the token, so that a full one is answered 429 whatever was sent.
 * @throws Problem rate_limited, invalid_token, token_expired, unauthorized
 */
export async function verify(
  ctx: Ctx,
  token: string,
  proof: Proof,
): Promise<{ userId: number; opening: SessionOpening }> {
  const hash = hashSecret(token);
  const row = await pending.byHash(ctx, hash);
  const counters = row ? codeCounters(ctx, row.user_id) : [addressCounter(ctx)];
  const work = async () => {
    const { user_id: userId, via, carry } = requireUsable(ctx, row);
    if (proof.passkey) await checkPasskey(ctx, proof.passkey, 'second', userId);
    await ctx.tx(async (tx) => {
      if (proof.code !== undefined) await takeCode(tx, userId, proof.code);
      // Of two that come at once with one token, only one is let in; the other one's code is not spent.
      if (!(await pending.spend(tx, hash))) requireUsable(tx, undefined);
    });
    return { userId, opening: { via, ...(carry === null ? {} : { carry }) } };
  };
  return countAttempt(ctx, counters, work).catch(async (error: unknown) => {
    if (row && error instanceof Problem && error.code === 'rate_limited') await tellOfGuesses(ctx, row.user_id);
    throw error;
  });
}

/** Whoever comes this far knows the password; its owner hears of it, once in an hour. */
const tellOfGuesses = (ctx: Ctx, userId: number): Promise<void> =>
  ctx.tx(async (tx) => {
    if (await tx.use(throttle).has(tx, { key: `told:guess:user-${userId}`, limit: 1, seconds: 3600 }))
      await tx.use(signIn).tell(tx, userId, 'two-factor.notice.guess.subject', 'two-factor.notice.guess.text');
  });

/** What the accounts know of this plugin. */
export const secondStep: SecondFactor = {
  begin,
  async ways(ctx, userId) {
    const [codes, keys] = await Promise.all([codeDevices.withCodes(ctx, [userId]), passkeys.of(ctx, userId)]);
    return { code: codes.length > 0, passkey: keys.length > 0 };
  },
  holders,
  remove: reset,
  interrupt: async (ctx, userId) => void (await pending.drop(ctx, userId)),
  async check(ctx, { code, passkey }) {
    const { id } = userOf(ctx);
    await countAttempt(ctx, codeCounters(ctx, id), async () => {
      if (passkey) await checkPasskey(ctx, passkey, 'reauth', id);
      else await ctx.tx((tx) => takeCode(tx, id, code ?? ''));
    });
  },
};
