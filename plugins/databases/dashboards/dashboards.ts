// Dashboards: pages made of views, whose rights are those of the page, and of each view those of its database.

import { invalid } from '../../../core/http/problem.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { type PageCopier, pages } from '../../pages/contract.ts';
import type { LoadedView } from '../access.ts';
import type { Collection, Row, View } from '../contract.ts';
import { viewPolicies } from '../policies.ts';
import { presentCollection, presentRows } from '../present.ts';
import { countRows, listCounted } from '../query/list-rows.ts';
import type { ChartRow } from '../views/chart/index.ts';
import { rowsOfChart } from '../views/chart-view.ts';
import { visibleViews } from '../views/views.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { type DashboardItem, dashboardBlocks, dashboardItems } from './grid.ts';
import { type DashboardRow, dashboardStore } from './store.ts';

export const ITEMS_MAX = 24;

export interface Dashboard extends DashboardRow {
  /** views that the reader does not see have no `view_id` and no `collection_id` */
  items: { collection_id: number | null; view_id: number | null; width: number }[];
}

export interface ItemInput {
  view_id: number;
  width: number;
}

interface NewDashboard {
  workspaceId: number;
  parentId: number | null;
  name: string;
  items: ItemInput[];
}

/** Views that everybody sees, and that whoever writes them sees. @throws Problem not_found, validation_failed */
async function readItems(ctx: Ctx, given: ItemInput[]): Promise<DashboardItem[]> {
  const subjects = await ctx.app.access.requireAll(
    ctx,
    given.map(({ view_id }) => ({ need: viewPolicies.view, id: view_id })),
  );
  return subjects.map(({ row }, at) => {
    const { view } = row as LoadedView;
    if (view.created_by !== null)
      throw invalid(['body', 'items', at, 'view_id'], 'is a view that only you see', 'value_error', view.id);
    return { collection_id: view.collection_id, view_id: view.id, width: (given[at] as ItemInput).width };
  });
}

/** The caller's right on the parent has been checked by access. @throws Problem not_found, validation_failed */
export async function createDashboard(ctx: Ctx, input: NewDashboard): Promise<DashboardRow> {
  const blocks = dashboardBlocks(await readItems(ctx, input.items));
  return ctx.tx(async (tx) => {
    const { workspaceId, parentId, name } = input;
    const page = await tx.use(pages).create(tx, { workspaceId, parentId, title: name, icon: '📊', blocks });
    const id = await dashboardStore.insert(tx, page.id, actorId(tx));
    return (await dashboardStore.byId(tx, id)) as DashboardRow;
  });
}

export async function changeDashboard(
  ctx: Ctx,
  { id, page_id }: DashboardRow,
  { name, items }: { name?: string; items?: ItemInput[] },
): Promise<DashboardRow> {
  const blocks = items && dashboardBlocks(await readItems(ctx, items));
  await ctx.use(pages).save(ctx, page_id, { ...(name ? { title: name } : {}), ...(blocks ? { blocks } : {}) });
  return (await dashboardStore.byId(ctx, id)) as DashboardRow;
}

/** Views of the grid, as far as the reader sees them, in its order. */
async function shownItems(ctx: Ctx, { page_id }: DashboardRow) {
  const found = dashboardItems(await ctx.use(pages).blocks(ctx, page_id)).slice(0, ITEMS_MAX);
  const visible = new Map<number, View[]>();
  for (const id of new Set(found.map(({ collection_id }) => collection_id))) {
    const subject = await ctx.app.resource('collection').load(ctx, id);
    if (subject && !subject.trashed && (await ctx.app.access.roleOn(ctx, subject)))
      visible.set(id, await visibleViews(ctx, id));
  }
  return found.map(({ collection_id, view_id, width }) => {
    const views = visible.get(collection_id) ?? [];
    return { width, view: view_id === null ? views[0] : views.find(({ id }) => id === view_id) };
  });
}

export async function presentDashboard(ctx: Ctx, dashboard: DashboardRow): Promise<Dashboard> {
  const items = (await shownItems(ctx, dashboard)).map(({ width, view }) => ({
    collection_id: view?.collection_id ?? null,
    view_id: view?.id ?? null,
    width,
  }));
  return { ...dashboard, items };
}

/** What one place of the grid shows: the first rows of a view, or the numbers of a chart. */
export interface ItemData {
  width: number;
  view: View | null;
  collection: Collection | null;
  rows: Row[];
  total: number;
  chart: ChartRow[];
}

const ROWS = 50;

export async function dashboardData(ctx: Ctx, dashboard: DashboardRow): Promise<ItemData[]> {
  const items = await shownItems(ctx, dashboard);
  return Promise.all(items.map(({ view, width }) => dataOf(ctx, view, width)));
}

async function dataOf(ctx: Ctx, view: View | undefined, width: number): Promise<ItemData> {
  const none: ItemData = { width, view: null, collection: null, rows: [], total: 0, chart: [] };
  if (!view) return none;
  const schema = await visibleSchemaById(ctx, view.collection_id);
  const known = { ...none, view, collection: presentCollection(schema.collection) };
  if (view.kind === 'form') return known;
  const query = { filter: view.config.filter, sorts: view.config.sorts, isSaved: true };
  if (view.kind === 'chart')
    return { ...known, total: await countRows(ctx, schema, query), chart: await rowsOfChart(ctx, schema, view) };
  const { records, total } = await listCounted(ctx, schema, query, { limit: ROWS });
  return { ...known, total, rows: await presentRows(ctx, schema, records) };
}

/** Copies of pages that are dashboards are dashboards. */
export const dashboardCopier: PageCopier = {
  async fill(ctx, { copies }) {
    for (const id of await dashboardStore.ofPages(ctx, [...copies.keys()]))
      await dashboardStore.insert(ctx, copies.get(id) as number, actorId(ctx));
  },
};
