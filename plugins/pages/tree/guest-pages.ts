// What a guest has in a workspace: other plugins know what was opened to whom.
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Point, point } from '../../../core/kernel/plugin.ts';

/** A page that somebody may see in a workspace of others. */
export interface GuestPage {
  id: number;
  title: string;
  page_icon: string;
}

/** For the sidebar of a guest: pages of this workspace that were opened to the actor, by title. */
export const guestPages: Point<(ctx: Ctx, workspaceId: number) => Promise<GuestPage[]>> = point('pages.guest');

/** All of them, without the pictures that only members see as signs. */
export async function guestList(ctx: Ctx, workspaceId: number): Promise<GuestPage[]> {
  const lists = await Promise.all(ctx.app.contributions(guestPages).map((of) => of(ctx, workspaceId)));
  return lists.flat().map((one) => ({ ...one, page_icon: one.page_icon.startsWith('custom:') ? '' : one.page_icon }));
}
