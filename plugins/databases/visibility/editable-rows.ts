// Which rows somebody may change: by their role on the database, or on single rows that a rule opens or closes to them.
import { atLeast, isLockedFor } from '../../../core/access/access-control.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { RowRecord } from '../rows/store.ts';
import type { Schema } from '../schema/schema.ts';
import { subject } from './visible-schema.ts';

/** What of a row decides about that. */
export type RowGuard = Pick<RowRecord, 'id' | 'access_root_id' | 'is_locked' | 'locked_by'>;

/** Ids of those of these rows that the actor may change; the lock of their database holds none of their values. */
export async function writableRows(ctx: Ctx, { collection }: Schema, records: RowGuard[]): Promise<number[]> {
  const home = subject(collection);
  const may = await Promise.all(records.map((record) => isWritable(ctx, home, record)));
  return records.flatMap(({ id }, index) => (may[index] ? [id] : []));
}

async function isWritable(
  ctx: Ctx,
  home: ReturnType<typeof subject>,
  { id, access_root_id, is_locked, locked_by }: RowGuard,
): Promise<boolean> {
  const row = { ...home, id, rootId: access_root_id, lock: is_locked ? { by: locked_by } : null };
  if (isLockedFor(ctx, row)) return false;
  const { access } = ctx.app;
  // What holds for all rows alike is known already; whom a row names is asked for each.
  const common = await access.roleOn(ctx, { ...row, pageId: undefined });
  return atLeast(common, 'editor') || atLeast(await access.roleOn(ctx, { ...row, pageId: id }), 'editor');
}
