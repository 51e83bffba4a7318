// A database with its properties: what every read and write of its rows is done by.
import type { Ctx } from '../../core/context.ts';
import { Pieces } from '../../core/pieces.ts';
import { notFound } from '../../core/problem.ts';
import { pages } from '../pages/contract.ts';
import type { Property } from './contract.ts';
import { lockRows } from './lock.ts';
import { type CollectionRow, collectionStore, propertyStore } from './store.ts';

export interface Schema {
  collection: CollectionRow;
  /** in their order */
  properties: Property[];
  byId: Map<number, Property>;
  title: Property;
}

/** By collection and version: every change of a schema raises the version of its page. */
const known = new Pieces<Property[]>(8_000_000, (list) => JSON.stringify(list).length);

export function schemaFrom(collection: CollectionRow, properties: Property[]): Schema {
  const title = properties.find(({ type }) => type === 'title');
  if (!title) throw new Error(`collection ${collection.id} has no title property`);
  return { collection, properties, byId: new Map(properties.map((one) => [one.id, one])), title };
}

export async function schemaOf(ctx: Ctx, collection: CollectionRow): Promise<Schema> {
  // What a transaction sees may never be committed.
  if (ctx.inTransaction) return schemaFrom(collection, await propertyStore.of(ctx, collection.id));
  const key = `${ctx.app.instance} ${collection.id} ${collection.sync_version}`;
  const kept = known.find(key) ?? (await propertyStore.of(ctx, collection.id));
  return schemaFrom(
    collection,
    known.get(key, () => kept),
  );
}

/** @throws Problem not_found */
export async function schemaById(ctx: Ctx, id: number): Promise<Schema> {
  const collection = await collectionStore.byId(ctx, id);
  if (!collection) throw notFound();
  return schemaOf(ctx, collection);
}

/** The same for a change of the schema, which waits for those before it. @throws Problem not_found */
export async function heldSchema(ctx: Ctx, id: number): Promise<Schema> {
  const collection = await collectionStore.byId(ctx, id);
  if (!collection) throw notFound();
  await ctx.use(pages).hold(ctx, collection.page_id);
  await lockRows(ctx, collection.workspace_id);
  return schemaById(ctx, id);
}
