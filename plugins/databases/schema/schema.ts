// A database with its properties: what every read and write of its rows is done by.

import { notFound } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { LruCache } from '../../../core/kernel/lru-cache.ts';
import { pages } from '../../pages/contract.ts';
import { type Property, propertyRights } from '../contract.ts';
import { storageOf } from '../model.ts';
import { lockRows } from '../workspace-lock.ts';
import { propertyStore } from './property-store.ts';
import { withTargets } from './rollup-targets.ts';
import { type CollectionRow, collectionStore, type RowPlaces } from './store.ts';

export interface Schema {
  collection: CollectionRow;
  /** in their order */
  properties: Property[];
  byId: Map<number, Property>;
  title: Property;
  /** properties whose values are kept under another id than their own */
  moved: Property[];
  /** properties on which somebody was given a right: they are there for few */
  restricted: ReadonlySet<number>;
  /** those that the actor may see and not write */
  readOnly: ReadonlySet<number>;
  /** names what is hidden from the actor; empty: nothing is */
  hiddenKey: string;
}

/** What is stored of a schema. */
interface Stored {
  properties: Property[];
  restricted: number[];
}

/** By collection and version: every change of a schema or of the rights on it raises the version of its page. */
const known = new LruCache<Stored>(8_000_000, (stored) => JSON.stringify(stored).length);

export function schemaFrom(collection: CollectionRow, properties: Property[], restricted: number[] = []): Schema {
  const title = properties.find(({ type }) => type === 'title');
  if (!title) throw new Error(`collection ${collection.id} has no title property`);
  const byId = new Map(properties.map((one) => [one.id, one]));
  const moved = properties.filter((one) => storageOf(one) !== one.id);
  return {
    collection,
    properties,
    byId,
    title,
    moved,
    restricted: new Set(restricted),
    readOnly: new Set(),
    hiddenKey: '',
  };
}

/** Of a database that has nothing yet, not even a title. */
export const emptySchema = (collection: CollectionRow): Schema => ({
  collection,
  properties: [],
  byId: new Map<number, Property>(),
  title: undefined as never,
  restricted: new Set<number>(),
  moved: [],
  readOnly: new Set<number>(),
  hiddenKey: '',
});

async function stored(ctx: Ctx, { id, sync_version }: CollectionRow): Promise<Stored> {
  const [properties, restricted = []] = await Promise.all([
    propertyStore.ofVersion(ctx, id, sync_version),
    ctx.find(propertyRights)?.restricted(ctx, id),
  ]);
  return { properties, restricted };
}

/** All there is, for what is done whoever looks on: computing, copying, checking what is unique. */
export async function fullSchema(ctx: Ctx, collection: CollectionRow): Promise<Schema> {
  const from = async ({ properties, restricted }: Stored) =>
    schemaFrom(collection, await withTargets(ctx, properties), restricted);
  // What a transaction sees may never be committed.
  if (ctx.inTransaction) return from(await stored(ctx, collection));
  const key = `${ctx.app.instance} ${collection.id} ${collection.sync_version}`;
  const kept = known.peek(key) ?? (await stored(ctx, collection));
  return from(known.getOrCreate(key, () => kept));
}

/** @throws Problem not_found */
export async function fullSchemaById(ctx: Ctx, id: number): Promise<Schema> {
  const collection = await collectionStore.byId(ctx, id);
  if (!collection) throw notFound();
  return fullSchema(ctx, collection);
}

/**
 * Takes the places of `count` new rows, and all there is of the schema: what was read before this transaction, unless
 * somebody has changed it in the meantime. @throws Problem not_found
 */
export async function takePlaces(
  tx: Ctx,
  before: Schema,
  count: number,
): Promise<{ schema: Schema; places: RowPlaces }> {
  for (let schema = before; ; schema = await fullSchemaById(tx, before.collection.id)) {
    const places = await collectionStore.takePlaces(tx, schema.collection, count);
    if (places) return { schema, places };
  }
}

/** All of it for a change of the schema, which waits for those before it. @throws Problem not_found */
export async function lockSchema(ctx: Ctx, id: number): Promise<Schema> {
  const collection = await collectionStore.byId(ctx, id);
  if (!collection) throw notFound();
  await ctx.use(pages).hold(ctx, collection.page_id);
  await lockRows(ctx, collection.workspace_id);
  return fullSchemaById(ctx, id);
}
