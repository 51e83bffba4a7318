// Use cases of databases: make one, of nothing, of a template or of a page, and change what it says of itself.

import type { ExpectedVersion } from '../../core/http/pagination.ts';
import { invalid } from '../../core/http/problem.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import { blocksPlainText } from '../blocks/plain-text.ts';
import { type Page, pages } from '../pages/contract.ts';
import type { Collection, MadeDatabase, NewDatabase, NewView, Property, ViewKind } from './contract.ts';
import { presentCollection } from './present.ts';
import { insertProperty } from './schema/properties.ts';
import { faultAt, type PropertyInput } from './schema/property-input.ts';
import { propertyStore } from './schema/property-store.ts';
import { emptySchema, lockSchema, schemaFrom } from './schema/schema.ts';
import { type CollectionRow, collectionStore, viewStore } from './schema/store.ts';
import { type BuiltInDatabase, builtInNamed, builtInProperty, builtInView, builtInWord } from './templates/built-in.ts';
import { savedDatabaseTemplate } from './templates/database-templates.ts';
import { type StartedDatabase, starterOf } from './templates/starters.ts';

export interface NewCollection extends NewDatabase {
  /** key or name of a built-in one */
  template?: string;
  /** kind of its first view: it begins with what that needs, and with rows that show it */
  starter?: ViewKind;
}

const DESCRIPTION_MAX = 10_000;

/** One of several properties: its word in a built-in template, or its place in the body of the request. */
interface SeveralInput extends PropertyInput {
  word?: string;
  at?: number;
}

/**
 * The caller's right on the parent has been checked by access; a failure leaves nothing.
 * @throws Problem forbidden, not_found, page_locked, validation_failed
 */
export async function createCollection(ctx: Ctx, input: NewCollection): Promise<MadeDatabase> {
  const { template: name, starter: kind } = input;
  const builtIn = name === undefined ? undefined : builtInNamed(name);
  const kept = name === undefined || builtIn ? undefined : await savedDatabaseTemplate(ctx, input.workspaceId, name);
  if (name !== undefined && !builtIn && !kept)
    throw invalid(['body', 'template'], 'names no template of a database', 'literal_error', name);
  const given = (input.properties ?? []).map((one, at) => ({ ...one, at }));
  const properties: SeveralInput[] = [...(kept?.properties ?? []), ...given];
  const started = kind && starterOf(kind);
  return ctx.tx(async (tx) => {
    const page = await pageFor(tx, { icon: builtIn?.icon ?? kept?.icon, ...input });
    return complete(tx, page, { ...kept, ...input, properties }, builtIn ?? started?.built, started?.fill);
  });
}

async function pageFor(ctx: Ctx, { pageId, workspaceId, parentId, title, icon = '' }: NewDatabase): Promise<Page> {
  const service = ctx.use(pages);
  if (pageId === undefined) return service.create(ctx, { workspaceId, parentId, kind: 'collection', title, icon });
  const [page] = await service.fill(ctx, workspaceId, [{ id: pageId, parentId, title, isCollection: true }]);
  return page as Page;
}

/** Its text becomes the description of the database, and stays in the versions of the page. */
export async function convertPage(ctx: Ctx, pageId: number): Promise<MadeDatabase> {
  return ctx.tx(async (tx) => {
    const service = tx.use(pages);
    const text = blocksPlainText(await service.blocks(tx, pageId)).trim();
    const page = await service.becomeCollection(tx, pageId);
    return complete(tx, page, { description: text.slice(0, DESCRIPTION_MAX).toWellFormed() });
  });
}

async function complete(
  ctx: Ctx,
  page: Page,
  { description = '', properties = [], views }: Pick<NewDatabase, 'description' | 'properties' | 'views'>,
  template?: BuiltInDatabase,
  fill?: StartedDatabase['fill'],
): Promise<MadeDatabase> {
  const id = await collectionStore.insert(ctx, { page_id: page.id, description, created_by: actorId(ctx) });
  const collection = (await collectionStore.byId(ctx, id)) as CollectionRow;
  const byWord = await insertSchema(ctx, collection, template, properties);
  const first = views?.(await propertyStore.of(ctx, id)) ?? [];
  await insertViews(ctx, id, first.length ? first : templateViews(ctx, template, byWord));
  await ctx.emit({ type: 'collection.created', data: { id, page_id: page.id }, workspace_id: page.workspace_id });
  await fill?.(ctx, id, byWord);
  return { collection: presentCollection((await collectionStore.byId(ctx, id)) as CollectionRow), page };
}

/** Every database has the property that holds its titles, first unless it is asked for elsewhere. */
async function insertSchema(
  ctx: Ctx,
  collection: CollectionRow,
  template: BuiltInDatabase | undefined,
  given: SeveralInput[],
): Promise<Map<string, number>> {
  const t = ctx.app.messages.in(ctx.locale);
  const fromTemplate = (template?.properties ?? []).map((one) => ({ word: one.word, ...builtInProperty(t, one) }));
  const wanted: SeveralInput[] = [...fromTemplate, ...given];
  const title = wanted.find(({ type }) => type === 'title') ?? { name: t('databases.name'), type: 'title' as const };
  const all: SeveralInput[] = wanted.includes(title as never) ? wanted : [title, ...wanted];
  const byWord = new Map<string, number>();
  const made: Property[] = [];
  // The title first: a schema is not whole without it, and others may look at it.
  for (const { word, at, position: _none, ...input } of [title, ...all.filter((one) => one !== title)] as typeof all) {
    const schema = made.length ? schemaFrom(collection, made) : emptySchema(collection);
    const property = await insertProperty(ctx, schema, input).catch((error) =>
      Promise.reject(faultAt(error, 'properties', at)),
    );
    made.splice(0, made.length, ...(await propertyStore.of(ctx, collection.id)));
    if (word) byWord.set(word, property.id);
  }
  return byWord;
}

function templateViews(ctx: Ctx, template: BuiltInDatabase | undefined, byWord: Map<string, number>): NewView[] {
  const t = ctx.app.messages.in(ctx.locale);
  return (template?.views ?? [{ word: 'all', kind: 'table' as const }]).map((view) => ({
    name: builtInWord(t, view.word),
    kind: view.kind,
    config: builtInView(view, (word) => byWord.get(word)),
  }));
}

async function insertViews(ctx: Ctx, collection_id: number, views: NewView[]): Promise<void> {
  for (const [position, { name, kind, config = {} }] of views.entries())
    await viewStore.insert(ctx, { collection_id, name, kind, created_by: null, position, config });
}

export interface CollectionPatch {
  name?: string;
  icon?: string;
  description?: string;
}

/** @throws Problem not_found, version_conflict, page_locked */
export async function changeCollection(
  ctx: Ctx,
  id: number,
  { name, icon, description }: CollectionPatch,
  expected?: ExpectedVersion,
): Promise<Collection> {
  return ctx.tx(async (tx) => {
    const { collection: before } = await lockSchema(tx, id);
    const described = description !== undefined && description !== before.description;
    if (described) await collectionStore.describe(tx, id, description);
    const also = described ? ['description'] : [];
    await tx.use(pages).change(tx, before.page_id, { title: name, page_icon: icon }, expected, also);
    // A new name is told by the page itself.
    if (described)
      await tx.emit({
        type: 'collection.updated',
        data: { id, page_id: before.page_id },
        workspace_id: before.workspace_id,
        changed: also,
      });
    return presentCollection((await collectionStore.byId(tx, id)) as CollectionRow);
  });
}
