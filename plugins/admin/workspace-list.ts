// All workspaces of the service with what they take, for administrators.
import Joi from 'joi';
import type { ListPage } from '../../core/http/pagination.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { type WorkspaceOverview, workspaces } from '../workspaces/contract.ts';
import { sizesOf } from './store.ts';

/** In MiB: some exbibytes are more than anybody has. */
const QUOTA_MOST = 1_073_741_824;

export type ListedWorkspace = WorkspaceOverview & { owner: string; pages: number; bytes: number };

export async function listWorkspaces(
  ctx: Ctx,
  options: { q?: string; limit: number; offset: number },
): Promise<ListPage<ListedWorkspace>> {
  const { items, total } = await ctx.use(workspaces).overview(ctx, options);
  return { items: await withSizes(ctx, items), total };
}

export async function withSizes(ctx: Ctx, items: WorkspaceOverview[]): Promise<ListedWorkspace[]> {
  const [sizes, owners] = await Promise.all([
    sizesOf(
      ctx,
      items.map(({ id }) => id),
    ),
    ctx.use(accounts).byIds(
      ctx,
      items.flatMap(({ owner_id }) => owner_id ?? []),
    ),
  ]);
  const names = new Map(owners.map((one) => [one.id, one.login]));
  return items.map((one) => ({
    ...one,
    owner: names.get(one.owner_id ?? 0) ?? '',
    pages: sizes.get(one.id)?.pages ?? 0,
    bytes: sizes.get(one.id)?.bytes ?? 0,
  }));
}

export const quotaField = () => Joi.number().integer().min(0).max(QUOTA_MOST);

const text = () => Joi.string().required().allow('');
const count = () => Joi.number().integer().required();

export const listedSchema = Joi.object({
  id: count(),
  name: text(),
  slug: text(),
  owner_id: count().allow(null),
  owner: text().description('login'),
  members: count(),
  pages: count(),
  bytes: count(),
  quota_mb: count().allow(null).description('room of its files in MiB; null: as QUOTA_MB has it, 0: no limit'),
  created_at: text(),
  deleted_at: text().allow(null),
}).meta({ title: 'ListedWorkspace' });
