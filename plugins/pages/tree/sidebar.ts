// The sidebar of every page: the workspaces, and the page tree opened along the page that is shown.
import type { Request } from '@hapi/hapi';
import { roleSuffices, workspaceHere } from '../../../core/access/access-control.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { LruCache } from '../../../core/kernel/lru-cache.ts';
import { type Workspace, workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import type { TreeItem } from '../contract.ts';
import { breadcrumb } from '../page-queries.ts';
import { type Branch, branchOf } from './branch.ts';
import { guestList } from './guest-pages.ts';
import { hasOwnRights, pageActions, type RightsRow } from './page-actions.ts';
import { type LevelItem, type Levels, levelPart, levelsOf, SHOWN, type TreeStep } from './tree-levels.ts';

/** One line of the sidebar tree; `open` lines are followed by their children. */
export interface SidebarItem extends LevelItem {
  depth: number;
  open: boolean;
}

/** A line of a level of which there is more than is shown: it leads to the rest, or finds a page of it. */
export interface MoreLine {
  more: 'find' | 'earlier' | 'more';
  parent_id: number | null;
  depth: number;
}

export interface SidebarPage {
  id: number;
  workspaceId: number;
  place: Place;
  /** what there is about it in other tables; of none but the view of a page this is known */
  marks: ReadonlySet<string>;
  /** rows of the reader that were read with it, by their names */
  beside: Branch['beside'];
}

type Step = Pick<TreeItem, 'id' | 'title'>;

/** What is drawn around a page from its branch of the tree. */
interface Place {
  /** of its own for each content: a short key of all that is drawn from it */
  serial: number;
  breadcrumb: { title: string; href: string }[];
  children: TreeItem[];
  /** whether there are more children than these */
  hasMore: boolean;
  items: (SidebarItem | MoreLine)[];
  /** of them, those whose rights may be others than those of the workspace */
  special: RightsRow[];
}

const isSpecial = (line: SidebarItem | MoreLine): line is SidebarItem => !('more' in line) && hasOwnRights(line);

const DEPTH_MAX = 4;
/** in characters of text: an item lies in the levels and in the list */
const ITEM_SIZE = 200;

/** By page and branch: between two changes of the tree everybody who sees the same of it sees the same place. */
const places = new LruCache<Place>(4_000_000, ({ items }) => items.length * ITEM_SIZE);

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    /** the page that is shown, so that the sidebar opens its branch */
    shown?: SidebarPage;
    beside?: Promise<WorkspacesBeside>;
  }
}

/** Notes which page a request shows, and reads the part of the tree that its sidebar and its list of pages need. */
export async function show(
  request: Request,
  row: Pick<TreeItem, 'title' | 'kind'> & TreeStep & { workspace_id: number },
  marks: ReadonlySet<string> = new Set(),
): Promise<Pick<Place, 'breadcrumb' | 'children' | 'hasMore'>> {
  const branch = await branchOf(request.ctx, row.workspace_id, row);
  const isBelowRow = branch.trail.slice(0, -1).some(({ collection_id }) => collection_id !== null);
  const above = isBelowRow ? await breadcrumb(request.ctx, row) : undefined;
  const key = `${row.id} ${row.parent_id} ${row.title} ${JSON.stringify(above ?? '')} ${branch.text}`;
  const place = places.getOrCreate(key, () => {
    const levels = levelsOf(branch);
    return placeOf(levels, above ?? trailOf(levels, row));
  });
  request.app.shown = { id: row.id, workspaceId: row.workspace_id, place, marks, beside: branch.beside };
  return place;
}

let made = 0;

/** @param steps from the top to the page */
function placeOf(found: Levels, steps: Step[]): Place {
  const page = steps.at(-1) as Step;
  const trail = steps.slice(0, DEPTH_MAX).map(({ id }) => id);
  made += 1;
  const items = branch(found, trail, null, 0);
  return {
    serial: made,
    breadcrumb: steps.map(({ id, title }) => ({ title, href: id === page.id ? '' : `/pages/${id}` })),
    children: found.get(page.id)?.items ?? [],
    hasMore: found.get(page.id)?.hasMore ?? false,
    items,
    special: items.filter(isSpecial),
  };
}

