// What permissions offer to other plugins: people of groups, and pages that people opened to one another.

import { loadSubjects } from '../../core/access/access-control.ts';
import type { App } from '../../core/kernel/app.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { propertyRights } from '../databases/contract.ts';
import { type GuestPage, pages } from '../pages/contract.ts';
import { groupPeople, type SharedPages, type SharedWith, sharedPages } from './contract.ts';
import { groupStore } from './groups/group-store.ts';
import { pageSharingPolicies } from './policies.ts';
import { rightsOnProperties } from './properties/property-grants.ts';
import { granteeName, grantStore, type NamedGrant } from './store.ts';

/** Names stand on pages for those who may give rights there, as in the dialog of sharing. */
async function receivers(ctx: Ctx, pageIds: number[]): Promise<Map<number, SharedWith[]>> {
  const subjects = await loadSubjects(
    ctx,
    pageIds.map((id) => ({ resource: 'page', id })),
  );
  const present = subjects.filter((one) => one !== undefined);
  const open = await ctx.app.access.permitted(ctx, { list: pageSharingPolicies.listGrants }, present);
  const read = present.flatMap(({ id }, at) => (open[at]?.length ? [Number(id)] : []));
  const grants = read.length ? await grantStore.listed(ctx, read) : [];
  const others = grants.filter(({ user_id }) => user_id !== userOf(ctx).id);
  const people = await ctx.use(accounts).known(ctx, [...new Set(others.flatMap(({ user_id }) => user_id ?? []))]);
  const pictures = new Map(people.map((one) => [one.id, one.avatar_url]));
  const named = Map.groupBy(others, ({ page_id }) => page_id);
  const shown = (row: NamedGrant): SharedWith => ({
    name: granteeName(row),
    avatar_url: pictures.get(row.user_id ?? 0) ?? '',
  });
  return new Map([...named].map(([id, rows]) => [id, rows.map(shown)]));
}

const pagesShared: SharedPages = {
  ofActor: (ctx) => grantStore.shared(ctx, userOf(ctx).id),
  givers: (ctx, pageIds) => grantStore.givers(ctx, userOf(ctx).id, pageIds),
  receivers,
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
