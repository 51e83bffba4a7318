// Tells of changes of a database: of its schema, and of values of rows that follow from what others did.

import type { ExpectedVersion } from '../../core/http/pagination.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { pages } from '../pages/contract.ts';
import type { Property } from './contract.ts';
import type { Schema } from './schema/schema.ts';
import { collectionStore } from './schema/store.ts';

/** What databases tell of. */
export const databaseEvents: Record<string, string> = {
  'collection.created': 'A database was made',
  'collection.updated': 'Schema, name or views of a database changed',
  'collection.moved': 'A database went to another place',
  'collection.deleted': 'A database went into the trash, or for good',
  'values.computed': 'Formulas, rollups or counts of a database were computed anew',
};

/** Raises the version of the database and says that its schema has changed. */
export async function announceSchema(
  ctx: Ctx,
  { collection }: Schema,
  changed: string[],
  expected?: ExpectedVersion,
): Promise<void> {
  await ctx.use(pages).change(ctx, collection.page_id, {}, expected, changed);
  const { id, page_id, workspace_id } = collection;
  await ctx.emit({ type: 'collection.updated', data: { id, page_id }, workspace_id, changed });
}

/** A relation that goes both ways changes two schemas. */
export const otherSide = ({ collection }: Schema, { config }: Property): number[] => {
  const other = config.reverse_property_id ? config.collection_id : undefined;
  return other && other !== collection.id ? [other] : [];
};

/** Rows that have other values by what others did get no version or event (contract 7): windows are told of databases. */
export async function announceRows(ctx: Ctx, collectionIds: Iterable<number>): Promise<void> {
  for (const home of collectionIds) {
    const collection = await collectionStore.byId(ctx, home);
    if (!collection) continue;
    const { id, page_id, workspace_id } = collection;
    await ctx.emit({ type: 'values.computed', data: { id, page_id }, workspace_id, changed: ['values'] });
  }
}
