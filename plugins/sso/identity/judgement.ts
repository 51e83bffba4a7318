// Whose account an identity opens, or why none: read only, so that the test of settings says the same as a sign-in.
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts, type User } from '../../auth/contract.ts';
import type { SignOnSettings } from '../configuration/settings.ts';
import type { ProvedIdentity } from '../contract.ts';
import { isProviderKind } from '../provider.ts';
import type { RefusalReason } from '../refusal.ts';
import { scimMemberStore } from '../scim/group-store.ts';
import { scimUserStore } from '../scim/user-store.ts';
import { type IdentityRow, identityStore } from './store.ts';

export type Judgement =
  | { kind: 'refuse'; reason: RefusalReason; user?: User }
  /** the identity is known */
  | { kind: 'enter'; user: User; known: IdentityRow }
  /** the address has an account, whose owner has to prove that it is theirs */
  | { kind: 'link'; user: User }
  /** the address has an account, and the provider is trusted to know whose address it is */
  | { kind: 'take'; user: User }
  /** the directory has brought the account for whoever has this identity */
  | { kind: 'join'; user: User }
  | { kind: 'make' };

const refuse = (reason: RefusalReason, user?: User): Judgement => ({ kind: 'refuse', reason, user });

/** @param found its row, where somebody has read it already */
export async function judgeIdentity(
  ctx: Ctx,
  settings: SignOnSettings,
  identity: ProvedIdentity,
  found?: IdentityRow,
): Promise<Judgement> {
  const { required_groups, linking } = settings;
  const known = found ?? (await identityStore.byKey(ctx, identity));
  const user = known && (await ctx.use(accounts).byId(ctx, known.user_id));
  if (user && !user.is_active) return refuse('inactive', user);
  const other = user || !identity.email ? undefined : await ctx.use(accounts).find(ctx, identity.email);
  const isBrought = other !== undefined && (await isBroughtFor(ctx, settings, identity, other));
  const person = user ?? (isBrought ? other : undefined);
  if (required_groups.length) {
    const groups = [...(identity.groups ?? []), ...(person ? await broughtGroups(ctx, person.id) : [])];
    if (!required_groups.some((one) => groups.includes(one))) return refuse('no_permitted_group', user);
  }
  if (known && user) return { kind: 'enter', user, known };
  if (!identity.email) return refuse('email_missing');
  // Whoever may write any address into their profile there must not come near the account of another.
  if (identity.isEmailVerified === false) return refuse('email_unverified');
  if (!other) return newcomer(ctx, settings, identity);
  if (!other.is_active) return refuse('inactive', other);
  if (isBrought) return { kind: 'join', user: other };
  if (linking === 'never') return refuse('email_taken', other);
  const isTrusted = linking === 'trusted' && !other.is_admin && isVouchedFor(settings, identity);
  return { kind: isTrusted ? 'take' : 'link', user: other };
}

const domainOf = (email: string): string => (email.split('@').at(-1) ?? '').toLowerCase();

/** OpenID providers say of each address whether they have checked it; others are trusted for whole domains. */
const isVouchedFor = (
  { provisioning }: SignOnSettings,
  { provider, isEmailVerified, email }: ProvedIdentity,
): boolean => (provider === 'saml' ? provisioning.domains.includes(domainOf(email)) : isEmailVerified === true);

const broughtGroups = async (ctx: Ctx, userId: number): Promise<string[]> =>
  (await scimMemberStore.namesOf(ctx, [userId])).get(userId) ?? [];

/**
 * Whether the directory has brought the account, and the provider proves that this is the person: by the name that both
 * have for them, or by an address that counts. Administrators prove it themselves, and so does whoever comes by a forge,
 * which is not where the directory has its people from.
 */
async function isBroughtFor(
  ctx: Ctx,
  { provisioning }: SignOnSettings,
  { provider, subject, email, isEmailVerified }: ProvedIdentity,
  account: User,
): Promise<boolean> {
  if (!isProviderKind(provider)) return false;
  const row = account.is_admin ? undefined : await scimUserStore.byAccount(ctx, account.id);
  if (!row || row.deleted_at || isEmailVerified === false) return false;
  const isSame = row.external_id !== '' && row.external_id === subject;
  return isSame || isEmailVerified === true || provisioning.domains.includes(domainOf(email));
}

async function newcomer(ctx: Ctx, { provisioning }: SignOnSettings, identity: ProvedIdentity): Promise<Judgement> {
  const { mode, domains } = provisioning;
  if (mode === 'all') return { kind: 'make' };
  const isChecked = identity.isEmailVerified === true || identity.provider === 'saml';
  if (mode === 'domains' && domains.includes(domainOf(identity.email)))
    return isChecked ? { kind: 'make' } : refuse('email_unverified');
  if (mode !== 'off' && (await ctx.use(accounts).isInvited(ctx, identity.email)))
    return isChecked ? { kind: 'make' } : refuse('email_unverified');
  return refuse('not_invited');
}

/** Whether the address of a new account counts as proved. */
export const provesAddress = (settings: SignOnSettings, identity: ProvedIdentity): boolean =>
  identity.isEmailVerified === true || isVouchedFor(settings, identity);
