// Live documents in the database: made once, added to, brought into what they are the text of, folded together.
import { randomUUID } from 'node:crypto';
import * as Y from 'yjs';
import type { Subject } from '../../core/access/access-control.ts';
import { notFound } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Actor, Ctx } from '../../core/kernel/context.ts';
import { SCHEMA_VERSION } from '../blocks/ydoc/version.ts';
import type { PageBody } from '../pages/contract.ts';
import { publishUpdate } from './broadcast.ts';
import { documentUpdate, foldedState } from './document/large-document.ts';
import { seed } from './document/ydoc.ts';
import { liveKindOf } from './document-kinds.ts';
import type { LiveName } from './points.ts';
import { type DocumentHead, docStore, type UpdateRow } from './store.ts';

export const SYSTEM: Actor = { type: 'system', reason: 'live documents' };

/** A document as the database holds it: applied in any order, the updates are its whole text. */
export interface StoredDocument extends DocumentHead {
  updates: Uint8Array[];
}

export interface AuthorUpdate {
  user_id: number | null;
  data: Uint8Array;
}

/** One update for each person, since a row has one author; what nobody wrote comes last, since it mends what they did. */
export function byAuthor(heard: { update: Uint8Array; by: { identity: { id: number } } | null }[]): AuthorUpdate[] {
  const byPerson = new Map<number | null, Uint8Array[]>();
  for (const { update, by } of heard) {
    const id = by?.identity.id ?? null;
    byPerson.set(id, [...(byPerson.get(id) ?? []), update]);
  }
  return [...byPerson].map(([user_id, updates]) => ({ user_id, data: Y.mergeUpdates(updates) }));
}

/** Updates of one document as one. */
export const mergeUpdates = (updates: Uint8Array[]): Uint8Array => Y.mergeUpdates(updates);

export const systemCtx = (app: App): Ctx => app.context(SYSTEM);

/** The document, made of what its row says when there is none; nothing for what cannot be written together. */
export async function ensureDocument(ctx: Ctx, name: LiveName): Promise<DocumentHead | undefined> {
  const found = await docStore.standing(ctx, name);
  if (found) return found;
  const { id } = name;
  const source = liveKindOf(ctx.app, name);
  const before = await source.body(ctx, id);
  if (!before) return undefined;
  const state = seed(before);
  return ctx.tx(async (tx) => {
    const now = await source.body(tx, id);
    if (!now) return undefined;
    const same = JSON.stringify(now) === JSON.stringify(before);
    const row = { epoch: randomUUID(), schema_version: SCHEMA_VERSION, state: same ? state : seed(now) };
    await docStore.insert(tx, name, row);
    return docStore.standing(tx, name);
  });
}

/** Rows first: what is folded between the two questions is in the state, and twice is as good as once. */
export async function readDocument(ctx: Ctx, name: LiveName): Promise<StoredDocument | undefined> {
  const rows = await docStore.updates(ctx, name);
  const row = await docStore.row(ctx, name);
  if (!row) return undefined;
  const { state, ...rest } = row;
  const last = Math.max(rows.at(-1)?.id ?? 0, row.state_upto);
  return { ...rest, last, updates: [state, ...rows.map(({ data }) => data)] };
}

/** Writes updates for good and answers the id of the last. `check` runs while nobody else can add any. */
export function appendUpdates(
  app: App,
  name: LiveName,
  parts: AuthorUpdate[],
  check: (tx: Ctx) => Promise<void>,
): Promise<number> {
  return systemCtx(app).tx(async (tx) => {
    // On SQLite the transaction itself keeps everybody else out, and the check finds what is gone.
    if (app.database.engine === 'postgres' && !(await docStore.hold(tx, name))) throw notFound();
    await check(tx);
    return docStore.append(tx, name, parts);
  });
}

/**
 * The same for one person while nothing has changed that rights depend on; undefined: it is not known. On SQLite one
 * statement does it, which nobody can come between, and which makes a fifth of the work and of the garbage.
 */
export async function appendUnchanged(
  app: App,
  name: LiveName,
  parts: AuthorUpdate[],
  subject: Subject,
): Promise<number | undefined> {
  const { unchanged } = liveKindOf(app, name);
  const [part, ...others] = parts;
  if (app.database.engine !== 'sqlite' || !unchanged || !part || others.length) return undefined;
  const ctx = systemCtx(app);
  const { epoch, rootId, lock } = subject;
  return docStore.appendWhile(ctx, name, part, {
    key: `${rootId === null} ${lock && lock.by === null}`,
    values: [name.id, epoch, ...[rootId, lock?.by].filter((one) => typeof one === 'number')],
    unchanged([ownId = 0, ownEpoch = 0, ...rest]) {
      const root = rootId === null ? null : (rest.shift() as number);
      const by = lock?.by == null ? null : (rest.shift() as number);
      return unchanged(ctx, { ...subject, id: ownId, epoch: ownEpoch, rootId: root, lock: lock && { by } });
    },
  });
}

/** Prepares what makes the document say the change, and returns what writes it in the transaction of the change. */
export async function prepareWrite(
  ctx: Ctx,
  name: LiveName,
  change: Partial<PageBody>,
): Promise<(tx: Ctx) => Promise<void>> {
  const make = async (within: Ctx) => {
    const stored = await readDocument(within, name);
    return stored && { last: stored.last, update: await documentUpdate(stored.updates, change) };
  };
  // Within a transaction there is no time before it in which the work could be done.
  const isEarly = !ctx.inTransaction && (await docStore.standing(ctx, name)) !== undefined;
  const prepared = isEarly ? await make(ctx) : undefined;
  return async (tx) => {
    const held = await docStore.heldStanding(tx, name);
    if (!held) return;
    // Somebody was faster: the work is done again, this time with nobody in between.
    const made = prepared?.last === held.last ? prepared : await make(tx);
    if (!made?.update) return;
    const { update } = made;
    const row = await docStore.append(tx, name, [
      { user_id: tx.actor.type === 'user' ? tx.actor.id : null, data: update },
    ]);
    await docStore.projected(tx, name, held.projected_upto, row);
    tx.afterCommit(() => publishUpdate(tx.app, 'update', name, row, update));
  };
}

/** Folds what the row says already into the state, by what the rows hold and nothing else. */
export async function foldDocument(app: App, name: LiveName): Promise<void> {
  const ctx = systemCtx(app);
  const standing = await docStore.standing(ctx, name);
  if (!standing || standing.projected_upto <= standing.state_upto) return;
  const rows = await docStore.updates(ctx, name, 0, standing.projected_upto);
  const row = await docStore.row(ctx, name);
  if (!row || row.state_upto !== standing.state_upto || !rows.length) return;
  const state = await foldedState([row.state, ...rows.map(({ data }) => data)]);
  await ctx.tx(async (tx) => {
    await docStore.hold(tx, name);
    await docStore.fold(tx, name, standing.state_upto, state, (rows.at(-1) as UpdateRow).id);
  });
}
