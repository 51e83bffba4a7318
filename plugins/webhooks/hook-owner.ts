// What the person behind a hook may see now: asked when something happens, and again at each attempt to tell it.
import { atLeast } from '../../core/access/access-control.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { DomainEvent } from '../../core/kernel/domain-event.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import { databases } from '../databases/contract.ts';
import { pages } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { EVENT_CATALOG } from './event-catalog.ts';
import type { WebhookRow } from './store.ts';

export type TellableEvent = Pick<DomainEvent, 'type' | 'data' | 'workspace_id'>;

/** The page by whose rights an event is seen; null: it is seen by those of its workspace. */
export function subjectPage({ type, data }: Omit<TellableEvent, 'workspace_id'>): number | null {
  const subject = EVENT_CATALOG[type]?.subject;
  return typeof subject === 'object' ? Number(data[subject.page]) : null;
}

/** Whether somebody is a member or a guest of a workspace: being an administrator is not enough. */
export const belongsTo = async (ctx: Ctx, workspaceId: number, userId: number): Promise<boolean> =>
  (await ctx.use(workspaces).belonging(ctx, workspaceId, [userId])).has(userId);

/**
 * A context in which the owner of the hook reads; undefined: they may have none any more. In a workspace they see what
 * they see as somebody of it, administrators too.
 */
export async function ownerCtx(ctx: Ctx, { user_id, workspace_id }: WebhookRow): Promise<Ctx | undefined> {
  const user = await ctx.use(accounts).byId(ctx, user_id);
  if (!user?.is_active) return undefined;
  if (workspace_id === null) return user.is_admin ? ctx.as(actorOf(user)) : undefined;
  return (await belongsTo(ctx, workspace_id, user_id)) ? ctx.as({ ...actorOf(user), isAdmin: false }) : undefined;
}

async function roleIn(owner: Ctx, workspaceId: number | null) {
  if (workspaceId === null) return owner.actor.type === 'user' && owner.actor.isAdmin ? 'owner' : null;
  const subject = await owner.app.resource('workspace').load(owner, workspaceId);
  return subject ? owner.app.access.roleOn(owner, subject) : null;
}

/** Whether the role in the workspace is asked for. */
const isOfWorkspace = (event: TellableEvent): boolean => subjectPage(event) === null || event.data.permanent === true;

/** Of these events, those that the owner may see. What is gone for good only those see who have seen everything. */
export async function visibleEvents<T extends TellableEvent>(owner: Ctx, events: T[]): Promise<T[]> {
  const ids = [...new Set(events.flatMap((event) => subjectPage(event) ?? []))];
  const seen = ids.length ? await owner.use(pages).versions(owner, ids) : new Map();
  const roles = new Map<number | null, Awaited<ReturnType<typeof roleIn>>>();
  // Most events are about a page that is there, whose rights say it all.
  for (const event of events)
    if (isOfWorkspace(event) && !roles.has(event.workspace_id))
      roles.set(event.workspace_id, await roleIn(owner, event.workspace_id));
  return events.filter((event) => {
    const page = subjectPage(event);
    const role = roles.get(event.workspace_id) ?? null;
    if (page === null) return atLeast(role, 'viewer');
    return seen.has(page) || (event.data.permanent === true && atLeast(role, 'owner'));
  });
}

/** What changed, without properties that the owner does not see. */
export async function visibleChanges(owner: Ctx, changed: string[], collectionId?: number): Promise<string[]> {
  const named = changed.filter((name) => name.startsWith('values.'));
  if (!named.length) return changed;
  const properties = collectionId === undefined ? [] : await owner.use(databases).properties(owner, collectionId);
  const seen = new Set(properties.map(({ id }) => `values.${id}`));
  return changed.filter((name) => !named.includes(name) || seen.has(name));
}
