// What would break: asked before a property, an option or a whole database goes.
import type { Ctx } from '../../../core/kernel/context.ts';
import { type DatabaseLoss, pages } from '../../pages/contract.ts';
import { type Property, propertyRights, type View } from '../contract.ts';
import { storageOf } from '../model.ts';
import { countRows } from '../query/list-rows.ts';
import { cellStore } from '../rows/store.ts';
import { usedByView } from '../views/view-config.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { formulasUsing } from './formula-properties.ts';
import { requireProperty, type SchemaImpact } from './properties.ts';
import { propertyStore } from './property-store.ts';
import type { Schema } from './schema.ts';
import { collectionStore, viewStore } from './store.ts';

const dependsOn = ({ config, type }: Property, id: number): boolean =>
  type === 'rollup' && (config.property_id === id || config.relation_property_id === id);

/** Of a property, or of one option of it. @throws Problem not_found */
export async function propertyImpact(
  ctx: Ctx,
  collectionId: number,
  id: number,
  option?: string,
): Promise<SchemaImpact> {
  const schema = await visibleSchemaById(ctx, collectionId);
  const property = requireProperty(schema, id);
  const userId = ctx.actor.type === 'user' ? ctx.actor.id : null;
  const views = await viewStore.of(ctx, collectionId, userId);
  const scope = await ctx.app.access.scope(ctx);
  const rows = await cellStore.used(ctx, storageOf(property), option, (query) =>
    ctx.use(pages).narrow(ctx, query, scope),
  );
  if (option !== undefined) return { rows, ...namingOption(schema, views, property, option), opens: false };
  const computed = (await propertyStore.ofTypes(ctx, ['rollup'])).filter((one) => dependsOn(one, id));
  const back = property.config.reverse_property_id
    ? await propertyStore.byId(ctx, property.config.reverse_property_id)
    : undefined;
  const formulas = schema.properties.filter((one) => one.id !== id && formulasUsing(schema, [id]).has(one.id));
  const ruling = (await ctx.find(propertyRights)?.ruling(ctx, [id])) ?? [];
  return {
    rows,
    opens: ruling.length > 0,
    views: views.filter((view) => usedByView(view).includes(id)).map(({ name }) => name),
    properties: [...formulas, ...(await visible(ctx, [...computed, ...(back ? [back] : [])]))].map(({ name }) => name),
  };
}

/** Views that filter, colour or limit by an option, and formulas that compare with its name. */
function namingOption(
  schema: Schema,
  views: View[],
  { id, config }: Property,
  option: string,
): Pick<SchemaImpact, 'views' | 'properties'> {
  const name = JSON.stringify(config.options?.find((one) => one.id === option)?.name ?? option);
  const formulas = schema.properties.filter(
    (one) => formulasUsing(schema, [id]).has(one.id) && one.config.expression?.includes(name),
  );
  return {
    views: views.filter((view) => JSON.stringify(view.config).includes(`"${option}"`)).map((view) => view.name),
    properties: formulas.map((one) => one.name),
  };
}

/** Of pages with all below them: each database in them that others look at, which do not go with it. */
export async function pageImpact(ctx: Ctx, pageIds: number[]): Promise<DatabaseLoss[]> {
  const going = pageIds.length ? await collectionStore.below(ctx, pageIds) : [];
  const ids = going.map(({ id }) => id);
  const losses: DatabaseLoss[] = [];
  for (const { id, name } of going) {
    const { rows, properties } = await collectionImpact(ctx, id, ids);
    if (properties.length) losses.push({ title: name, rows, properties });
  }
  return losses;
}

/** Of a whole database: its rows, and what of other databases looks at it; `going`: these go with it. */
export async function collectionImpact(
  ctx: Ctx,
  collectionId: number,
  going: number[] = [collectionId],
): Promise<Pick<SchemaImpact, 'rows' | 'properties'>> {
  const relations = (await propertyStore.ofTypes(ctx, ['relation'])).filter(
    ({ collection_id, config }) => config.collection_id === collectionId && !going.includes(collection_id),
  );
  const ids = relations.map(({ id }) => id);
  const rollups = (await propertyStore.ofTypes(ctx, ['rollup'])).filter(({ config }) =>
    ids.includes(config.relation_property_id as number),
  );
  const rows = await countRows(ctx, await visibleSchemaById(ctx, collectionId), {});
  return { rows, properties: (await visible(ctx, [...relations, ...rollups])).map(({ name }) => name) };
}

type Placed = Property & { collection_id: number };

/** Of these, the properties that the actor sees, each in its database. */
async function visible(ctx: Ctx, found: Placed[]): Promise<Placed[]> {
  const kept: Placed[] = [];
  for (const [id, here] of Map.groupBy(found, ({ collection_id }) => collection_id)) {
    const subject = await ctx.app.resource('collection').load(ctx, id);
    if (!subject || subject.trashed || !(await ctx.app.access.roleOn(ctx, subject))) continue;
    const { byId } = await visibleSchemaById(ctx, id);
    kept.push(...here.filter((one) => byId.has(one.id)));
  }
  return kept;
}
