// The sidebar of every page: the workspaces, and the page tree opened along the page that is shown.
import type { Request } from '@hapi/hapi';
import { atLeast } from '../../core/access.ts';
import { workspaces } from '../workspaces/contract.ts';
import type { TreeItem } from './contract.ts';
import { branchOf, type Levels, level } from './reading.ts';

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
  levels: Levels;
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
  row: { id: number; workspace_id: number; title: string; parent_id: number | null },
) {
  const found = await branchOf(request.ctx, row.workspace_id, row.id);
  const steps = trailOf(found, row);
  request.app.shown = { id: row.id, workspaceId: row.workspace_id, trail: steps.map(({ id }) => id), levels: found };
  const breadcrumb = steps.map(({ id, title }) => ({ title, href: id === row.id ? '' : `/pages/${id}` }));
  return { breadcrumb, children: found.get(row.id) ?? [] };
}

/** From the top to the page; an ancestor that the reader may not see is in no level, so the trail begins below it. */
function trailOf(
  found: Levels,
  page: { id: number; title: string; parent_id: number | null },
): { id: number; title: string }[] {
  const items = new Map([...found.values()].flat().map((item) => [item.id, item]));
  const steps: { id: number; title: string; parent_id: number | null }[] = [page];
  for (let up = page.parent_id; up !== null; ) {
    const item = items.get(up);
    if (!item || steps.length > items.size) break;
    steps.unshift(item);
    up = item.parent_id;
  }
  return steps;
}

export async function frame(request: Request): Promise<Record<string, unknown>> {
  const { ctx } = request;
  if (ctx.actor.type !== 'user') return {};
  const service = ctx.use(workspaces);
  const mine = await service.mine(ctx);
  const { shown } = request.app;
  const chosen = shown ? mine.find(({ id }) => id === shown.workspaceId) : await service.active(ctx, request);
  if (!chosen) return { sidebar: { workspaces: mine, active: null, items: [], canEdit: false } };
  const found: Levels = shown?.levels ?? new Map([[null, await level(ctx, chosen.id, null)]]);
  const items = branch(found, shown?.trail.slice(0, DEPTH_MAX) ?? [], null, 0);
  return {
    sidebar: { workspaces: mine, active: chosen, items, currentId: shown?.id, canEdit: atLeast(chosen.role, 'editor') },
  };
}

/** The levels as one list: below each item of the trail its children follow. */
function branch(found: Levels, trail: number[], parent: number | null, depth: number): SidebarItem[] {
  return (found.get(parent) ?? []).flatMap((item) => {
    const open = item.id === trail[depth];
    return [{ ...item, depth, open }, ...(open ? branch(found, trail, item.id, depth + 1) : [])];
  });
}
