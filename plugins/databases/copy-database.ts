// Copies of databases and of rows: made with the copies of their pages, each naming what was copied with it.
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import { type PageCopier, pages } from '../pages/contract.ts';
import {
  type Config,
  type Filter,
  type FormConfig,
  type Property,
  propertyRights,
  type Value,
  type View,
  type ViewConfig,
} from './contract.ts';
import { RECOMPUTE_STEPS, recomputeNaming } from './rows/recompute.ts';
import { idsOf } from './rows/relations.ts';
import { Edit } from './rows/row-edit.ts';
import { parseRowValues, type RowRecord, rowStore } from './rows/store.ts';
import { propertyStore } from './schema/property-store.ts';
import { fullSchemaById, type Schema, takePlaces } from './schema/schema.ts';
import { collectionStore, viewStore } from './schema/store.ts';
import { propertyTypeOf } from './schema/types/registry.ts';
import { VIEW_IDS } from './views/view-config.ts';
import { redactView, visibleSchemaById } from './visibility/visible-schema.ts';
import { lockRowsOf } from './workspace-lock.ts';

type Ids = ReadonlyMap<number, number>;

const mapped = (ids: Ids, id: number): number => ids.get(id) ?? id;

/** Databases and properties have ids before anything names them, whichever of them comes first. */
export const databaseCopier: PageCopier = {
  async begin(ctx, { copies, others }) {
    const homes = await collectionStore.ofPages(ctx, [...copies.keys()]);
    if (!homes.length) return;
    await lockRowsOf(ctx, [...copies.values()]);
    for (const { id, page_id, description } of homes) {
      const made = { page_id: copies.get(page_id) as number, description, created_by: actorId(ctx) };
      const to = await collectionStore.insert(ctx, made);
      others.collections.set(id, to);
      await copyProperties(ctx, id, to, others.properties);
    }
  },

  async connect(ctx, { copies, others }) {
    const homes = await collectionStore.ofPages(ctx, [...copies.keys()]);
    if (homes.length) await lockRowsOf(ctx, [...copies.values()]);
    for (const { id } of homes) await copySchema(ctx, id, others.collections.get(id) as number, others);
  },

  async fill(ctx, { copies, all, others, isSilent }) {
    const originals = [...copies.keys()];
    const [homes, records] = await Promise.all([
      collectionStore.ofPages(ctx, originals),
      rowStore.records(ctx, originals),
    ]);
    if (!homes.length && !records.length) return;
    await lockRowsOf(ctx, [...copies.values()]);
    const { collections, properties } = others;
    for (const [home, some] of Map.groupBy(records, ({ collection_id }) => collection_id))
      await copyRows(ctx, await fullSchemaById(ctx, home), collections.get(home) ?? home, some, {
        copies: all,
        properties,
        isWhole: collections.has(home),
      });
    for (const { id } of homes) {
      const to = collections.get(id) as number;
      await ctx.find(propertyRights)?.copyRules(ctx, id, to, properties);
      if (!isSilent) await announceCopy(ctx, to);
    }
  },

  async compute(ctx, { copies, others }) {
    const rows = [...(await rowStore.ofPages(ctx, [...copies.values()])).values()].flat();
    if (!rows.length) return;
    await lockRowsOf(ctx, rows.slice(0, 1));
    await recomputeNaming(ctx, rows, new Set(), new Set(others.properties.values()));
  },
};

async function announceCopy(ctx: Ctx, id: number): Promise<void> {
  const home = await collectionStore.byId(ctx, id);
  if (home)
    await ctx.emit({
      type: 'collection.created',
      data: { id, page_id: home.page_id },
      workspace_id: home.workspace_id,
    });
}

async function copyProperties(ctx: Ctx, from: number, to: number, ids: Map<number, number>): Promise<void> {
  // What whoever copies does not see is not copied, and what is there for few stays so.
  const { properties, restricted } = await visibleSchemaById(ctx, from);
  for (const { id, ...property } of properties) ids.set(id, await propertyStore.insert(ctx, to, property));
  const guarded = new Map([...ids].filter(([id]) => restricted.has(id)));
  await ctx.find(propertyRights)?.copy(ctx, to, guarded);
}

interface Copied {
  collections: Ids;
  properties: Ids;
}

/** What properties and shared views name, once all there is has an id. */
async function copySchema(ctx: Ctx, from: number, to: number, copied: Copied): Promise<void> {
  for (const { id, config } of await propertyStore.of(ctx, to))
    await propertyStore.change(ctx, id, { config: configOf(config, copied) });
  for (const { id: _id, updated_at: _at, ...view } of await viewStore.all(ctx, from)) {
    if (view.created_by !== null) continue;
    const { config: seen } = redactView({ ...view, id: _id, updated_at: _at }, await visibleSchemaById(ctx, from));
    const config = viewConfigOf(seen, copied.properties);
    await viewStore.insert(ctx, { ...view, collection_id: to, config } as Omit<View, 'id' | 'updated_at'>);
  }
}

