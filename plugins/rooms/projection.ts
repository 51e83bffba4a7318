// What was written together, brought into the row that it is the text of, and into versions.
import type * as Y from 'yjs';
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import type { PageBody } from '../pages/contract.ts';
import { ctxOf, NOBODY, type PendingUpdates, refusedIn } from './authors.ts';
import { publishUpdate } from './broadcast.ts';
import { type ItemReference, referencesIn, withoutReferences } from './document/references.ts';
import { createYDoc, project } from './document/ydoc.ts';
import { liveKindOf } from './document-kinds.ts';
import { readDocument } from './document-service.ts';
import type { LiveName } from './points.ts';
import { type DocRow, type DocumentHead, docStore } from './store.ts';

/** What a document says at some moment. */
export interface DocumentReading {
  body: PageBody;
  references: ItemReference[];
}

export const readingOf = (doc: Y.Doc): DocumentReading => ({ body: project(doc), references: referencesIn(doc) });

/** Who has written last, as whom rows and versions are written. */
async function lastWriter(ctx: Ctx, name: LiveName): Promise<Ctx> {
  const id = await docStore.lastAuthor(ctx, name);
  const user = id === null ? undefined : await ctx.use(accounts).byId(ctx, id);
  return ctxOf(ctx, user ? actorOf(user) : NOBODY);
}

/** Brings the document into its row, if it says something that the row does not; true: it did. */
export async function settleDocument(ctx: Ctx, name: LiveName): Promise<boolean> {
  const standing = await (ctx.inTransaction ? holdBoth : docStore.standing)(ctx, name);
  if (!standing || standing.last <= standing.projected_upto) return false;
  const stored = await readDocument(ctx, name);
  if (!stored) return false;
  const doc = createYDoc(stored.updates);
  const reading = readingOf(doc);
  doc.destroy();
  return projectBody(ctx, name, stored, reading);
}

/** Held, the row says what the document says until the transaction ends; the row first, as in every save. */
async function holdBoth(tx: Ctx, name: LiveName): Promise<DocumentHead | undefined> {
  if (!(await docStore.standing(tx, name))) return undefined;
  await liveKindOf(tx.app, name).hold(tx, name.id);
  return docStore.heldStanding(tx, name);
}

const pendingIn = (ctx: Ctx, name: LiveName, after: number, upto?: number) => async (): Promise<PendingUpdates> => {
  const rows = await docStore.updates(ctx, name, 0, upto);
  const { state } = (await docStore.row(ctx, name)) as DocRow;
  const before = rows.filter(({ id }) => id <= after).map(({ data }) => data);
  return { before: [state, ...before], rows: rows.filter(({ id }) => id > after) };
};

/** Writes a body made of all updates up to `last`, unless somebody else has written a later one. */
export async function projectBody(
  ctx: Ctx,
  name: LiveName,
  { last, projected_upto }: Pick<DocumentHead, 'last' | 'projected_upto'>,
  { body, references }: DocumentReading,
): Promise<boolean> {
  const writer = await lastWriter(ctx, name);
  return writer.tx(async (tx) => {
    if (!(await stillBehind(tx, name, projected_upto))) return false;
    const refused = await refusedIn(tx, name, references, pendingIn(tx, name, projected_upto, last));
    if (refused.length) return projectHeld(tx, name);
    if (!(await put(tx, name, body, projected_upto, last))) return false;
    return docStore.projected(tx, name, projected_upto, last);
  });
}

/** Into the row, with those who wrote what is new in it; false: there is no such row. */
async function put(tx: Ctx, name: LiveName, body: PageBody, after: number, upto: number): Promise<boolean> {
  const kind = liveKindOf(tx.app, name);
  if (!(await kind.project(tx, name.id, body))) return false;
  await kind.wrote?.(tx, name.id, await docStore.writers(tx, name, after, upto));
  return true;
}

/** Asked with the row held, so that of two who bring the same words only one writes. */
async function stillBehind(tx: Ctx, name: LiveName, was: number): Promise<boolean> {
  if (!(await liveKindOf(tx.app, name).hold(tx, name.id))) return false;
  return (await docStore.heldStanding(tx, name))?.projected_upto === was;
}

/** The same while the row and the document are held: what may not be named in it leaves the document, for everybody. */
async function projectHeld(tx: Ctx, name: LiveName): Promise<boolean> {
  const stored = await readDocument(tx, name);
  if (!stored) return false;
  const doc = createYDoc(stored.updates);
  const pending = pendingIn(tx, name, stored.projected_upto);
  const update = withoutReferences(doc, await refusedIn(tx, name, referencesIn(doc), pending));
  const body = project(doc);
  doc.destroy();
  const upto = update ? await docStore.append(tx, name, [{ user_id: null, data: update }]) : stored.last;
  if (update) tx.afterCommit(() => publishUpdate(tx.app, 'update', name, upto, update));
  if (!(await put(tx, name, body, stored.projected_upto, upto))) return false;
  return docStore.projected(tx, name, stored.projected_upto, upto);
}

/** A document for people to come into, rid of what stands in it and was never accepted. */
export async function openDocument(ctx: Ctx, name: LiveName): Promise<{ doc: Y.Doc; upto: number } | undefined> {
  const stored = await readDocument(ctx, name);
  if (!stored) return undefined;
  const doc = createYDoc(stored.updates);
  const pending = pendingIn(ctx, name, stored.projected_upto);
  if (!(await refusedIn(ctx, name, referencesIn(doc), pending)).length) return { doc, upto: stored.last };
  const writer = await lastWriter(ctx, name);
  await writer.tx(async (tx) => (await holdBoth(tx, name)) && projectHeld(tx, name));
  const cleared = (await readDocument(ctx, name)) ?? stored;
  return { doc: createYDoc(cleared.updates), upto: cleared.last };
}

/** Versions are written as whoever wrote last. */
export async function checkpointDocument(ctx: Ctx, name: LiveName): Promise<void> {
  await ctx.tx(async (tx) => liveKindOf(tx.app, name).checkpoint(await lastWriter(tx, name), name.id));
}
