// The sidebar of every page: the workspaces, and the page tree opened along the page that is shown.
import type { Request } from '@hapi/hapi';
import { atLeast } from '../../core/access.ts';
import { workspaces } from '../workspaces/contract.ts';
import type { TreeItem } from './contract.ts';
import { breadcrumb, levels } from './reading.ts';

/** One line of the sidebar tree; `open` lines are followed by their children. */
export interface SidebarItem extends TreeItem {
  depth: number;
  open: boolean;
}

export interface Shown {
  id: number;
  workspaceId: number;
  /** ids from the top to the page itself */
  trail: number[];
  /** the top level and those of the trail, by parent */
  levels: Map<number | null, TreeItem[]>;
}

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    /** the page that is shown, so that the sidebar opens its branch */
    shown?: Shown;
  }
}

const DEPTH_MAX = 4;

/** Notes which page a request shows, and reads the part of the tree that its sidebar and its list of pages need. */
export async function show(
  request: Request,
  row: { id: number; workspace_id: number; title: string; kind: TreeItem['kind'] },
) {
  const steps = await breadcrumb(request.ctx, row);
  const trail = steps.map(({ id }) => id);
  const parents = [null, ...trail.slice(0, DEPTH_MAX), row.id];
  const found = await levels(request.ctx, row.workspace_id, [...new Set(parents)]);
  request.app.shown = { id: row.id, workspaceId: row.workspace_id, trail, levels: found };
  const links = steps.map(({ id, title }) => ({ title, href: id === row.id ? '' : `/pages/${id}` }));
  return { breadcrumb: links, children: found.get(row.id) ?? [] };
}

export async function frame(request: Request): Promise<Record<string, unknown>> {
  const { ctx } = request;
  if (ctx.actor.type !== 'user') return {};
  const service = ctx.use(workspaces);
  const mine = await service.mine(ctx);
  const { shown } = request.app;
  const chosen = shown ? mine.find(({ id }) => id === shown.workspaceId) : await service.active(ctx, request);
  if (!chosen) return { sidebar: { workspaces: mine, active: null, items: [], canEdit: false } };
  const found = shown?.levels ?? (await levels(ctx, chosen.id, [null]));
  const items = branch(found, shown?.trail.slice(0, DEPTH_MAX) ?? [], null, 0);
  return {
    sidebar: { workspaces: mine, active: chosen, items, currentId: shown?.id, canEdit: atLeast(chosen.role, 'editor') },
  };
}

/** The levels as one list: below each item of the trail its children follow. */
function branch(found: Shown['levels'], trail: number[], parent: number | null, depth: number): SidebarItem[] {
  return (found.get(parent) ?? []).flatMap((item) => {
    const open = item.id === trail[depth];
    return [{ ...item, depth, open }, ...(open ? branch(found, trail, item.id, depth + 1) : [])];
  });
}
