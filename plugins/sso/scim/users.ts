// People whom a directory brings: each is an account without a password, changed and switched off as the directory says.
import { randomUUID } from 'node:crypto';
import { Problem } from '../../../core/http/problem.ts';
import { uniqueKey } from '../../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts, administration, type User } from '../../auth/contract.ts';
import { currentSettings } from '../configuration/current.ts';
import { followDirectory } from '../synchronization.ts';
import { changing, type DirectoryRequest, recordChange, unknownResource } from './directory-change.ts';
import { scimMemberStore } from './group-store.ts';
import { type DirectoryPerson, directoryPerson } from './person.ts';
import type { Resource } from './protocol/attribute.ts';
import { readResource } from './protocol/resource-reader.ts';
import { ScimFault } from './protocol/scim-fault.ts';
import { userKind } from './protocol/user-schema.ts';
import { requireResourceVersion } from './resource-version.ts';
import { keptUser, presentUserResources, versionIn } from './user-resource.ts';
import { type ScimUserRow, scimUserStore } from './user-store.ts';

const taken = (detail: string): ScimFault => new ScimFault('uniqueness', detail);

/** What is kept of a resource: whether it is active, the account says. */
function written(resource: Resource, { userName }: DirectoryPerson) {
  const { active: _, ...kept } = resource;
  return {
    user_name: userName,
    external_id: String(resource.externalId ?? ''),
    resource_json: JSON.stringify(kept),
  };
}

const isListed = async (ctx: Ctx, email: string): Promise<boolean> => {
  const { settings } = await currentSettings(ctx);
  return settings.provisioning.domains.includes((email.split('@').at(-1) ?? '').toLowerCase());
};

async function found(ctx: Ctx, id: string): Promise<{ row: ScimUserRow; resource: Resource }> {
  const row = await scimUserStore.byId(ctx, id);
  const [resource] = row ? await presentUserResources(ctx, [row]) : [];
  if (!row || !resource) throw unknownResource();
  return { row, resource };
}

/** @throws Problem not_found */
export const directoryUser = async (ctx: Ctx, id: string): Promise<Resource> => (await found(ctx, id)).resource;

/** @throws Problem conflict for the last administrator, the last owner of a workspace, and who comes in without a provider */
async function activate(tx: Ctx, request: DirectoryRequest, account: User, isActive: boolean): Promise<void> {
  if (account.is_active === isActive) return;
  const { settings } = await currentSettings(tx);
  if (!isActive && settings.break_glass.includes(account.id))
    throw new Problem(
      'conflict',
      'This administrator signs in while the provider is away: switch the account off here.',
    );
  await tx.use(administration).change(tx, account.id, { is_active: isActive });
  await recordChange(tx, request, isActive ? 'scim_activated' : 'scim_deactivated', {
    ...{ subject: account.login, email: account.email, user_id: account.id },
  });
}

async function make(tx: Ctx, { userName: _, ...person }: DirectoryPerson): Promise<User> {
  const { settings } = await currentSettings(tx);
  const hasHomes = settings.default_workspaces.length > 0 || settings.mappings.length > 0;
  const isProved = await isListed(tx, person.email);
  return tx.use(accounts).provision(tx, { ...person, isProved }, !hasHomes);
}

/** The account of the address becomes that of the directory, where the settings trust it. @throws ScimFault uniqueness */
async function takeOver(tx: Ctx, account: User): Promise<void> {
  const { settings } = await currentSettings(tx);
  if (settings.linking !== 'trusted') throw taken('An account with this email address exists.');
  if (account.is_admin) throw taken('The account with this email address is that of an administrator.');
  await tx.use(accounts).surrender(tx, account.id);
}

/** Whose account a new person gets, and what the directory knew of it before. */
async function accountFor(
  tx: Ctx,
  person: DirectoryPerson,
): Promise<{ account: User; before: ScimUserRow | undefined; isMade: boolean }> {
  const named = await scimUserStore.byName(tx, person.userName);
  if (named && !named.deleted_at) throw taken('A person with this userName exists.');
  const owner = await tx.use(accounts).find(tx, person.email);
  const byAddress = owner && (await scimUserStore.byAccount(tx, owner.id));
  if (byAddress && !byAddress.deleted_at) throw taken('Another person has this email address.');
  const before = named ?? byAddress;
  if (before) {
    if (owner && owner.id !== before.user_id) throw taken('An account with this email address exists.');
    return { account: (await tx.use(accounts).byId(tx, before.user_id)) as User, before, isMade: false };
  }
  if (owner) await takeOver(tx, owner);
  return { account: owner ?? (await make(tx, person)), before, isMade: !owner };
}

