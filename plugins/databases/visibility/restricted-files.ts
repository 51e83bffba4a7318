// Files of properties that are there for few: pages do not refer to them, so they are held and read by the property.
import type { Knex } from 'knex';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import { propertyRights } from '../contract.ts';
import { propertyStore } from '../schema/property-store.ts';
import { FILE_TYPES } from '../schema/property-traits.ts';
import { visibleSchemaById } from './visible-schema.ts';

/** Leaves out of a query over `files` what rows name, whoever sees it. */
export const leaveOutNamed = (ctx: Ctx, query: Knex.QueryBuilder): void =>
  void query.whereNotIn(
    'files.id',
    ctx
      .db('collection_properties')
      .join('row_value', 'row_value.property_id', 'collection_properties.id')
      .whereIn('collection_properties.type', FILE_TYPES)
      .whereNotNull('row_value.ref_id')
      .select('row_value.ref_id'),
  );

/** The files that the actor reads because they see such a property, and the row. */
export async function filesForFew(ctx: Ctx): Promise<{ ids: Knex.QueryBuilder } | undefined> {
  const restricted = new Set(await ctx.find(propertyRights)?.restricted(ctx));
  if (!restricted.size) return undefined;
  const held = (await propertyStore.ofTypes(ctx, FILE_TYPES)).filter(({ id }) => restricted.has(id));
  const seen: number[] = [];
  for (const { id, collection_id } of held)
    if ((await visibleSchemaById(ctx, collection_id)).byId.has(id)) seen.push(id);
  if (!seen.length) return undefined;
  const ids = ctx
    .db('row_value')
    .join('pages', 'pages.id', 'row_value.row_id')
    .whereIn('row_value.property_id', seen)
    .select('row_value.ref_id');
  ctx.use(pages).narrow(ctx, ids, await ctx.app.access.scope(ctx));
  return { ids };
}
