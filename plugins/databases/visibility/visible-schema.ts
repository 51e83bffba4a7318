// What of a database its reader may see: properties that are there for few, and all that is computed from them.
import { atLeast, type Subject } from '../../../core/access/access-control.ts';
import type { Role } from '../../../core/http/route.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import {
  type Config,
  type Property,
  type PropertyRole,
  propertyRights,
  type View,
  type ViewConfig,
} from '../contract.ts';
import { pruned } from '../query/filter.ts';
import { formulasUsing } from '../schema/formula-properties.ts';
import { fullSchema, fullSchemaById, type Schema } from '../schema/schema.ts';
import { type CollectionRow, collectionStore } from '../schema/store.ts';
import { perReader } from './per-reader-rollups.ts';

/** What access needs to know of a database. */
export const subject = (row: CollectionRow): Subject => ({
  id: row.id,
  workspaceId: row.workspace_id,
  epoch: row.epoch,
  rootId: row.access_root_id,
  pageId: row.page_id,
  trashed: row.deleted_at !== null,
  lock: row.is_locked ? { by: row.locked_by } : null,
  row,
});

/** As the actor sees it: what they may not see is not there. */
export const visibleSchemaOf = async (ctx: Ctx, collection: CollectionRow): Promise<Schema> =>
  visibleSchema(ctx, await fullSchema(ctx, collection));

/** @throws Problem not_found */
export const visibleSchemaById = async (ctx: Ctx, id: number): Promise<Schema> =>
  visibleSchema(ctx, await fullSchemaById(ctx, id));

/** The schema as the actor sees it. */
export async function visibleSchema(ctx: Ctx, whole: Schema): Promise<Schema> {
  const { actor } = ctx;
  if (actor.type === 'system') return whole;
  const all = await reachable(ctx, whole);
  const own = await perReader(ctx, all);
  if (!own.size && all.every(({ restricted }) => !restricted.size)) return whole;
  const hidden = new Set<number>();
  const given = new Map<number, PropertyRole>();
  for (const schema of all) await hideDirectly(ctx, schema, hidden, given);
  // What a reader has of their own is stored nowhere, so nothing is computed from it for others.
  for (const { properties } of all)
    for (const { id, type, config } of properties)
      if (type === 'rollup' && own.has(config.property_id ?? 0)) hidden.add(id);
  hideComputed(all, hidden);
  const readOnly = new Set([...given].filter(([, role]) => role === 'viewer').map(([id]) => id));
  const here = (ids: ReadonlySet<number>) => new Set(whole.properties.flatMap(({ id }) => (ids.has(id) ? id : [])));
  return { ...without(whole, here(hidden), here(own)), readOnly };
}

/** The database, and those that its rollups look at, through each other too. */
async function reachable(ctx: Ctx, start: Schema): Promise<Schema[]> {
  const found = new Map([[start.collection.id, start]]);
  for (const { properties, byId } of found.values())
    for (const { type, config } of properties) {
      const target = type === 'rollup' ? byId.get(config.relation_property_id ?? 0)?.config.collection_id : undefined;
      const there = target && !found.has(target) ? await collectionStore.byId(ctx, target) : undefined;
      if (there) found.set(there.id, await fullSchema(ctx, there));
    }
  return [...found.values()];
}

async function hideDirectly(
  ctx: Ctx,
  { restricted, collection }: Schema,
  hidden: Set<number>,
  given: Map<number, PropertyRole>,
): Promise<void> {
  if (!restricted.size || (await seesAll(ctx, collection))) return;
  const roles = await rolesOn(ctx, collection.id);
  for (const id of restricted) {
    const role = roles.get(id);
    if (role) given.set(id, role);
    else hidden.add(id);
  }
}

const seesAll = async (ctx: Ctx, collection: CollectionRow): Promise<boolean> =>
  atLeast(await ctx.app.access.roleOn(ctx, subject(collection)), 'owner');

/** What was given to the actor on properties of a database, one by one. */
async function rolesOn(ctx: Ctx, collectionId: number): Promise<Map<number, PropertyRole>> {
  const { actor } = ctx;
  if (actor.type !== 'user') return new Map();
  return (await ctx.find(propertyRights)?.of(ctx, actor.id, collectionId)) ?? new Map();
}

/** What the actor may do with a property that is there, or was; their role on the database is another matter. */
export async function roleOnProperty(ctx: Ctx, { restricted, collection }: Schema, id: number): Promise<Role | null> {
  if (!restricted.has(id) || (await seesAll(ctx, collection))) return 'owner';
  return (await rolesOn(ctx, collection.id)).get(id) ?? null;
}

