// Databases that were made or changed without a connection: what they say of themselves, new properties, views of one's own.
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Collection, collectionPolicies, databases } from '../../databases/contract.ts';
import type { Page } from '../../pages/contract.ts';
import { openConflict } from '../conflicts/offline-copy.ts';
import { heldPage, isUntouched, type Maker, resolveClientId } from './change.ts';
import { newPagePlace } from './create-page.ts';
import type { CollectionFields } from './payloads.ts';
import { type ChangedFields, sortFields } from './update-page.ts';

export const createCollectionOf: Maker<'collection_create'> = async (tx, change) => {
  const { workspace_id, title, icon, description, properties } = change.payload;
  const { parentId, isOrphaned } = await newPagePlace(tx, change, change.payload);
  const { collection, page } = await tx.use(databases).createDatabase(tx, {
    ...{ workspaceId: workspace_id, parentId, title, icon, description },
    properties: properties as never,
  });
  return { status: isOrphaned ? 'orphaned' : 'applied', target: page.id, id: collection.id, page_id: page.id };
};

const fieldsOf = (fields: CollectionFields): ChangedFields => new Map(Object.entries(fields));
const currentOf = (collection: Collection, mine: ChangedFields): ChangedFields =>
  new Map([...mine.keys()].map((name) => [name, collection[name as keyof CollectionFields]]));

export const updateCollectionOf: Maker<'collection_update'> = async (tx, change) => {
  const { id: name, fields = {}, base = {}, add_properties = [], add_views = [] } = change.payload;
  const id = await resolveClientId(tx, change, name, 'collection');
  const needsMore = Object.keys(fields).length > 0 || add_properties.length > 0;
  const need = needsMore ? collectionPolicies.edit : ({ resource: 'collection', role: 'viewer' } as const);
  const subject = await tx.app.access.require(tx, need, id);
  const service = tx.use(databases);
  const { page_id } = (await service.byId(tx, id)) as Collection;
  const page = await heldPage(tx, page_id, subject);
  const before = page.sync_version;
  const answer = await writeFields(tx, { change, page, id, mine: fieldsOf(fields), seen: fieldsOf(base) });
  for (const property of add_properties) await service.addProperty(tx, id, property as never);
  for (const view of add_views) await service.addOwnView(tx, id, view);
  return { ...answer, target: page_id, id, page_id, before };
};

interface Writing {
  change: Parameters<Maker<'collection_update'>>[1];
  page: Page;
  id: number;
  mine: ChangedFields;
  seen: ChangedFields;
}

/** A name is a title; of icons and descriptions the last one counts. */
async function writeFields(tx: Ctx, { change, page, id, mine, seen }: Writing) {
  const service = tx.use(databases);
  const current = currentOf((await service.byId(tx, id)) as Collection, mine);
  const isKnown = await isUntouched(tx, change, page.id, page.sync_version);
  const { taken, refused, overwrote } = sortFields(mine, seen, current, isKnown);
  if (taken.size) await service.change(tx, id, Object.fromEntries(taken));
  if (!refused.size)
    return { status: 'applied' as const, ...(overwrote.size && { overwrote: Object.fromEntries(overwrote) }) };
  const copy_id = await openConflict(tx, change, page, { mine: refused, seen, current });
  return { status: 'conflict' as const, copy_id, ...(overwrote.size && { overwrote: Object.fromEntries(overwrote) }) };
}
