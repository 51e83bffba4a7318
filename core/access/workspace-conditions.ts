// Workspaces that stay closed to a member until they meet a condition of it; everything else they have stays open.

import type { Problem } from '../http/problem.ts';
import type { Ctx, UserActor } from '../kernel/context.ts';
import { type Point, point } from '../kernel/plugin.ts';

export interface ClosedWorkspaces {
  workspaceIds: number[];
  /** what is answered there; its `page` leads people to where they can meet the condition */
  problem: Problem;
}

/** Workspaces that are closed to somebody until they meet a condition; asked at each request. */
export const closing: Point<(ctx: Ctx, actor: UserActor) => Promise<ClosedWorkspaces | undefined>> =
  point('access.closing');

const keyOf = ({ id }: UserActor): string => `closed:${id}`;

/**
 * What is closed to this person, asked once a context. Administrators of the service are in no workspace by its leave:
 * only the service itself asks things of them.
 */
export async function closedTo(ctx: Ctx, actor = ctx.actor): Promise<ClosedWorkspaces | undefined> {
  if (actor.type !== 'user' || actor.isAdmin) return undefined;
  const key = keyOf(actor);
  const known = ctx.memo.get(key) as Promise<ClosedWorkspaces | undefined> | undefined;
  if (known) return known;
  const [check] = ctx.app.contributions(closing);
  const closed = check ? check(ctx, actor) : Promise.resolve(undefined);
  ctx.memo.set(key, closed);
  return closed;
}

/** The same context as if its actor met all conditions: to tell what is hidden from what is only closed for now. */
export function withNothingClosed(ctx: Ctx): Ctx {
  const open = ctx.as(ctx.actor);
  if (ctx.actor.type === 'user') open.memo.set(keyOf(ctx.actor), Promise.resolve(undefined));
  return open;
}

export const isClosed = (closed: ClosedWorkspaces | undefined, workspaceId: number | null): boolean =>
  workspaceId !== null && Boolean(closed?.workspaceIds.includes(workspaceId));
