// Places that a clip may go to, as the popup offers them: the home first, then what was open last, or what is looked for.
import { atLeast } from '../../../core/access/access-control.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { type DescribedDatabase, databases, inputOf, isComputed, type Property } from '../../databases/contract.ts';
import { ownLists } from '../../favorites/contract.ts';
import { type Page, pagePolicies, pages } from '../../pages/contract.ts';
import { search } from '../../search/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { clipSettings } from '../templates/template-store.ts';
import type { ClipTargetOption } from './clip-input.ts';

const SHOWN = 20;
/** Looked at, since not all of them can be written to. */
const LOOKED_AT = 60;
/** However many pages there are, so many workspaces are among the places. */
const WORKSPACES_SHOWN = 8;

export async function targetsFor(ctx: Ctx, q: string): Promise<ClipTargetOption[]> {
  const home = await clipSettings.home(ctx, userOf(ctx).id);
  const writable = await writableWorkspaces(ctx);
  const found = q ? await matching(ctx, q) : await recent(ctx, home, new Set(writable.map(({ id }) => id)));
  const places = await placesOf(ctx, found, home);
  const own = writable.filter(({ title }) => !q || title.toLowerCase().includes(q.toLowerCase()));
  const left = SHOWN - Math.min(own.length, WORKSPACES_SHOWN);
  return [...places.slice(0, left), ...own].slice(0, SHOWN);
}

async function matching(ctx: Ctx, q: string): Promise<number[]> {
  const { results } = await ctx.use(search).find(ctx, { q, limit: LOOKED_AT });
  return results.filter(({ type }) => type === 'page' || type === 'collection').map(({ id }) => id);
}

/** What the person opened last, then what changed last where they write: administrators see more than that. */
async function recent(ctx: Ctx, home: number | null, writable: ReadonlySet<number>): Promise<number[]> {
  const opened = ctx.use(ownLists).recents(ctx);
  const last: number[] = await opened.orderBy('opened_at', 'desc').limit(LOOKED_AT).pluck('page_id');
  const changed = (await ctx.use(pages).recent(ctx, LOOKED_AT)).filter((page) => writable.has(page.workspace_id));
  return [...(home === null ? [] : [home]), ...last, ...changed.map(({ id }) => id)];
}

async function placesOf(ctx: Ctx, ids: number[], home: number | null): Promise<ClipTargetOption[]> {
  const unique = [...new Set(ids)];
  const byId = new Map((await ctx.use(pages).byIds(ctx, unique)).map((page) => [page.id, page]));
  const open: Page[] = [];
  for (const id of unique) {
    const page = byId.get(id);
    if (open.length >= SHOWN) break;
    if (page && page.kind !== 'file' && (await ctx.app.access.allows(ctx, pagePolicies.edit, id))) open.push(page);
  }
  const paths = await ctx.use(pages).paths(
    ctx,
    open.map(({ id }) => id),
  );
  const described = await ctx.use(databases).describe(
    ctx,
    open.filter(({ kind }) => kind === 'collection').map(({ id }) => id),
  );
  const tables = new Map(described.map((one) => [one.page_id, one]));
  return open.map((page) => placeOf(page, tables.get(page.id), paths.get(page.id) ?? [], page.id === home));
}

function placeOf(page: Page, table: DescribedDatabase | undefined, path: string[], is_home: boolean): ClipTargetOption {
  return {
    ...{ kind: table ? 'collection' : 'page', id: table?.id ?? page.id, page_id: page.id, title: page.title },
    ...{ icon: page.page_icon, workspace_id: page.workspace_id, path, is_home },
    ...(table && {
      properties: table.properties.filter((one) => !isComputed(one) && one.type !== 'title').map(presentProperty),
    }),
  };
}

function presentProperty(property: Property) {
  const { id, name, type, config } = property;
  const input = inputOf(property);
  const options = config.options?.map((one) => one.name);
  return { id, name, type, ...(input && { input }), ...(options && { options }) };
}

async function writableWorkspaces(ctx: Ctx): Promise<ClipTargetOption[]> {
  const open = (await ctx.use(workspaces).mine(ctx)).filter((one) => !one.archived_at && atLeast(one.role, 'editor'));
  return open.map(({ id, name, icon }) => ({
    ...{ kind: 'workspace' as const, id, page_id: null, title: name, icon, workspace_id: id, path: [], is_home: false },
  }));
}
