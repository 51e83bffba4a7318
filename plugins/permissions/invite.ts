// Sharing with those whom somebody typed: names of people and groups of the workspace, or any email addresses.

import { invalid, Problem } from '../../core/http/problem.ts';
import type { Role } from '../../core/http/route.ts';
import { email } from '../../core/http/schema-fields.ts';
import { deception } from '../../core/i18n/address-scripts.ts';
import { uniqueKey } from '../../core/i18n/text-normalization.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import type { Page } from '../pages/contract.ts';
import { grant, requireCeiling } from './grants.ts';
import { suggestionsFor } from './invitation-candidates.ts';
import type { PropertyGrantee } from './properties/property-grants.ts';
import { admitAddress, giveToAddress } from './shares.ts';
import type { Grantee } from './store.ts';

const address = email();
const fault = (text: string) => invalid(['body', 'who'], text);

/** Somebody of the workspace, by name, login or address, or a group of it. @throws Problem validation_failed for several */
export async function namedBy(ctx: Ctx, page: Page, who: string): Promise<PropertyGrantee | undefined> {
  const key = uniqueKey(who);
  const { people, groups } = await suggestionsFor(ctx, page);
  // Anybody may call themselves by the address or the login of somebody else: an address is whose it is proved to be.
  const person = people.find(({ email: mail }) => uniqueKey(mail) === key);
  if (person && (await ctx.use(accounts).proved(ctx, [person.id])).has(person.id)) return { user_id: person.id };
  if (who.includes('@')) return undefined;
  const named = people.filter(({ full_name, login }) => [full_name, login].map(uniqueKey).includes(key));
  const group = groups.find(({ name }) => uniqueKey(name) === key);
  if (named.length + (group ? 1 : 0) > 1) throw fault('fits several people; use an email address');
  const [only] = named;
  return group ? { group_id: group.id } : only && { user_id: only.id };
}

/** Whom somebody typed means. @throws Problem validation_failed for nobody or several people, rate_limited, forbidden */
async function inviteeOf(ctx: Ctx, page: Page, who: string, role: Role): Promise<Grantee> {
  const known = await namedBy(ctx, page, who);
  if (known) return known;
  const { error } = address.validate(who);
  if (error) throw fault(deception(who) ?? 'must be somebody in this workspace or an email address');
  if (role !== 'owner') {
    await admitAddress(ctx, page.id, who);
    return { email: who };
  }
  // Before anything is said of the address.
  await requireCeiling(ctx, page.id, role);
  const account = await ctx.use(accounts).byAddress(ctx, who);
  if (!account?.is_active || account.id === userOf(ctx).id)
    throw fault('belongs to no account that has confirmed it, so it cannot own the page');
  return { user_id: account.id };
}

/** What is refused of one of several says of whom. */
async function naming<T>(who: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [found] = error.extra.validation ?? [];
    if (found) throw fault(`“${who}” ${found.msg}`);
    throw new Problem(error.code, `Nobody was invited, because of “${who}”: ${error.message}`, error.extra);
  }
}

/** Gives all of them the role, or none. @throws Problem as `inviteeOf` and `grant`, with the one it is about */
export async function shareWithAll(ctx: Ctx, page: Page, names: string[], role: Role): Promise<void> {
  const invited: [string, Grantee][] = [];
  for (const who of names) invited.push([who, await naming(who, () => inviteeOf(ctx, page, who, role))]);
  await ctx.tx(async (tx) => {
    for (const [who, to] of invited)
      await naming(who, () =>
        to.email === undefined ? grant(tx, page.id, to, role) : giveToAddress(tx, page.id, to.email, role),
      );
  });
}
