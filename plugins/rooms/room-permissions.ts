// What somebody may do in a room, as access says of every other request.
import { atLeast, isLockedFor, type Subject } from '../../core/access/access-control.ts';
import { includesScope } from '../../core/access/credential.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx, UserActor } from '../../core/kernel/context.ts';
import { liveKindOf } from './document-kinds.ts';
import type { LiveName } from './points.ts';
import type { WriteRefusal } from './protocol.ts';

const FORBIDDEN: WriteRefusal = { code: 'forbidden', status: 403 };
const LOCKED: WriteRefusal = { code: 'page_locked', status: 423 };

export interface RoomRights {
  /** what is written there is visible to this person */
  visible: boolean;
  /** why this person may not write, null: they may */
  refusal: WriteRefusal | null;
}

/** Somebody has written who may not any more; by connection, what they may still do. */
export class RightsLoss extends Error {
  readonly rights: ReadonlyMap<object, RoomRights>;

  constructor(rights: ReadonlyMap<object, RoomRights>) {
    super('a right was lost while writing');
    this.rights = rights;
  }
}

export async function rightsOn(ctx: Ctx, resource: string, subject: Subject): Promise<RoomRights> {
  const role = await ctx.app.access.roleOf(ctx, resource, subject);
  const { actor } = ctx;
  const writes = actor.type === 'user' && (!actor.scopes || includesScope(actor.scopes, 'write'));
  if (!writes || !atLeast(role, 'editor')) return { visible: role !== null, refusal: FORBIDDEN };
  const isLocked = isLockedFor(ctx, subject) || ctx.app.maintenance.state.read_only;
  return { visible: true, refusal: isLocked ? LOCKED : null };
}

/** All that rights depend on: while it is the same, nobody's have changed. */
export const stampOf = ({ epoch, rootId, trashed, lock }: Subject): string =>
  JSON.stringify([epoch, rootId, trashed, lock]);

export const roomRights = (app: App, actor: UserActor, resource: string, subject: Subject): Promise<RoomRights> =>
  rightsOn(app.context(actor), resource, subject);

/** All of a person that rights depend on. */
export const personKey = ({ id, isAdmin, scopes, rootPageId, seenBy }: UserActor): string =>
  JSON.stringify([id, isAdmin, scopes, rootPageId, seenBy?.id]);

/**
 * What is written, as it is now: rights may have changed since they were looked at.
 * @throws RightsLoss when one of these connections has lost theirs
 */
export async function subjectNow(
  tx: Ctx,
  name: LiveName,
  known: Subject,
  connections: Iterable<{ actor: UserActor }>,
): Promise<Subject> {
  const {
    view: { resource },
    isText,
    subjects,
  } = liveKindOf(tx.app, name);
  const subject = (await subjects(tx, [name.id])).get(name.id);
  if (!subject || subject.trashed || !isText(subject)) throw new Error('what is written is gone');
  if (stampOf(subject) === stampOf(known)) return known;
  const lost = new Map<object, RoomRights>();
  for (const connection of connections) {
    const rights = await rightsOn(tx.as(connection.actor), resource, subject);
    if (rights.refusal) lost.set(connection, rights);
  }
  if (lost.size) throw new RightsLoss(lost);
  return subject;
}