/** A way back that was not copied still leads to the original: the copy has none. */
function configOf({ reverse_property_id: back, ...config }: Config, { collections, properties }: Copied): Config {
  const same = (id: number) => mapped(properties, id);
  return {
    ...config,
    ...(config.collection_id ? { collection_id: mapped(collections, config.collection_id) } : {}),
    ...(back && properties.has(back) ? { reverse_property_id: same(back) } : {}),
    ...(config.relation_property_id ? { relation_property_id: same(config.relation_property_id) } : {}),
    ...(config.property_id ? { property_id: same(config.property_id) } : {}),
    ...(config.expression
      ? { expression: config.expression.replace(/@(\d+)/g, (_all, id: string) => `@${same(Number(id))}`) }
      : {}),
    ...(config.actions
      ? {
          actions: config.actions.map(({ property_id, values, ...action }) => ({
            ...action,
            ...(property_id ? { property_id: same(property_id) } : {}),
            ...(values ? { values: keysOf(values, properties) } : {}),
          })),
        }
      : {}),
  };
}

const keysOf = <T>(values: Record<string, T>, ids: Ids): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([id, value]) => [mapped(ids, Number(id)), value]));

function filterOf(filter: Filter, ids: Ids): Filter {
  if ('and' in filter) return { and: filter.and.map((one) => filterOf(one, ids)) };
  if ('or' in filter) return { or: filter.or.map((one) => filterOf(one, ids)) };
  return { ...filter, property_id: mapped(ids, filter.property_id) };
}

function formOf({ questions = [], ...form }: FormConfig, ids: Ids): FormConfig {
  const same = <T extends { property_id: number }>(one: T): T => ({
    ...one,
    property_id: mapped(ids, one.property_id),
  });
  return { ...form, questions: questions.map((one) => same({ ...one, ...(one.when && { when: same(one.when) }) })) };
}

/** The same view of other properties; what is not among them keeps its id. */
export function viewConfigOf(config: ViewConfig, ids: Ids): ViewConfig {
  const same = <T extends number | null | undefined>(id: T): T => (id ? (mapped(ids, id) as T) : id);
  return {
    ...config,
    ...(config.filter ? { filter: filterOf(config.filter, ids) } : {}),
    ...(config.sorts ? { sorts: config.sorts.map((one) => ({ ...one, property_id: same(one.property_id) })) } : {}),
    ...(config.visible ? { visible: config.visible.map(same) } : {}),
    ...(config.order ? { order: config.order.map(same) } : {}),
    ...(config.widths ? { widths: keysOf(config.widths, ids) } : {}),
    ...(config.aggregates ? { aggregates: keysOf(config.aggregates, ids) } : {}),
    ...(config.color_rules
      ? { color_rules: config.color_rules.map((one) => ({ ...one, filter: filterOf(one.filter, ids) })) }
      : {}),
    group_by: same(config.group_by),
    sub_group_by: same(config.sub_group_by),
    ...Object.fromEntries(VIEW_IDS.map((name) => [name, same(config[name])])),
    ...(config.form ? { form: formOf(config.form, ids) } : {}),
  };
}

interface CopiedRows {
  copies: Ids;
  properties: Ids;
  /** their database was copied, too */
  isWhole: boolean;
}

async function copyRows(ctx: Ctx, from: Schema, home: number, records: RowRecord[], copied: CopiedRows): Promise<void> {
  const { copies, properties, isWhole } = copied;
  const made = records.map(({ id }) => copies.get(id) as number);
  await ctx.use(pages).intoCollection(ctx, made, home);
  const titles = new Map((await ctx.use(pages).byIds(ctx, made)).map(({ id, title }) => [id, title]));
  const { schema, places } = await takePlaces(ctx, await fullSchemaById(ctx, home), records.length);
  const edit = new Edit(ctx, schema);
  for (const [index, record] of records.entries()) {
    const page_id = made[index] as number;
    const { calendar_json, calendar_text } = record;
    const row = edit.add({
      page_id,
      collection_id: home,
      number: places.number + index,
      values_json: '{}',
      calendar_json,
      calendar_text,
    });
    edit.set(row, schema.title, titles.get(page_id) ?? '');
    for (const [id, value] of Object.entries(parseRowValues(record, from))) {
      const property = schema.byId.get(mapped(properties, Number(id)));
      if (property && isCopied(property, isWhole)) edit.set(row, property, copiedValue(property, value, copies));
    }
  }
  await edit.finish(RECOMPUTE_STEPS);
  await ctx.use(pages).refresh(ctx, made);
}

/** A copy beside its original has none of its unique values, and takes no rows from inside it. */
export function isCopied(property: Property, isWhole: boolean): boolean {
  if (property.type === 'title' || propertyTypeOf(property).computed) return false;
  return isWhole || (!property.validation.unique && property.config.sub_items !== 'children');
}

const copiedValue = ({ type }: Property, value: Value, copies: Ids): Value =>
  type === 'relation' ? idsOf(value).map((id) => mapped(copies, id)) : value;
