// Steps of a sign-in that are refused: one row of the record, and the login page with the reason in the reader's words.
import type { Request } from '@hapi/hapi';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { signIn } from '../../auth/contract.ts';
import type { SignOn } from '../contract.ts';
import { originOf, record } from '../history/history.ts';
import { REASONS, Refusal } from '../refusal.ts';

/** Words for a reason; nothing for what is none. */
export const refusalText = (ctx: Ctx, reason: string): string | undefined =>
  (REASONS as readonly string[]).includes(reason)
    ? ctx.app.messages.text(ctx.locale, `sso.reason.${reason}`)
    : undefined;

/** For whoever answers a complaint: the row of the record has the same. */
export const requestText = ({ ctx, app }: Request): string =>
  ctx.app.messages.text(ctx.locale, 'sso.reason.request', { id: app.requestId });

export const refusing: SignOn['refusing'] = async (request, h, provider, step) => {
  try {
    return await step();
  } catch (error) {
    const isInactive = error instanceof Problem && error.code === 'unauthorized';
    const refusal = isInactive ? new Refusal('inactive') : error;
    if (!(refusal instanceof Refusal)) throw error;
    const { ctx } = request;
    await ctx.tx((tx) =>
      record(tx, originOf(request), refusal.who.provider ?? provider, 'rejected', {
        ...refusal.who,
        reason: refusal.reason,
      }),
    );
    const words = `${refusalText(ctx, refusal.reason)} ${requestText(request)}`;
    const page = await ctx.use(signIn).refused(request, h, words);
    // What is somebody else's is a conflict, all else a refusal.
    return page.code(refusal.reason === 'identity_taken' ? 409 : 403).header('cache-control', 'no-store');
  }
};