/** What is computed from something hidden says something of it. */
function hideComputed(all: Schema[], hidden: Set<number>): void {
  for (let before = -1; before !== hidden.size; ) {
    before = hidden.size;
    for (const schema of all) {
      for (const { id, type, config } of schema.properties)
        if (type === 'rollup' && [config.property_id, config.relation_property_id].some((one) => hidden.has(one ?? 0)))
          hidden.add(id);
      const here = schema.properties.filter(({ id }) => hidden.has(id)).map(({ id }) => id);
      if (here.length) for (const id of formulasUsing(schema, here)) hidden.add(id);
    }
  }
}

/** Properties that nobody narrowed, and that are not there for everybody, because they are computed from some that are. */
export async function narrowedThrough(ctx: Ctx, whole: Schema): Promise<Set<number>> {
  const all = await reachable(ctx, whole);
  const hidden = new Set(all.flatMap(({ restricted }) => [...restricted]));
  hideComputed(all, hidden);
  return new Set(whole.properties.flatMap(({ id }) => (hidden.has(id) && !whole.restricted.has(id) ? id : [])));
}

/** By the properties themselves: what is parsed of a list of formulas is kept with the list. */
const lists = new WeakMap<Property[], Map<string, Property[]>>();

function without(whole: Schema, hidden: ReadonlySet<number>, own: ReadonlySet<number>): Schema {
  if (!hidden.size && !own.size) return whole;
  const hiddenKey = `${[...hidden].join()} ${[...own].join()}`;
  const kept = lists.get(whole.properties) ?? new Map<string, Property[]>();
  lists.set(whole.properties, kept);
  const properties =
    kept.get(hiddenKey) ??
    whole.properties
      .filter(({ id }) => !hidden.has(id))
      .map((one) => (own.has(one.id) ? computedNow(one) : withoutHiddenActions(one, hidden)));
  kept.set(hiddenKey, properties);
  return { ...whole, properties, byId: new Map(properties.map((one) => [one.id, one])), hiddenKey };
}

const computedNow = (property: Property): Property => ({
  ...property,
  config: { ...property.config, is_volatile: true },
});

/** A button does, for each, what they could do themselves. */
function withoutHiddenActions(property: Property, hidden: ReadonlySet<number>): Property {
  const { actions } = property.config;
  if (!actions?.some((one) => namedBy(one).some((id) => hidden.has(id)))) return property;
  const left = actions
    .filter(({ property_id }) => !hidden.has(property_id ?? 0))
    .map((one) => withoutValues(one, hidden));
  return { ...property, config: { ...property.config, actions: left } };
}

type Action = NonNullable<Config['actions']>[number];

const namedBy = ({ property_id = 0, values = {} }: Action): number[] => [
  property_id,
  ...Object.keys(values).map(Number),
];

const withoutValues = ({ values, ...action }: Action, hidden: ReadonlySet<number>): Action => ({
  ...action,
  ...(values && { values: Object.fromEntries(Object.entries(values).filter(([id]) => !hidden.has(Number(id)))) }),
});

/** Settings of a view that name one property, whatever kinds of views come to have. */
const namesOne = (key: string): boolean => /^(sub_)?group_by$|_property_id$/.test(key);

/** A view as whoever sees these properties sees it; what it says of others they are not told. */
export function redactView(view: View, { byId }: Schema): View {
  const has = (id: number) => byId.has(id);
  const { config } = view;
  const keyed = <T>(values: Record<string, T>) =>
    Object.fromEntries(Object.entries(values).filter(([id]) => has(Number(id))));
  const part: { [Key in keyof ViewConfig]?: (value: NonNullable<ViewConfig[Key]>) => ViewConfig[Key] } = {
    filter: (filter) => pruned(filter, has),
    sorts: (sorts) => sorts.filter(({ property_id }) => has(property_id)),
    visible: (ids) => ids.filter(has),
    order: (ids) => ids.filter(has),
    // The files of a property, or another picture that has a name.
    cover: (cover) => (/^\d+$/.test(cover) && !has(Number(cover)) ? undefined : cover),
    widths: keyed,
    aggregates: keyed,
    color_rules: (rules) =>
      rules.filter(({ filter }) => JSON.stringify(pruned(filter, has)) === JSON.stringify(filter)),
    wip_limits: (limits) => (config.group_by && !has(config.group_by) ? {} : limits),
    // Without questions a form asks for everything: one that had some goes on asking for those that are left, be it none.
    form: ({ questions, ...form }) => ({
      ...form,
      ...(questions?.length && {
        questions: questions.filter((one) => has(one.property_id) && (!one.when || has(one.when.property_id))),
      }),
    }),
  };
  const shown = Object.entries(config).map(([key, value]) => {
    if (value === null || value === undefined) return [key, value];
    if (namesOne(key)) return [key, has(value as number) ? value : null];
    const prune = part[key as keyof ViewConfig] as ((value: unknown) => unknown) | undefined;
    return [key, prune ? prune(value) : value];
  });
  return { ...view, config: Object.fromEntries(shown) };
}
