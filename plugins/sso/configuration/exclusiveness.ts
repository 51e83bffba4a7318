// Single sign-on as the only way in: what must be there before, who it keeps out, and who comes in nevertheless.
import { Problem } from '../../../core/http/problem.ts';
import type { Barrier } from '../../../core/http/request-lifecycle.ts';
import type { Ctx, UserActor } from '../../../core/kernel/context.ts';
import { accounts, administration, type LoginPolicy } from '../../auth/contract.ts';
import { isProviderKind } from '../provider.ts';
import { enabledProviders } from '../provider-list.ts';
import { currentSettings } from './current.ts';
import type { SignOnSettings } from './settings.ts';

/** Administrators of the list who could come in by password and a second factor. */
export async function waysBack(ctx: Ctx, breakGlass: number[]): Promise<number[]> {
  const admins = (await ctx.use(accounts).admins(ctx)).map(({ id }) => id).filter((id) => breakGlass.includes(id));
  if (!admins.length) return [];
  const [guarded, withPassword] = await Promise.all([
    ctx.use(administration).guarded(ctx, admins),
    ctx.use(accounts).withPassword(ctx, admins),
  ]);
  return admins.filter((id) => guarded.includes(id) && withPassword.includes(id));
}

/** @throws Problem conflict that says what is missing */
export async function requireWayBack(ctx: Ctx, settings: SignOnSettings, isProven: boolean): Promise<void> {
  if (!settings.enabled || !enabledProviders(settings).length)
    throw new Problem('conflict', 'Single sign-on must be switched on before it can be the only way in.');
  if (!isProven)
    throw new Problem(
      'conflict',
      'Nobody has signed in with these settings yet. Save them without sso_only, sign in through the provider once, then switch it on.',
    );
  if (!(await waysBack(ctx, settings.break_glass)).length)
    throw new Problem(
      'conflict',
      'Nobody could come in while the provider is away: break_glass must name an active administrator who has a password and a second factor.',
    );
}

/** Whether providers alone let people in now. Settings that nobody can read lock nobody out. */
export async function isExclusive(ctx: Ctx): Promise<boolean> {
  const { settings, isReadable } = await currentSettings(ctx);
  return settings.sso_only && isReadable && enabledProviders(settings).length > 0;
}

const isExempt = async (ctx: Ctx, userId: number | undefined): Promise<boolean> =>
  userId !== undefined && (await waysBack(ctx, (await currentSettings(ctx)).settings.break_glass)).includes(userId);

const refusal = (): Problem => new Problem('sso_required', 'Sign in through your provider here.');

export const signOnPolicy: LoginPolicy = {
  isExclusive,
  async refuse(ctx, userId) {
    if (!(await isExclusive(ctx))) return undefined;
    // Asked for strangers as well, so that the time of the answer tells nothing.
    return (await isExempt(ctx, userId ?? 0)) ? undefined : refusal();
  },
  async isSecondFactor(ctx, via) {
    const { settings } = await currentSettings(ctx);
    return isProviderKind(via) && settings.second_factor === 'provider';
  },
};

/** Sessions from before it was the only way in. */
export async function signOnBarrier(ctx: Ctx, { id, sessionId, via }: UserActor): Promise<Barrier | undefined> {
  if (!sessionId || isProviderKind(via ?? 'local')) return undefined;
  if (!(await isExclusive(ctx)) || (await isExempt(ctx, id))) return undefined;
  return { problem: refusal(), page: '/auth/login' };
}

/** The last who could come in without the provider stays. @throws Problem conflict */
export async function keepWayBack(ctx: Ctx, userId: number): Promise<void> {
  if (!(await isExclusive(ctx))) return;
  const left = await waysBack(ctx, (await currentSettings(ctx)).settings.break_glass);
  if (left.length === 1 && left[0] === userId)
    throw new Problem('conflict', 'This is the last administrator who can sign in without single sign-on.');
}
