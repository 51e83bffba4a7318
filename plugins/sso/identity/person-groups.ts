// The groups of people: those that their provider named when they last came in, with those of the directory.
import type { Ctx } from '../../../core/kernel/context.ts';
import { scimGroupStore, scimMemberStore } from '../scim/group-store.ts';
import { scimUserStore } from '../scim/user-store.ts';
import { identityStore } from './store.ts';

/** By account; null where neither the provider nor a directory says anything about groups. */
export async function personGroups(ctx: Ctx, userIds: number[]): Promise<Map<number, string[] | null>> {
  const claimed = await identityStore.groupsOf(ctx, userIds);
  // A directory that brings people alone is silent about their groups.
  const brought = (await scimGroupStore.count(ctx)) ? await scimMemberStore.namesOf(ctx, userIds) : new Map();
  return new Map(
    userIds.map((id) => {
      const lists = [claimed.get(id), brought.get(id)].filter((list) => list !== null && list !== undefined);
      return [id, lists.length ? [...new Set<string>(lists.flat())] : null];
    }),
  );
}

/** Accounts of people who came by a provider or a directory, in their order. */
export async function connectedAfter(ctx: Ctx, userId: number, limit: number): Promise<number[]> {
  const both = await Promise.all([
    identityStore.accountsAfter(ctx, userId, limit),
    scimUserStore.accountsAfter(ctx, userId, limit),
  ]);
  return [...new Set(both.flat())].toSorted((a, b) => a - b).slice(0, limit);
}
