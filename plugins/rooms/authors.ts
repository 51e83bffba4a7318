// Who wrote what a shared document names: by the update that brought the very item first, since clients choose their own numbers.
import * as Y from 'yjs';
import { authenticator } from '../../core/http/request-lifecycle.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Actor, Ctx, UserActor } from '../../core/kernel/context.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import { type Author, refusedOf } from '../pages/contract.ts';
import { type ItemReference, referenceKey, referencesIn, writtenIn } from './document/references.ts';
import { createYDoc } from './document/ydoc.ts';
import { liveKindOf } from './document-kinds.ts';
import { readDocument, systemCtx } from './document-service.ts';
import type { LiveName } from './points.ts';
import type { UpdateRow } from './store.ts';

/** Somebody whose account is gone: they see nothing, and so name nothing new. */
export const NOBODY: Actor = { type: 'anonymous' };

/** Outside a transaction what is written is no part of the request that asked for it. */
export const ctxOf = (ctx: Ctx, actor: Actor): Ctx => (ctx.inTransaction ? ctx.as(actor) : ctx.app.context(actor));

/** What is not in the row yet, and all that it builds on. */
export interface PendingUpdates {
  before: Uint8Array[];
  rows: UpdateRow[];
}

/** Of these, what was named by nobody who may, as far as those who wrote it are known. */
export async function refusedIn(
  ctx: Ctx,
  name: LiveName,
  references: ItemReference[],
  pending: () => Promise<PendingUpdates>,
): Promise<ItemReference[]> {
  if (!references.length) return [];
  const before = await liveKindOf(ctx.app, name).namedBefore(ctx, name.id);
  if (!before) return [];
  return refusedOf(ctx, before, references, async () => authorsOf(ctx, await pending()));
}

/** The same of what one person adds to a document at this moment. */
export async function refusedTo(
  app: App,
  name: LiveName,
  added: ItemReference[],
  actor: UserActor,
  stored: () => Promise<ReadonlySet<string>>,
): Promise<ItemReference[]> {
  const ctx = app.context(actor);
  const before = await liveKindOf(app, name).namedBefore(ctx, name.id);
  if (!before) return [];
  const refused = await refusedOf(ctx, before, added, async () => {
    const [now] = await app.use(authenticator).renew([actor]);
    return now ? [{ ctx: app.context(now), wrote: () => true }] : [];
  });
  if (!refused.length) return [];
  const known = await stored();
  return refused.filter((one) => !known.has(referenceKey(one)));
}

/** What a document names that is stored: another process may have taken it that has not told this one yet. */
export async function wordsStored(app: App, name: LiveName): Promise<ReadonlySet<string>> {
  const stored = await readDocument(systemCtx(app), name);
  const doc = createYDoc(stored?.updates ?? []);
  const words = new Set(referencesIn(doc).map(referenceKey));
  doc.destroy();
  return words;
}

async function authorsOf(ctx: Ctx, pending: PendingUpdates): Promise<Author[]> {
  const words = wordsByAuthor(pending);
  const people = words.size ? await ctx.use(accounts).byIds(ctx, [...words.keys()]) : [];
  return people
    .filter(({ is_active }) => is_active)
    .map((user) => ({
      ctx: ctxOf(ctx, actorOf(user)),
      wrote: (one) => words.get(user.id)?.has(referenceKey(one)) ?? false,
    }));
}

/** What was there for a moment only counts too: others may have moved it meanwhile, and what moves is written anew. */
function wordsByAuthor({ before, rows }: PendingUpdates): Map<number, Set<string>> {
  const authorOf = firstAuthors(rows);
  const doc = new Y.Doc({ gc: false });
  for (const update of [...before, ...rows.map(({ data }) => data)]) Y.applyUpdate(doc, update);
  const words = new Map<number, Set<string>>();
  for (const [word, { lastId }] of writtenIn(doc)) {
    const author = authorOf(lastId);
    if (author === null) continue;
    words.set(author, (words.get(author) ?? new Set()).add(word));
  }
  doc.destroy();
  return words;
}

interface Claim {
  from: number;
  to: number;
  author: number | null;
}

/** Whoever brought an item first is its author, whatever number it has; null: the log does not know. */
function firstAuthors(rows: UpdateRow[]): (id: Y.ID) => number | null {
  const claims = new Map<number, Claim[]>();
  for (const { user_id, data } of rows)
    for (const struct of Y.decodeUpdate(data).structs) {
      if (struct instanceof Y.Skip) continue;
      const { client, clock } = struct.id;
      const claim = { from: clock, to: clock + struct.length, author: user_id };
      claims.set(client, [...(claims.get(client) ?? []), claim]);
    }
  return ({ client, clock }) => claims.get(client)?.find(({ from, to }) => from <= clock && clock < to)?.author ?? null;
}