/** Name and address of the account follow; an address that another account has is refused. */
async function follow(tx: Ctx, account: User, { full_name, email }: Partial<DirectoryPerson>): Promise<void> {
  const isOther = email !== undefined && uniqueKey(email) !== uniqueKey(account.email);
  if (isOther && (await tx.use(accounts).find(tx, email))) throw taken('An account with this email address exists.');
  if (isOther && account.is_admin)
    throw new Problem('conflict', 'The address of an administrator is changed by themselves.');
  const isProved = email !== undefined && (await isListed(tx, email));
  await tx.use(accounts).renew(tx, account.id, { full_name, ...(isOther ? { email, isProved } : {}) });
}

/** @throws ScimFault, Problem conflict */
export function createDirectoryUser(request: DirectoryRequest, body: unknown): Promise<Resource> {
  const resource = readResource(userKind, body);
  const person = directoryPerson(resource);
  return changing(request, async (tx) => {
    const { account, before, isMade } = await accountFor(tx, person);
    if (!isMade) await follow(tx, account, person);
    const id = randomUUID();
    const row = { ...written(resource, person), id };
    if (before) await scimUserStore.revive(tx, before.id, row);
    else await scimUserStore.insert(tx, { ...row, user_id: account.id });
    const about = { subject: person.userName, email: person.email, user_id: account.id };
    await recordChange(tx, request, isMade ? 'scim_created' : 'scim_linked', about);
    await activate(tx, request, account, resource.active !== false);
    await followDirectory(tx, [account.id]);
    return directoryUser(tx, id);
  });
}

/**
 * @param next what becomes of what is kept
 * @throws Problem not_found, version_conflict, conflict; ScimFault
 */
export function changeDirectoryUser(
  request: DirectoryRequest,
  id: string,
  next: (kept: Resource) => Resource,
): Promise<Resource> {
  return changing(request, async (tx) => {
    const { row, resource } = await found(tx, id);
    requireResourceVersion(request.ifMatch, versionIn(resource));
    const before = keptUser(row);
    const after = next(before);
    const [was, person] = [directoryPerson(before), directoryPerson(after)];
    const named = await scimUserStore.byName(tx, person.userName);
    if (named && named.id !== id) throw taken('A person with this userName exists.');
    const account = (await tx.use(accounts).byId(tx, row.user_id)) as User;
    // What people changed here stays until the directory says something else.
    await follow(tx, account, {
      full_name: was.full_name === person.full_name ? undefined : person.full_name,
      email: was.email === person.email ? undefined : person.email,
    });
    const change = written(after, person);
    if (change.resource_json !== written(before, was).resource_json) {
      await scimUserStore.update(tx, id, change);
      const about = { subject: person.userName, email: person.email, user_id: account.id };
      await recordChange(tx, request, 'scim_changed', about);
    }
    // Left out, it stays as it is.
    await activate(tx, request, account, (after.active ?? before.active) === true);
    return directoryUser(tx, id);
  });
}

/** The account is switched off and stays; of the directory it is no more. @throws Problem not_found, conflict */
export function removeDirectoryUser(request: DirectoryRequest, id: string): Promise<void> {
  return changing(request, async (tx) => {
    const { row, resource } = await found(tx, id);
    requireResourceVersion(request.ifMatch, versionIn(resource));
    const account = (await tx.use(accounts).byId(tx, row.user_id)) as User;
    await activate(tx, request, account, false);
    await scimMemberStore.leaveAll(tx, id);
    await scimUserStore.remove(tx, id);
    await recordChange(tx, request, 'scim_removed', {
      ...{ subject: row.user_name, email: account.email, user_id: account.id },
    });
    await followDirectory(tx, [account.id]);
  });
}
