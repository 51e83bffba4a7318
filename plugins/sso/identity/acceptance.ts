// Somebody has proved an identity: their account, their roles, the second factor, the session and the record of it.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import type { Ctx } from '../../../core/kernel/context.ts';
import {
  accounts,
  type LoginTransaction,
  loginTransactions,
  type SessionOpening,
  signIn,
  type User,
} from '../../auth/contract.ts';
import { currentSettings, settingsFor } from '../configuration/current.ts';
import type { SignOnSettings } from '../configuration/settings.ts';
import { identityEntered, type ProvedIdentity } from '../contract.ts';
import { requestOrigin } from '../history/history.ts';
import { SignInRefusal } from '../refusal.ts';
import { type Judgement, judgeIdentity, provesAddress } from './judgement.ts';
import { carried } from './session.ts';
import { type IdentityRow, identityStore } from './store.ts';

/** Two sign-ins of one newcomer at once come to one account. */
const LOCK = 7_210_027;

/** So many groups of somebody are kept. */
const GROUPS_MAX = 1000;

/** `null` where the provider kept silent; of very many, first those that the settings name. */
async function keptGroups(tx: Ctx, identity: ProvedIdentity): Promise<string> {
  const { groups } = identity;
  if (!groups || groups.length <= GROUPS_MAX) return JSON.stringify(groups ?? null);
  const { mappings, required_groups } = await settingsFor(tx, identity);
  const named = new Set([...mappings.map(({ group }) => group), ...required_groups]);
  const first = groups.filter((group) => named.has(group));
  return JSON.stringify([...new Set([...first, ...groups])].slice(0, GROUPS_MAX));
}

interface Entered {
  user: User;
  identityId: number;
  /** the account was made for this sign-in */
  isNew?: boolean;
  /** the second factor of the account was asked for on the way */
  hasProvedFactor?: boolean;
}

/** Tells the plugin of the provider. @throws SignInRefusal */
export async function enterIdentity(tx: Ctx, userId: number, identity: ProvedIdentity): Promise<void> {
  for (const told of tx.app.contributions(identityEntered)) await told(tx, userId, identity);
}

/** Connects an identity with an account. @throws SignInRefusal */
export async function connectIdentity(tx: Ctx, userId: number, identity: ProvedIdentity): Promise<number> {
  await enterIdentity(tx, userId, identity);
  return identityStore.insert(tx, {
    user_id: userId,
    provider: identity.provider,
    issuer: identity.issuer,
    subject: identity.subject,
    email: identity.email,
    groups_json: await keptGroups(tx, identity),
  });
}

async function make(tx: Ctx, settings: SignOnSettings, identity: ProvedIdentity): Promise<User> {
  const { full_name, login, email } = identity;
  const hasHomes = settings.default_workspaces.length > 0 || settings.mappings.length > 0;
  const person = { full_name: full_name || login, login, email, isProved: provesAddress(settings, identity) };
  return tx.use(accounts).provision(tx, person, !hasHomes);
}

/** Does what was decided. @returns the account and its identity, or nothing where the person has to prove the account first */
async function carryOut(
  tx: Ctx,
  settings: SignOnSettings,
  identity: ProvedIdentity,
  verdict: Judgement,
): Promise<Entered | undefined> {
  if (verdict.kind === 'refuse') throw new SignInRefusal(verdict.reason, whoIs(identity, verdict.user));
  if (verdict.kind === 'link') return undefined;
  if (verdict.kind === 'enter') {
    const { user, known } = verdict;
    await enterIdentity(tx, user.id, identity);
    await renew(tx, settings, identity, verdict);
    return { user, identityId: known.id };
  }
  if (verdict.kind === 'take') await tx.use(accounts).surrender(tx, verdict.user.id);
  const user = verdict.kind === 'make' ? await make(tx, settings, identity) : verdict.user;
  return { user, identityId: await connectIdentity(tx, user.id, identity), isNew: verdict.kind === 'make' };
}

async function renew(
  tx: Ctx,
  settings: SignOnSettings,
  identity: ProvedIdentity,
  { user, known }: { user: User; known: IdentityRow },
): Promise<void> {
  const { email, full_name } = identity;
  const groups = await keptGroups(tx, identity);
  if (email !== known.email || groups !== known.groups_json)
    await identityStore.update(tx, known.id, { email, groups_json: groups });
  if (!settings.provisioning.update_profile) return;
  const proved = provesAddress(settings, identity) ? email : undefined;
  const isSame = (full_name || user.full_name) === user.full_name && (proved || user.email) === user.email;
  if (!isSame) await tx.use(accounts).renew(tx, user.id, { full_name, email: proved });
}

export const whoIs = ({ provider, subject, email }: ProvedIdentity, user?: User) => ({
  provider,
  subject,
  email,
  user_id: user?.id ?? null,
});

/** Finds or makes the account. @throws SignInRefusal */
async function enter(ctx: Ctx, identity: ProvedIdentity): Promise<Entered | undefined> {
  const settings = await settingsFor(ctx, identity);
  return ctx.tx(async (tx) => {
    const known = await identityStore.byKey(tx, identity);
    if (!known) await tx.dialect.advisoryLock(tx.db as never, LOCK);
    const verdict = await judgeIdentity(tx, settings, identity, known);
    return carryOut(tx, settings, identity, verdict).catch((error: unknown) => {
      const isFirst = (error as { code?: string }).code === 'conflict';
      throw isFirst ? new SignInRefusal('no_account_yet', whoIs(identity), error) : error;
    });
  });
}

/** The end of a sign-in whose account is known: the second step where it is asked for here, and the session with its roles. */
export async function letEnter(
  request: Request,
  h: ResponseToolkit,
  identity: ProvedIdentity,
  { user, identityId, isNew = false, hasProvedFactor = false }: Entered,
  { next, sessionId }: Pick<LoginTransaction, 'next' | 'sessionId'>,
): Promise<ResponseObject> {
  const { ctx } = request;
  const settings = await settingsFor(ctx, identity);
  const { version } = await currentSettings(ctx);
  const opening: SessionOpening = {
    via: identity.provider,
    carry: carried(ctx, identity, { identityId, isNew, version, origin: requestOrigin(request) }),
    replaces: sessionId,
  };
  const further =
    settings.second_factor === 'local' && !hasProvedFactor
      ? await ctx.use(signIn).further(request, h, user, next, opening)
      : undefined;
  const answer = h.redirect(next).code(request.method === 'post' ? 303 : 302);
  return further ?? ctx.use(signIn).open(request, answer, user.id, opening);
}

export async function acceptLogin(
  request: Request,
  h: ResponseToolkit,
  transaction: LoginTransaction,
  identity: ProvedIdentity,
): Promise<ResponseObject> {
  const { ctx } = request;
  const entered = await enter(ctx, identity);
  if (entered) return letEnter(request, h, identity, entered, transaction);
  const begun = await ctx.use(loginTransactions).begin(request, {
    provider: identity.provider,
    purpose: 'link',
    next: transaction.next,
    sessionId: transaction.sessionId,
    data: JSON.stringify(identity),
  });
  return begun.give(h.redirect(`/auth/sso/link?state=${begun.state}`).code(303));
}
