// Changes of a schema that go on or can be taken back: they are there for whoever sees the properties they are about.
import { lower } from '../../../core/access/access-control.ts';
import type { Role } from '../../../core/http/route.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Property } from '../model.ts';
import { fullSchema, type Schema } from '../schema/schema.ts';
import type { CollectionRow, SchemaChangeRow } from '../schema/store.ts';
import type { SchemaChangePlan } from '../schema-change/change.ts';
import { NextSchemas } from '../schema-change/next-schemas.ts';
import type { SchemaJob } from '../schema-change/store.ts';
import { visibleSchema } from './visible-schema.ts';

/** Properties that a change makes, changes or takes away, the one that it is named by first. */
export const affectedProperties = ({
  next,
  shown,
  gone,
}: Pick<SchemaChangePlan, 'next' | 'shown' | 'gone'>): number[] => [...next.map(({ id }) => id), ...shown, ...gone];

/** What the actor may do with the properties of a job, both as they are and as they will be. */
export async function roleOnJob(ctx: Ctx, collection: CollectionRow, { plan_json }: SchemaJob): Promise<Role | null> {
  const plan = JSON.parse(plan_json) as SchemaChangePlan;
  const ids = affectedProperties(plan);
  return lower(await roleOn(ctx, collection, ids), await roleOn(ctx, collection, ids, plan.drafts));
}

/** The same of a change that can be taken back. */
export const roleOnChange = (ctx: Ctx, collection: CollectionRow, change: SchemaChangeRow): Promise<Role | null> =>
  roleOn(ctx, collection, [change.property_id]);

/** A property that is gone, or not there yet, is no less hidden for it. */
async function roleOn(
  ctx: Ctx,
  collection: CollectionRow,
  ids: number[],
  drafts: Property[] = [],
): Promise<Role | null> {
  const { restricted } = await fullSchema(ctx, collection);
  const withThem = await new NextSchemas(ctx, { gone: [], shown: ids, drafts }).of(collection.id);
  const seen = await visibleSchema(ctx, { ...withThem, restricted });
  const roles = ids.filter((id) => withThem.byId.has(id)).map((id) => roleIn(seen, id));
  return roles.length ? roles.reduce(lower) : null;
}

const roleIn = ({ byId, readOnly }: Schema, id: number): Role | null =>
  byId.has(id) ? (readOnly.has(id) ? 'viewer' : 'owner') : null;
