// Sharing with whoever somebody typed: the name of a person or a group of the workspace, or any e-mail address.
import { type Ctx, userOf } from '../../core/context.ts';
import { email } from '../../core/fields.ts';
import { invalid } from '../../core/problem.ts';
import type { Role } from '../../core/route.ts';
import { uniqueKey } from '../../core/text.ts';
import { accounts } from '../auth/contract.ts';
import type { Page } from '../pages/contract.ts';
import { grant } from './grants.ts';
import type { PropertyGrantee } from './properties.ts';
import { share } from './shares.ts';
import { suggestionsFor } from './sharing.ts';

const address = email();
const levels = { viewer: 'view', commenter: 'comment', editor: 'edit' } as const;
const fault = (text: string) => invalid(['body', 'who'], text);

/** Somebody of the workspace, by name, login or address, or a group of it. @throws Problem validation_failed for several */
export async function namedBy(ctx: Ctx, page: Page, who: string): Promise<PropertyGrantee | undefined> {
  const key = uniqueKey(who);
  const { people, groups } = await suggestionsFor(ctx, page);
  // Anybody may call themselves by the address or the login of somebody else: an address is whose it is, and no name.
  const person = people.find(({ email: mail }) => uniqueKey(mail) === key);
  if (person) return { user_id: person.id };
  if (who.includes('@')) return undefined;
  const named = people.filter(({ full_name, login }) => [full_name, login].map(uniqueKey).includes(key));
  const group = groups.find(({ name }) => uniqueKey(name) === key);
  if (named.length + (group ? 1 : 0) > 1) throw fault('fits several people; use an e-mail address');
  const [only] = named;
  return group ? { group_id: group.id } : only && { user_id: only.id };
}

/** @throws Problem validation_failed for nobody or several people, and as `grant` */
export async function giveTo(ctx: Ctx, page: Page, who: string, role: Role): Promise<void> {
  const known = await namedBy(ctx, page, who);
  if (known) return void (await grant(ctx, page.id, known, role));
  if (address.validate(who).error) throw fault('names nobody of this workspace and is no e-mail address');
  const account = await ctx.use(accounts).byEmail(ctx, who);
  if (role !== 'owner') return void (await share(ctx, page.id, { email: who }, levels[role]));
  if (!account?.is_active || account.id === userOf(ctx).id)
    throw fault('has no account yet, so it cannot own the page');
  await grant(ctx, page.id, { user_id: account.id }, role);
}
