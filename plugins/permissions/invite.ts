// Sharing with whoever somebody typed: the name of a person or a group of the workspace, or any email address.

import { invalid } from '../../core/http/problem.ts';
import type { Role } from '../../core/http/route.ts';
import { email } from '../../core/http/schema-fields.ts';
import { deception } from '../../core/i18n/address-scripts.ts';
import { uniqueKey } from '../../core/i18n/text-normalization.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import type { Page } from '../pages/contract.ts';
import { grant, requireCeiling } from './grants.ts';
import type { PropertyGrantee } from './properties/property-grants.ts';
import { share } from './shares.ts';
import { suggestionsFor } from './sharing-view.ts';

const address = email();
const levels = { viewer: 'view', commenter: 'comment', editor: 'edit' } as const;
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

/** @throws Problem validation_failed for nobody or several people, and as `grant` */
export async function giveTo(ctx: Ctx, page: Page, who: string, role: Role): Promise<void> {
  const known = await namedBy(ctx, page, who);
  if (known) return void (await grant(ctx, page.id, known, role));
  const { error } = address.validate(who);
  if (error) throw fault(deception(who) ?? 'must be somebody in this workspace or an email address');
  if (role !== 'owner') return void (await share(ctx, page.id, { email: who }, levels[role]));
  // Before anything is said of the address.
  await requireCeiling(ctx, page.id, role);
  const account = await ctx.use(accounts).byAddress(ctx, who);
  if (!account?.is_active || account.id === userOf(ctx).id)
    throw fault('belongs to no account that has confirmed it, so it cannot own the page');
  await grant(ctx, page.id, { user_id: account.id }, role);
}
