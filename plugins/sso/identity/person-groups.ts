// The groups of people: those that their provider named when they last came in, with those of the directory.
import type { Ctx } from '../../../core/kernel/context.ts';
import { scimGroupStore, scimMemberStore } from '../scim/group-store.ts';
import { scimUserStore } from '../scim/user-store.ts';
import { identityStore } from './store.ts';

/** By account; null where neither the provider nor a directory says anything about groups. */
type PersonGroups = Map<number, string[] | null>;

/** @param claimed what their providers named */
async function withDirectory(ctx: Ctx, userIds: number[], claimed: PersonGroups): Promise<PersonGroups> {
  // A directory that brings people alone is silent about their groups.
  const brought = (await scimGroupStore.count(ctx)) ? await scimMemberStore.namesOf(ctx, userIds) : new Map();
  return new Map(
    userIds.map((id) => {
      const lists = [claimed.get(id), brought.get(id)].filter((list) => list !== null && list !== undefined);
      return [id, lists.length ? [...new Set<string>(lists.flat())] : null];
    }),
  );
}

export const personGroups = async (ctx: Ctx, userIds: number[]): Promise<PersonGroups> =>
  withDirectory(ctx, userIds, await identityStore.groupsOf(ctx, userIds));

/** Of people who came by a provider or a directory, in the order of their accounts. @param limit more than anybody has identities */
export async function groupsAfter(ctx: Ctx, userId: number, limit: number): Promise<PersonGroups> {
  const [claimed, brought] = await Promise.all([
    identityStore.groupsAfter(ctx, userId, limit),
    scimUserStore.accountsAfter(ctx, userId, limit),
  ]);
  const all = [...new Set([...claimed.groups.keys(), ...brought])].filter((id) => id <= claimed.until);
  return withDirectory(ctx, all.toSorted((a, b) => a - b).slice(0, limit), claimed.groups);
}
