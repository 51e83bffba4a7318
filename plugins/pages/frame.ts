// The sidebar of every page: the workspaces, and the page tree opened along the page that is shown.
import type { Request } from '@hapi/hapi';
import { atLeast } from '../../core/access.ts';
import type { Ctx } from '../../core/context.ts';
import { workspaces } from '../workspaces/contract.ts';
import type { TreeItem } from './contract.ts';
import { level } from './reading.ts';
import { pageStore } from './store.ts';

/** One line of the sidebar tree; `open` lines are followed by their children. */
export interface SidebarItem extends TreeItem {
  depth: number;
  open: boolean;
}

export interface Shown {
  id: number;
  workspaceId: number;
}

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    /** the page that is shown, so that the sidebar opens its branch */
    shown?: Shown;
  }
}

const DEPTH_MAX = 4;

export async function frame(request: Request): Promise<Record<string, unknown>> {
  const { ctx } = request;
  if (ctx.actor.type !== 'user') return {};
  const service = ctx.use(workspaces);
  const mine = await service.mine(ctx);
  const { shown } = request.app;
  const chosen =
    mine.find(({ id }) => id === shown?.workspaceId) ?? (shown ? undefined : await service.active(ctx, request));
  if (!chosen) return { sidebar: { workspaces: mine, active: null, items: [], canEdit: false } };
  const items = await branch(ctx, chosen.id, shown?.id);
  return {
    sidebar: { workspaces: mine, active: chosen, items, currentId: shown?.id, canEdit: atLeast(chosen.role, 'editor') },
  };
}

/** The top level, and below it the levels on the way to the page that is shown, with its own children. */
async function branch(ctx: Ctx, workspaceId: number, shownId: number | undefined): Promise<SidebarItem[]> {
  const trail = shownId ? [...(await pageStore.ancestors(ctx, shownId)).reverse().map(({ id }) => id), shownId] : [];
  const levels = await Promise.all([null, ...trail.slice(0, DEPTH_MAX)].map((id) => level(ctx, workspaceId, id)));
  const place = (depth: number): SidebarItem[] =>
    (levels[depth] ?? []).flatMap((item) => {
      const open = item.id === trail[depth] && levels[depth + 1] !== undefined;
      return [{ ...item, depth, open }, ...(open ? place(depth + 1) : [])];
    });
  return place(0);
}
