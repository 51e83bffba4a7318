// What a device did without a connection, in its order: each change as a whole, once, and as the person who did it.
import { createHash } from 'node:crypto';
import { portions } from '../../../core/database/chunks.ts';
import { Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import { refuseSeen } from '../delta/delta.ts';
import { KEEP_DAYS } from '../jobs.ts';
import type { ChangeOutcome, EntryType, Mutation, QueueEntry } from '../model.ts';
import { queueStore, syncDeviceStore } from '../store.ts';
import type { ChangeResult, DeviceChange } from './change.ts';
import { createCollectionOf, updateCollectionOf } from './collections.ts';
import { createPageOf } from './create-page.ts';
import { deleteCollectionOf, deletePageOf, movePageOf } from './moves-and-deletions.ts';
import { payloadOf, requireEntryType } from './payloads.ts';
import { updatePageOf } from './update-page.ts';

export interface Batch {
  device_id: string;
  device_name?: string;
  mutations: Mutation[];
}

const makers = {
  page_create: createPageOf,
  page_update: updatePageOf,
  page_move: movePageOf,
  page_delete: deletePageOf,
  collection_create: createCollectionOf,
  collection_update: updateCollectionOf,
  collection_delete: deleteCollectionOf,
};

/** so many go into one statement */
const RECEIVED = 100;
const AHEAD_MS = 5 * 60_000;
const BEHIND_MS = KEEP_DAYS * 86_400_000;

/** One answer for each change, in their order. A repeat is answered as the first time. @throws Problem forbidden */
export async function takeBatch(given: Ctx, { device_id, device_name, mutations }: Batch): Promise<ChangeOutcome[]> {
  refuseSeen(given);
  const ctx = given.as(given.actor, 'sync');
  await ctx.tx(async (tx) => {
    await syncDeviceStore.touch(tx, userOf(tx).id, device_id, device_name);
    const entries = mutations.map((mutation) => entryOf(tx, device_id, mutation));
    for (const some of portions(entries, RECEIVED)) await queueStore.receive(tx, some);
  });
  const outcomes: ChangeOutcome[] = [];
  for (const mutation of mutations) outcomes.push(await takeOne(ctx, device_id, mutation));
  return outcomes;
}

const fingerprintOf = ({ type, payload, base_version }: Mutation): string =>
  createHash('sha256')
    .update(JSON.stringify([type, payload, base_version ?? null]))
    .digest('base64url');

/** A text that came along is kept in its page, not here as well. */
function entryOf(ctx: Ctx, device_id: string, mutation: Mutation) {
  const { client_id, type, payload, client_timestamp } = mutation;
  const { update: _text, ...kept } = payload;
  const now = Date.parse(ctx.now());
  return {
    ...{ user_id: userOf(ctx).id, device_id, client_id, type },
    payload: JSON.stringify(kept),
    fingerprint: fingerprintOf(mutation),
    client_timestamp: Math.round(Math.min(Math.max(client_timestamp, now - BEHIND_MS), now + AHEAD_MS)),
  };
}

async function takeOne(ctx: Ctx, device_id: string, mutation: Mutation): Promise<ChangeOutcome> {
  const { client_id } = mutation;
  const key = { user_id: userOf(ctx).id, device_id, client_id };
  try {
    return await ctx.tx(async (tx) => {
      const entry = (await queueStore.hold(tx, key)) as QueueEntry;
      return known(entry, mutation) ?? (await settled(tx, entry, await make(tx, device_id, mutation)));
    });
  } catch (error) {
    return ctx.tx(async (tx) => {
      const entry = (await queueStore.hold(tx, key)) as QueueEntry;
      return known(entry, mutation) ?? refused(tx, entry, error);
    });
  }
}

/** What came of it when it was sent before. */
function known({ client_id, fingerprint, result }: QueueEntry, mutation: Mutation): ChangeOutcome | undefined {
  if (fingerprint !== fingerprintOf(mutation)) {
    const detail = 'This client_id was used for another change.';
    return { client_id, status: 'rejected', code: 'conflict', detail };
  }
  return result === null ? undefined : { ...JSON.parse(result), repeated: true };
}

function make<Type extends EntryType>(tx: Ctx, device_id: string, mutation: Mutation): Promise<ChangeResult> {
  requireEntryType(mutation.type);
  const type = mutation.type as Type;
  const payload = payloadOf(tx, type, mutation.payload);
  const maker = makers[type] as (tx: Ctx, change: DeviceChange<Type>) => Promise<ChangeResult>;
  return maker(tx, { ...mutation, device_id, payload });
}

async function settled(tx: Ctx, { id, client_id }: QueueEntry, made: ChangeResult): Promise<ChangeOutcome> {
  const { target, before = 0, ...answer } = made;
  const version = made.version ?? (await tx.use(pages).byId(tx, target))?.sync_version ?? 0;
  const outcome: ChangeOutcome = { client_id, ...answer, version };
  await queueStore.settle(tx, id, {
    ...{ status: 'synced', error: null, result: JSON.stringify(outcome) },
    ...{ page_id: target, version_before: before, server_version: version },
  });
  return outcome;
}

/** A fault of the change is its answer for good; one of ours is not, and the device sends it again. */
async function refused(tx: Ctx, { id, client_id }: QueueEntry, error: unknown): Promise<ChangeOutcome> {
  if (!(error instanceof Problem) || error.status >= 500) {
    tx.log.error({ err: error }, 'a change of a device');
    const detail = 'The change could not be made just now.';
    await queueStore.fail(tx, id, detail);
    return { client_id, status: 'rejected', code: 'unavailable', detail, retry: true };
  }
  const outcome: ChangeOutcome = { client_id, status: 'rejected', code: error.code, detail: detailOf(error) };
  await queueStore.settle(tx, id, { status: 'failed', error: outcome.detail ?? null, result: JSON.stringify(outcome) });
  return outcome;
}

/** With the names of fields, where the fault lies in some. */
function detailOf({ message, extra }: Problem): string {
  const [fault] = extra.validation ?? [];
  const [row] = extra.errors ?? [];
  if (fault) return `${fault.loc.slice(1).join('.')} ${fault.msg}`;
  return row ? `${message} ${row.detail}` : message;
}
