// SQL of properties, and of the places where values of those are kept that were made anew while they were in use.
import type { Knex } from 'knex';
import { portions } from '../../../core/database/chunks.ts';
import { cachedQuery } from '../../../core/database/query-cache.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Property } from '../contract.ts';

interface StoredProperty extends Omit<Property, 'config' | 'validation'> {
  collection_id: number;
  config_json: string;
  validation_json: string;
  deleted_at: string | null;
  storage_id: number | null;
}

const property = ({
  id,
  name,
  type,
  config_json,
  position,
  group_name,
  validation_json,
  storage_id,
}: StoredProperty): Property => ({
  id,
  name,
  type,
  config: JSON.parse(config_json),
  position,
  group_name,
  validation: JSON.parse(validation_json),
  ...(storage_id === null ? {} : { storage: storage_id }),
});

const columns = ({ config, validation, storage, ...rest }: Partial<Property>) => ({
  ...rest,
  ...(storage ? { storage_id: storage === rest.id ? null : storage } : {}),
  ...(config ? { config_json: JSON.stringify(config) } : {}),
  ...(validation ? { validation_json: JSON.stringify(validation) } : {}),
});

/** Places where the values of some property are. */
const inUse = (query: Knex.QueryBuilder): void =>
  void query.from('collection_properties as kept').whereRaw('kept.storage_id = collection_properties.id');

/** What a transaction has read of databases, until it changes a property itself. */
const readBefore = new WeakMap<Knex, Map<string, Promise<Property[]>>>();

/** Where properties are changed: what this transaction has read of them is old. */
function changed(ctx: Ctx): Knex.QueryBuilder {
  readBefore.delete(ctx.db);
  return ctx.db('collection_properties');
}

export const propertyStore = {
  /** in a transaction, read once for each version of the page of the database, which every change of others raises */
  ofVersion(ctx: Ctx, collectionId: number, version: number): Promise<Property[]> {
    if (!ctx.inTransaction) return propertyStore.of(ctx, collectionId);
    const read = readBefore.get(ctx.db) ?? new Map<string, Promise<Property[]>>();
    readBefore.set(ctx.db, read);
    const key = `${collectionId} ${version}`;
    const found = read.get(key) ?? propertyStore.of(ctx, collectionId);
    read.set(key, found);
    return found;
  },

  async of(ctx: Ctx, collectionId: number): Promise<Property[]> {
    const rows = await cachedQuery<StoredProperty>(ctx.db, 'properties', [collectionId], ([wanted]) =>
      ctx
        .db('collection_properties')
        .where({ collection_id: wanted })
        .whereNull('deleted_at')
        .orderBy([{ column: 'position' }, { column: 'id' }])
        .select('*'),
    );
    return rows.map(property);
  },

  /** deleted ones too */
  async byId(
    ctx: Ctx,
    id: number,
  ): Promise<(Property & { collection_id: number; deleted_at: string | null }) | undefined> {
    const row: StoredProperty | undefined = await ctx.db('collection_properties').where({ id }).first();
    return row && { ...property(row), collection_id: row.collection_id, deleted_at: row.deleted_at };
  },

  /** whatever of these there is, deleted ones too */
  async byIds(ctx: Ctx, ids: number[]): Promise<(Property & { collection_id: number; deleted_at: string | null })[]> {
    const rows: StoredProperty[] = [];
    for (const some of portions(ids)) rows.push(...(await ctx.db('collection_properties').whereIn('id', some)));
    return rows.map((row) => ({ ...property(row), collection_id: row.collection_id, deleted_at: row.deleted_at }));
  },

  /** of all databases, those of these types */
  async ofTypes(ctx: Ctx, types: Property['type'][]): Promise<(Property & { collection_id: number })[]> {
    const rows: StoredProperty[] = await ctx.db('collection_properties').whereIn('type', types).whereNull('deleted_at');
    return rows.map((row) => ({ ...property(row), collection_id: row.collection_id }));
  },

  /** Its values are kept under its own id, wherever those are that it is a copy of. */
  async insert(ctx: Ctx, collectionId: number, { storage: _other, ...made }: Omit<Property, 'id'>): Promise<number> {
    const [row] = await changed(ctx)
      .insert({ ...columns(made), collection_id: collectionId })
      .returning('id');
    return row.id;
  },

  /** A place for values of a property beside those that it has: gone like a deleted one, and nobody's to bring back. */
  async insertStorage(ctx: Ctx, collection_id: number, { type, position }: Property): Promise<number> {
    const [row] = await changed(ctx)
      .insert({ collection_id, type, position, name: '', deleted_at: ctx.now() })
      .returning('id');
    return row.id;
  },

  removeStorage: (ctx: Ctx, id: number) =>
    changed(ctx).where({ id, name: '' }).whereNotNull('deleted_at').whereNotExists(inUse).delete(),

  change: (ctx: Ctx, id: number, change: Partial<Property>) => changed(ctx).where({ id }).update(columns(change)),

  setDeleted: (ctx: Ctx, ids: number[], deleted_at: string | null) =>
    changed(ctx).whereIn('id', ids).update({ deleted_at }),

  /** those that lay deleted since before this moment go for good, with their values */
  purge: (ctx: Ctx, before: string) =>
    changed(ctx)
      .where('deleted_at', '<', before)
      .whereNotExists(inUse)
      .whereNotIn('collection_id', ctx.db('collections').whereNotNull('schema_job_id').select('id'))
      .delete(),
};
