// Workspaces as administrators of the service look after them: all of them, their room, and deleted ones back again.
import type { ListPage } from '../../core/http/pagination.ts';
import { notFound } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { WorkspaceOverview, Workspaces } from './contract.ts';
import { restoreWorkspace } from './service.ts';
import { memberStore, type WorkspaceRow, workspaceStore } from './store.ts';

async function overviewOf(ctx: Ctx, rows: WorkspaceRow[]): Promise<WorkspaceOverview[]> {
  const sizes = await memberStore.sizes(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, name, slug, owner_id, quota_mb, created_at, deleted_at }) => ({
    ...{ id, name, slug, owner_id, quota_mb, created_at, deleted_at },
    members: sizes.get(id) ?? 0,
  }));
}

async function one(ctx: Ctx, id: number): Promise<WorkspaceOverview> {
  const row = await workspaceStore.byId(ctx, id);
  if (!row) throw notFound();
  const [found] = await overviewOf(ctx, [row]);
  return found as WorkspaceOverview;
}

const overview = async (
  ctx: Ctx,
  { q, limit, offset }: { q?: string; limit: number; offset: number },
): Promise<ListPage<WorkspaceOverview>> => {
  const named = () => workspaceStore.named(ctx, q);
  const rows: WorkspaceRow[] = await named().orderBy(['name_key', 'id']).limit(limit).offset(offset);
  const [count] = await named().count({ total: '*' });
  return { items: await overviewOf(ctx, rows), total: Number(count?.total ?? 0) };
};

export const workspaceOverview: Pick<Workspaces, 'overview' | 'quotaOf' | 'setQuota' | 'restore'> = {
  overview,
  quotaOf: async (ctx, id) => (await workspaceStore.byId(ctx, id))?.quota_mb ?? ctx.app.settings.QUOTA_MB,
  async setQuota(ctx, id, quota_mb) {
    await one(ctx, id);
    await ctx.tx(async (tx) => void (await workspaceStore.update(tx, id, { quota_mb })));
    return one(ctx, id);
  },
  async restore(ctx, id) {
    await one(ctx, id);
    await restoreWorkspace(ctx, id);
    return one(ctx, id);
  },
};
