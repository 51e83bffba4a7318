// What permissions offer to other plugins: people of groups, and pages that people opened to one another.

import type { App } from '../../core/kernel/app.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { propertyRights } from '../databases/contract.ts';
import { type GuestPage, pages } from '../pages/contract.ts';
import { groupPeople, type SharedPages, sharedPages } from './contract.ts';
import { groupStore } from './groups/group-store.ts';
import { rightsOnProperties } from './properties/property-grants.ts';
import { grantStore } from './store.ts';

const pagesShared: SharedPages = {
  ofActor: (ctx) => grantStore.shared(ctx, userOf(ctx).id),
  givers: (ctx, pageIds) => grantStore.givers(ctx, userOf(ctx).id, pageIds),
};

/** So many of them stand in the sidebar of a guest; the library lists all. */
const LISTED = 50;

/** Rights may have been taken back by what lies above: only what the guest sees is named. */
export async function pagesForGuest(ctx: Ctx, workspaceId: number): Promise<GuestPage[]> {
  const query = grantStore.given(ctx, userOf(ctx).id, workspaceId, LISTED);
  ctx.use(pages).narrow(ctx, query, await ctx.app.access.scope(ctx));
  return query;
}

export function provideSharing(app: App): void {
  app.provide(groupPeople, { of: groupStore.people, known: groupStore.within });
  app.provide(sharedPages, pagesShared);
  app.provide(propertyRights, rightsOnProperties);
}
