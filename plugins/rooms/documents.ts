// Live documents in the database: made once, added to, brought into what they are the text of, folded together.
import { randomUUID } from 'node:crypto';
import * as Y from 'yjs';
import type { Subject } from '../../core/access.ts';
import type { App } from '../../core/app.ts';
import type { Actor, Ctx } from '../../core/context.ts';
import { notFound } from '../../core/problem.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import { type AskWriters, type PageBody, SCHEMA_VERSION } from '../pages/contract.ts';
import { open, project, seed, updateTo } from './document/body.ts';
import { kindOf } from './kinds.ts';
import type { LiveName } from './points.ts';
import { docStore, type Standing, type UpdateRow } from './store.ts';

const SYSTEM: Actor = { type: 'system', reason: 'live documents' };

/** A document as the database holds it: applied in any order, the updates are its whole text. */
export interface Stored extends Standing {
  updates: Uint8Array[];
}

export interface Part {
  user_id: number | null;
  data: Uint8Array;
}

/** One update for each person, since a row has one author. */
export function partsOf(heard: { update: Uint8Array; by: { identity: { id: number } } }[]): Part[] {
  const byPerson = new Map<number, Uint8Array[]>();
  for (const { update, by } of heard) byPerson.set(by.identity.id, [...(byPerson.get(by.identity.id) ?? []), update]);
  return [...byPerson].map(([user_id, updates]) => ({ user_id, data: Y.mergeUpdates(updates) }));
}

export const systemCtx = (app: App): Ctx => app.context(SYSTEM);

async function personCtx(ctx: Ctx, userId: number | null): Promise<Ctx> {
  const user = userId === null ? undefined : await ctx.use(accounts).byId(ctx, userId);
  const actor = user ? actorOf(user) : SYSTEM;
  // Outside a transaction what is written is no part of the request that asked for it.
  return ctx.inTransaction ? ctx.as(actor) : ctx.app.context(actor);
}

/** The document, made of what its row says when there is none; nothing for what cannot be written together. */
export async function ensureDocument(ctx: Ctx, name: LiveName): Promise<Standing | undefined> {
  const found = await docStore.standing(ctx, name);
  if (found) return found;
  const { id } = name;
  const source = kindOf(ctx.app, name);
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
export async function readDocument(ctx: Ctx, name: LiveName): Promise<Stored | undefined> {
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
  parts: Part[],
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
  parts: Part[],
  subject: Subject,
): Promise<number | undefined> {
  const { unchanged } = kindOf(app, name);
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

/** Brings the document into its row, if it says something that the row does not; true: it did. */
export async function settleDocument(ctx: Ctx, name: LiveName): Promise<boolean> {
  const standing = await (ctx.inTransaction ? holdBoth : docStore.standing)(ctx, name);
  if (!standing || standing.last <= standing.projected_upto) return false;
  const stored = await readDocument(ctx, name);
  if (!stored) return false;
  const doc = open(stored.updates);
  const body = project(doc);
  doc.destroy();
  return projectBody(ctx, name, stored, body);
}

/** Held, the row says what the document says until the transaction ends; the row first, as in every save. */
async function holdBoth(tx: Ctx, name: LiveName): Promise<Standing | undefined> {
  if (!(await docStore.standing(tx, name))) return undefined;
  await kindOf(tx.app, name).hold(tx, name.id);
  return docStore.heldStanding(tx, name);
}

/** Writes a body made of all updates up to `last`, unless somebody else has written a later one. */
export async function projectBody(
  ctx: Ctx,
  name: LiveName,
  { last, projected_upto }: Pick<Standing, 'last' | 'projected_upto'>,
  body: PageBody,
): Promise<boolean> {
  const author = await personCtx(ctx, await docStore.lastAuthor(ctx, name));
  return author.tx(async (tx) => {
    const writers = askingWriters(tx, () => docStore.updates(tx, name, projected_upto, last));
    if (!(await stillBehind(tx, name, projected_upto))) return false;
    if (!(await kindOf(tx.app, name).project(tx, name.id, body, writers))) return false;
    return docStore.projected(tx, name, projected_upto, last);
  });
}

/** Asked with the row held, so that of two who bring the same words only one writes. */
async function stillBehind(tx: Ctx, name: LiveName, was: number): Promise<boolean> {
  if (!(await kindOf(tx.app, name).hold(tx, name.id))) return false;
  return (await docStore.heldStanding(tx, name))?.projected_upto === was;
}

/** Asks of each id those who wrote its number; the updates are read when the first question comes. */
function askingWriters(tx: Ctx, updates: () => Promise<UpdateRow[]>): AskWriters {
  let reading: Promise<Map<number | null, Set<number>>> | undefined;
  return async (ids, may) => {
    reading ??= updates().then(numbersByWriter);
    const found = new Set<number>();
    for (const [writer, written] of await reading) {
      const asked = ids.filter((id) => written.has(id) && !found.has(id));
      if (asked.length) for (const id of await may(await personCtx(tx, writer), asked)) found.add(id);
    }
    return found;
  };
}

function numbersByWriter(rows: UpdateRow[]): Map<number | null, Set<number>> {
  const writers = new Map<number | null, Set<number>>();
  for (const { user_id, data } of rows) {
    const written = writers.get(user_id) ?? new Set();
    for (const number of numbersIn(data)) written.add(number);
    writers.set(user_id, written);
  }
  return writers;
}

/** All numbers that an update writes as values, be it of elements or of formats. */
function numbersIn(update: Uint8Array): number[] {
  return Y.decodeUpdate(update).structs.flatMap((struct) =>
    ('content' in struct ? valuesIn(struct.content) : []).filter((value) => typeof value === 'number'),
  );
}

function valuesIn(content: unknown): unknown[] {
  if (content instanceof Y.ContentAny) return content.arr;
  return content instanceof Y.ContentFormat ? Object.values(content.value ?? {}) : [];
}

/** Prepares what makes the document say the change, and returns what writes it in the transaction of the change. */
export async function prepareWrite(
  ctx: Ctx,
  name: LiveName,
  change: Partial<PageBody>,
  tell: (row: number, update: Uint8Array) => Promise<void>,
): Promise<(tx: Ctx) => Promise<void>> {
  const make = async (within: Ctx) => {
    const stored = await readDocument(within, name);
    return stored && { last: stored.last, update: updateTo(stored.updates, change) };
  };
  const prepared = (await docStore.standing(ctx, name)) && (await make(ctx));
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
    tx.afterCommit(() => tell(row, update));
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
  const doc = open([row.state, ...rows.map(({ data }) => data)]);
  const state = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  await ctx.tx(async (tx) => {
    await docStore.hold(tx, name);
    await docStore.fold(tx, name, standing.state_upto, state, (rows.at(-1) as UpdateRow).id);
  });
}

/** Versions are written as whoever wrote last. */
export async function checkpointDocument(app: App, name: LiveName): Promise<void> {
  const ctx = await personCtx(systemCtx(app), await docStore.lastAuthor(systemCtx(app), name));
  await kindOf(app, name).checkpoint(ctx, name.id);
}
