// Groups of a directory: their people have the roles that are mapped to their names, at once.
import { randomUUID } from 'node:crypto';
import { isUniqueViolation } from '../../../core/database/engine-errors.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { followDirectory } from '../synchronization.ts';
import { changing, type DirectoryRequest, recordChange, unknownResource } from './directory-change.ts';
import { groupVersion, keptGroup, presentGroupResources } from './group-resource.ts';
import { type ScimGroupRow, scimGroupStore, scimMemberStore } from './group-store.ts';
import type { Resource } from './protocol/attribute.ts';
import { groupKind } from './protocol/group-schema.ts';
import { readResource } from './protocol/resource-reader.ts';
import { ScimFault } from './protocol/scim-fault.ts';
import { requireResourceVersion } from './resource-version.ts';
import { scimUserStore } from './user-store.ts';

/** As mappings take it. */
const NAME_MAX = 500;

const nameTaken = (error: unknown): never => {
  if (isUniqueViolation(error)) throw new ScimFault('uniqueness', 'A group with this displayName exists.');
  throw error;
};

const bad = (detail: string): ScimFault => new ScimFault('invalidValue', detail);

function written(resource: Resource) {
  const display_name = String(resource.displayName).trim();
  if (display_name.length > NAME_MAX) throw bad(`displayName has at most ${NAME_MAX} characters.`);
  return { display_name, external_id: String(resource.externalId ?? '') };
}

/** Ids of the people that a group names, each once. @throws ScimFault invalidValue */
function membersIn({ members }: Resource): string[] {
  const named = ((members ?? []) as { value?: string; type?: string }[]).map(({ value, type }) => {
    if (type !== undefined && type.toLowerCase() !== 'user') throw bad('members names people only, and no groups.');
    if (!value) throw bad('members names people by the value that is their id.');
    return value;
  });
  return [...new Set(named)];
}

/** Their accounts. @throws ScimFault invalidValue for an id of nobody */
async function accountsOf(tx: Ctx, ids: string[]): Promise<number[]> {
  const known = await scimUserStore.accounts(tx, ids);
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw bad(`members names ${unknown.slice(0, 100)}, who is not known here.`);
  return [...known.values()];
}

async function found(ctx: Ctx, id: string): Promise<ScimGroupRow> {
  const row = await scimGroupStore.byId(ctx, id);
  if (!row) throw unknownResource();
  return row;
}

/** @throws Problem not_found */
export async function directoryGroup(ctx: Ctx, id: string, withMembers = true): Promise<Resource> {
  const [shown] = await presentGroupResources(ctx, [await found(ctx, id)], withMembers);
  return shown as Resource;
}

/** @throws ScimFault */
export function createDirectoryGroup(request: DirectoryRequest, body: unknown): Promise<Resource> {
  const resource = readResource(groupKind, body);
  const row = written(resource);
  const members = membersIn(resource);
  return changing(request, async (tx) => {
    const id = randomUUID();
    const people = await accountsOf(tx, members);
    await scimGroupStore.insert(tx, id, row).catch(nameTaken);
    await scimMemberStore.add(tx, id, members);
    await recordChange(tx, request, 'scim_group_created', { subject: row.display_name });
    await followDirectory(tx, people);
    return directoryGroup(tx, id);
  });
}

/**
 * @param next what becomes of what is kept
 * @throws Problem not_found, version_conflict; ScimFault
 */
export function changeDirectoryGroup(
  request: DirectoryRequest,
  id: string,
  next: (kept: Resource) => Resource,
): Promise<void> {
  return changing(request, async (tx) => {
    const before = await found(tx, id);
    requireResourceVersion(request.ifMatch, groupVersion(before));
    const people = (await scimMemberStore.of(tx, [id])).get(id) ?? [];
    const was = new Map(people.map((one) => [one.id, one.user_id]));
    const after = next(keptGroup(before, people));
    const row = written(after);
    const wanted = new Set(membersIn(after));
    const added = [...wanted].filter((one) => !was.has(one));
    const removed = [...was.keys()].filter((one) => !wanted.has(one));
    const isRenamed = row.display_name !== before.display_name;
    if (!isRenamed && row.external_id === before.external_id && !added.length && !removed.length) return;
    const newcomers = await accountsOf(tx, added);
    await scimGroupStore.update(tx, before, row).catch(nameTaken);
    await scimMemberStore.remove(tx, id, removed);
    await scimMemberStore.add(tx, id, added);
    await recordChange(tx, request, 'scim_group_changed', { subject: row.display_name });
    const others = isRenamed ? [...was.values()] : removed.map((one) => was.get(one) as number);
    await followDirectory(tx, [...newcomers, ...others]);
  });
}

/** @throws Problem not_found, version_conflict */
export function removeDirectoryGroup(request: DirectoryRequest, id: string): Promise<void> {
  return changing(request, async (tx) => {
    const row = await found(tx, id);
    requireResourceVersion(request.ifMatch, groupVersion(row));
    const people = (await scimMemberStore.of(tx, [id])).get(id) ?? [];
    const ids = people.map((one) => one.id);
    await scimMemberStore.remove(tx, id, ids);
    await scimGroupStore.remove(tx, id);
    await recordChange(tx, request, 'scim_group_removed', { subject: row.display_name });
    await followDirectory(
      tx,
      people.map(({ user_id }) => user_id),
    );
  });
}
