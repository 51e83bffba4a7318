// How access loads databases, their views and their rows: all by the rights on their pages.
import type { ResourceType, Subject } from '../../core/access.ts';
import { type Ctx, userOf } from '../../core/context.ts';
import type { View } from './contract.ts';
import { dashboardStore } from './dashboards/store.ts';
import { rowStore } from './row-store.ts';
import { type CollectionRow, changeStore, collectionStore, propertyStore, viewStore } from './store.ts';

const subject = (row: CollectionRow): Subject => ({
  id: row.id,
  workspaceId: row.workspace_id,
  epoch: row.epoch,
  rootId: row.access_root_id,
  trashed: row.deleted_at !== null,
  lock: row.is_locked ? { by: row.locked_by } : null,
  row,
});

/** A view as access loads it: whose it is, and the database it belongs to. */
export interface LoadedView {
  view: View;
  collection: CollectionRow;
}

async function ofCollection(ctx: Ctx, id: number, part: { id: number }): Promise<Subject | undefined> {
  const collection = await collectionStore.byId(ctx, id);
  return collection && { ...subject(collection), id: part.id, row: part };
}

const isMine = (ctx: Ctx, { created_by }: View): boolean =>
  created_by === null || (ctx.actor.type === 'user' && created_by === userOf(ctx).id);

export const collectionResources: Record<string, ResourceType> = {
  collection: {
    async load(ctx, id) {
      const row = await collectionStore.byId(ctx, Number(id));
      return row && subject(row);
    },
  },
  /** by the id of its page: everything access knows of that, and the record of the row */
  row: {
    async load(ctx, id) {
      const page = await ctx.app.resource('page').load(ctx, id);
      const row = page && (await rowStore.byId(ctx, Number(id)));
      return row && { ...page, row };
    },
  },
  /** a property that is there */
  property: {
    async load(ctx, id) {
      const property = await propertyStore.byId(ctx, Number(id));
      if (!property || property.deleted_at) return undefined;
      return ofCollection(ctx, property.collection_id, property);
    },
  },
  /** a change of a schema that can be taken back */
  'schema-change': {
    async load(ctx, id) {
      const change = await changeStore.byId(ctx, Number(id));
      return change && ofCollection(ctx, change.collection_id, change);
    },
  },
  /** by the rights on its page */
  dashboard: {
    async load(ctx, id) {
      const row = await dashboardStore.byId(ctx, Number(id));
      const page = row && (await ctx.app.resource('page').load(ctx, row.page_id));
      return page && { ...page, id: row.id, row };
    },
  },
  view: {
    async load(ctx, id) {
      const view = await viewStore.byId(ctx, Number(id));
      const collection = view && isMine(ctx, view) ? await collectionStore.byId(ctx, view.collection_id) : undefined;
      return view && collection && { ...subject(collection), id: view.id, row: { view, collection } };
    },
  },
};
