// Steps of a sign-in that are refused: one row of the record, and the login page with the reason in the reader's words.
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { signIn } from '../../auth/contract.ts';
import type { SignOn } from '../contract.ts';
import { recordSignIn, requestOrigin } from '../history/history.ts';
import { REASONS, type RefusalReason, SignInRefusal } from '../refusal.ts';

/** Words for a reason; nothing for what is none. */
export const refusalText = (ctx: Ctx, reason: string): string | undefined =>
  (REASONS as readonly string[]).includes(reason)
    ? ctx.app.messages.text(ctx.locale, `sso.reason.${reason}`)
    : undefined;

/** For whoever answers a complaint: the row of the record has the same. */
const requestText = (ctx: Ctx, id: string): string => ctx.app.messages.text(ctx.locale, 'sso.reason.request', { id });

/** Words for a reason with which the login page was called, and for the request that led there. */
export function explainRefusal(ctx: Ctx, reason: string, requestId?: string): string | undefined {
  const words = refusalText(ctx, reason);
  return words && requestId ? `${words} ${requestText(ctx, requestId)}` : words;
}

export const sendBack: SignOn['sendBack'] = async (request, h, provider, address) => {
  const reason: RefusalReason = 'provider_refused';
  const origin = requestOrigin(request);
  await request.ctx.tx((tx) => recordSignIn(tx, origin, provider, 'rejected', { reason }));
  const query = new URLSearchParams({ provider: 'local', reason, request: origin.request_id });
  return h.redirect(address ?? `/auth/login?${query}`);
};

export const refusing: SignOn['refusing'] = async (request, h, provider, step) => {
  try {
    return await step();
  } catch (error) {
    const isInactive = error instanceof Problem && error.code === 'unauthorized';
    const refusal = isInactive ? new SignInRefusal('inactive') : error;
    if (!(refusal instanceof SignInRefusal)) throw error;
    const { ctx } = request;
    await ctx.tx((tx) =>
      recordSignIn(tx, requestOrigin(request), refusal.who.provider ?? provider, 'rejected', {
        ...refusal.who,
        reason: refusal.reason,
      }),
    );
    const words = `${refusalText(ctx, refusal.reason)} ${requestText(ctx, request.app.requestId)}`;
    const page = await ctx.use(signIn).refused(request, h, words);
    // What is somebody else's is a conflict, all else a refusal.
    return page.code(refusal.reason === 'identity_taken' ? 409 : 403).header('cache-control', 'no-store');
  }
};
