// One change of a device while it is made: what it asks, and the things that it names by names of its own.
import type { Subject } from '../../../core/access/access-control.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { type Page, pages } from '../../pages/contract.ts';
import type { ChangeOutcome, EntryType, Mutation } from '../model.ts';
import { queueStore } from '../store.ts';
import type { ClientReference, Payloads } from './payloads.ts';

export interface DeviceChange<Type extends EntryType = EntryType> extends Omit<Mutation, 'payload' | 'type'> {
  device_id: string;
  payload: Payloads[Type];
}

/** What was made of a change, and the page that it is about. */
export interface ChangeResult extends Omit<ChangeOutcome, 'client_id'> {
  target: number;
  /** its version before */
  before?: number;
}

export type Maker<Type extends EntryType> = (tx: Ctx, change: DeviceChange<Type>) => Promise<ChangeResult>;

/** The id of what an earlier change of this device has made. @throws Problem not_found for one that has made nothing */
export async function resolveClientId(
  ctx: Ctx,
  { device_id }: Pick<DeviceChange, 'device_id'>,
  name: ClientReference,
  kind: 'page' | 'collection',
): Promise<number> {
  if (typeof name === 'number') return name;
  const entry = await queueStore.byKey(ctx, { user_id: userOf(ctx).id, device_id, client_id: name });
  const made =
    entry?.result && entry.type.endsWith('_create') ? (JSON.parse(entry.result) as ChangeOutcome) : undefined;
  const id = kind === 'collection' ? (made?.page_id === undefined ? undefined : made.id) : (made?.page_id ?? made?.id);
  if (id === undefined) throw notFound();
  return id;
}

/**
 * A page with all that is being written in it, held until the transaction ends. Its tree is held before it, as in all that
 * changes both. `subject`: as access has found it, which also says that it is there.
 */
export async function heldPage(tx: Ctx, id: number, subject: Pick<Subject, 'workspaceId'>): Promise<Page> {
  await tx.use(pages).lockTree(tx, subject.workspaceId as number);
  return (await tx.use(pages).held(tx, id)) as Page;
}

/**
 * Whether nobody but this device has changed a page since it saw a version: what it has sent itself before is known to
 * it, though the version that came of that may not be.
 */
export async function isUntouched(
  ctx: Ctx,
  { device_id, base_version = 0 }: Pick<DeviceChange, 'device_id' | 'base_version'>,
  pageId: number,
  version: number,
): Promise<boolean> {
  let at = version;
  if (at <= base_version) return true;
  const steps = await queueStore.steps(ctx, { user_id: userOf(ctx).id, device_id, page_id: pageId });
  for (const { version_before, server_version } of steps) {
    if (at <= base_version) break;
    if (server_version === at) at = version_before;
  }
  return at <= base_version;
}
