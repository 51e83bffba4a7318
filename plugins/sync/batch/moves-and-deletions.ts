// Moves and deletions: the last move counts, and what somebody else has changed meanwhile is not deleted.
import type { Subject } from '../../../core/access/access-control.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { collectionPolicies } from '../../databases/contract.ts';
import { pagePolicies, pages } from '../../pages/contract.ts';
import { noteConflict } from '../conflicts/offline-copy.ts';
import { type ChangeResult, type DeviceChange, heldPage, isUntouched, type Maker, resolveClientId } from './change.ts';

export const movePageOf: Maker<'page_move'> = async (tx, change) => {
  const { id: name, parent_id, position } = change.payload;
  const id = await resolveClientId(tx, change, name, 'page');
  const parentId = parent_id === null ? null : await resolveClientId(tx, change, parent_id, 'page');
  const below = parentId === null ? [] : [{ need: pagePolicies.addBelow, id: parentId }];
  const [subject] = await tx.app.access.requireAll(tx, [{ need: pagePolicies.move, id }, ...below]);
  const { sync_version: before } = await heldPage(tx, id, subject as Subject);
  await tx.use(pages).move(tx, id, { parentId, ...(position !== undefined && { position }) });
  return { status: 'applied', target: id, id, before };
};

export const deletePageOf: Maker<'page_delete'> = async (tx, change) => {
  const id = await resolveClientId(tx, change, change.payload.id, 'page');
  const subject = await tx.app.access.require(tx, { ...pagePolicies.edit, trashed: 'also' }, id);
  return { id, ...(await deleted(tx, change, id, subject)) };
};

export const deleteCollectionOf: Maker<'collection_delete'> = async (tx, change) => {
  const id = await resolveClientId(tx, change, change.payload.id, 'collection');
  const subject = await tx.app.access.require(tx, { ...collectionPolicies.edit, trashed: 'also' }, id);
  return { id, page_id: subject.pageId, ...(await deleted(tx, change, subject.pageId as number, subject)) };
};

async function deleted(
  tx: Ctx,
  change: DeviceChange<'page_delete' | 'collection_delete'>,
  target: number,
  subject: Subject,
): Promise<ChangeResult> {
  const { sync_version: before } = await heldPage(tx, target, subject);
  if (subject.trashed) return { status: 'applied', target, before };
  if (!(await isUntouched(tx, change, target, before))) {
    const sides = { mine: new Map([['deleted', true]]), base: new Map<string, unknown>(), copyId: null };
    await noteConflict(tx, change, target, sides);
    return { status: 'conflict', target, before };
  }
  await tx.use(pages).trash(tx, target);
  return { status: 'applied', target, before };
}
