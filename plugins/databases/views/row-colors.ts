// Colours of rows by the rules of a view: the first rule that a row meets counts.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { View } from '../contract.ts';
import { matching } from '../query/list-rows.ts';
import type { Schema } from '../schema/schema.ts';

/** By row id; rows that meet no rule are absent. */
export async function coloursOf(
  ctx: Ctx,
  schema: Schema,
  view: View | undefined,
  rows: { id: number }[],
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  if (!rows.length) return found;
  const ids = rows.map(({ id }) => id);
  for (const { filter, color } of view?.config.color_rules ?? []) {
    const { query } = await matching(ctx, schema, { filter, ids, isSaved: true });
    for (const id of await query.pluck('pages.id')) found[id] ??= color;
  }
  return found;
}
