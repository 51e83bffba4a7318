// What is told of pages: of a row whose it is, of the page of a database which one it is, and beside it the database's own.

import { portions } from '../../core/database/chunks.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { EventInput } from '../../core/kernel/domain-event.ts';
import { bulkStore } from './bulk-store.ts';
import type { Page } from './contract.ts';
import { databasePages } from './extension-points.ts';
import { type PageRow, pageStore } from './store.ts';

/** What pages tell of. */
export const pageEvents: Record<string, string> = {
  'page.created': 'A page or a row was made',
  'page.updated': 'Title, text, looks or values of a page changed',
  'page.moved': 'A page went to another place',
  'page.deleted': 'A page went into the trash, or for good',
  'page.restored': 'A page came back from the trash',
  'page.locked': 'A page was locked',
  'page.unlocked': 'A page was unlocked',
};

type Subject = Pick<PageRow, 'id' | 'kind' | 'collection_id' | 'workspace_id'>;

interface Details {
  changed?: string[];
  /** what the event says beside the ids */
  data?: Record<string, unknown>;
  /** what databases tell of themselves beside it; default: what goes with the type */
  own?: string;
}

/** Events of pages that a database has of its own as well (specification, Events). */
const OF_DATABASES: Record<string, string> = {
  'page.deleted': 'collection.deleted',
  'page.moved': 'collection.moved',
};

/** Emits one event for each page, in their order; right behind that of a database's page comes the database's own. */
export async function emitPages(
  ctx: Ctx,
  type: string,
  subjects: Subject[],
  { changed, data = {}, own = OF_DATABASES[type] }: Details = {},
): Promise<void> {
  const databases = await databasesOf(ctx, subjects);
  const events = subjects.flatMap(({ id, kind, collection_id, workspace_id }): EventInput[] => {
    const database = databases.get(id);
    const of = database ? { collection_id: database, kind } : collection_id ? { collection_id } : {};
    const told = { type, data: { id, ...of, ...data }, workspace_id, changed };
    if (!database || !own) return [told];
    return [told, { type: own, data: { id: database, page_id: id, ...data }, workspace_id, changed }];
  });
  if (events.length) await ctx.emit(...events);
}

/** The database whose page each of these is, where it is one. */
async function databasesOf(ctx: Ctx, subjects: Subject[]): Promise<Map<number, number>> {
  const ids = subjects.flatMap(({ id, kind }) => (kind === 'collection' ? [id] : []));
  const found = new Map<number, number>();
  for (const some of portions(ids))
    for (const databases of ctx.app.contributions(databasePages))
      for (const [page, database] of await databases(ctx, some)) found.set(page, database);
  return found;
}

/** The same for one page by its id, for plugins that change something about it. */
export async function emitPage(ctx: Ctx, type: string, id: Page['id'], details?: Details): Promise<void> {
  const row = await pageStore.byId(ctx, id);
  if (row) await emitPages(ctx, type, [row], details);
}

/** Tells of new pages when their transaction ends: only then are databases and rows what they are to be. */
export function emitCreated(ctx: Ctx, ids: number[]): void {
  ctx.beforeCommit(async (tx) => {
    for (const some of portions(ids)) {
      const rows = new Map((await bulkStore.byIds(tx, some)).map((row) => [row.id, row]));
      await emitPages(
        tx,
        'page.created',
        some.flatMap((id) => rows.get(id) ?? []),
      );
    }
  });
}