/** From the top to the page; an ancestor that the reader may not see is in no level, so the trail begins below it. */
function trailOf(found: Levels, page: Step & { parent_id: number | null }): Step[] {
  const items = new Map([...found.values()].flatMap(({ items }) => items).map((item) => [item.id, item]));
  const steps: Step[] = [page];
  for (let up = page.parent_id; up !== null; ) {
    const item = items.get(up);
    if (!item || steps.length > items.size) break;
    steps.unshift(item);
    up = item.parent_id;
  }
  return steps;
}

/** The workspaces of the reader, and the one whose pages stand in the sidebar. */
interface WorkspacesBeside {
  mine: Workspace[];
  chosen: Workspace | null;
}

async function findBeside(request: Request): Promise<WorkspacesBeside> {
  const service = request.ctx.use(workspaces);
  const mine = await service.mine(request.ctx);
  const { shown } = request.app;
  const home = shown?.workspaceId ?? workspaceHere(request);
  const found = mine.find(({ id }) => id === home);
  // Beside a page of a workspace in which somebody is a guest stands no other one.
  return { mine, chosen: found ?? (shown ? null : await service.active(request.ctx, request)) };
}

/** Asked once a request, whoever adds to the frame of its page. */
function besideOf(request: Request): Promise<WorkspacesBeside> {
  request.app.beside ??= findBeside(request);
  return request.app.beside;
}

/** Id of the workspace of which the frame of a page shows something; undefined: the reader has none. */
export async function workspaceBeside(request: Request): Promise<number | undefined> {
  const { chosen } = await besideOf(request);
  return chosen?.id ?? request.app.shown?.workspaceId;
}

export async function sidebarSection(request: Request): Promise<Record<string, unknown>> {
  const { ctx } = request;
  if (ctx.actor.type !== 'user') return {};
  const { mine, chosen } = await besideOf(request);
  const { shown } = request.app;
  if (!chosen) {
    const guest = shown ? await guestList(ctx, shown.workspaceId) : [];
    return { sidebar: { workspaces: mine, active: null, items: [], canEdit: false, guest, currentId: shown?.id } };
  }
  const place = shown?.place;
  const items =
    place?.items ?? branch(new Map([[null, await levelPart(ctx, chosen.id, null, { limit: SHOWN })]]), [], null, 0);
  const canEdit = roleSuffices(chosen.role, workspacePolicies.addContent);
  const actions = await pageActions(ctx, chosen.id, place?.special ?? items.filter(isSpecial));
  const may = { plain: actions.plain.join(' '), own: Object.fromEntries(actions.own) };
  const tree = { items, drawn: place?.serial ?? items, currentId: shown?.id, may };
  return { sidebar: { workspaces: mine, active: chosen, ...tree, canEdit } };
}

/** The levels as one list: below each item of the trail its children follow. */
function branch(found: Levels, trail: number[], parent: number | null, depth: number): (SidebarItem | MoreLine)[] {
  const { items, hasEarlier, hasMore } = found.get(parent) ?? { items: [], hasEarlier: false, hasMore: false };
  const lines = items.flatMap((item) => {
    const open = item.id === trail[depth];
    return [{ ...item, depth, open }, ...(open ? branch(found, trail, item.id, depth + 1) : [])];
  });
  const line = (more: MoreLine['more'], isThere: boolean): MoreLine[] =>
    isThere ? [{ more, parent_id: parent, depth }] : [];
  return [...line('find', hasEarlier || hasMore), ...line('earlier', hasEarlier), ...lines, ...line('more', hasMore)];
}

/** A text of the catalogue in the language of the reader. */
export const catalogText = (ctx: Ctx, key: string): string => ctx.app.messages.text(ctx.locale, key);

/** What a page is called where it is shown. */
export const sidebarTitle = (ctx: Ctx, { title }: { title: string }): string =>
  title || catalogText(ctx, 'pages.untitled');
