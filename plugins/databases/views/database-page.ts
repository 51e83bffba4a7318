// The page of a database, readable without scripts: its views, fifty rows of one of them, and forms to add to it.
import type { Request } from '@hapi/hapi';
import { atLeast, subjectOf } from '../../../core/access/access-control.ts';
import type { Page, PageSection } from '../../pages/contract.ts';
import type { Property, View } from '../contract.ts';
import { seenAs } from '../model.ts';
import { presentRows } from '../present.ts';
import { listCounted } from '../query/list-rows.ts';
import { savedQuery } from '../query/row-query.ts';
import { ROW_SEARCH_MAX } from '../query/row-search.ts';
import { displayValue, loadDisplayNames } from '../rows/value-display.ts';
import { isQuantity } from '../schema/property-traits.ts';
import { collectionStore } from '../schema/store.ts';
import { configSchema, PROPERTY_TYPES, typeNamed } from '../schema/types/registry.ts';
import { visibleSchemaOf } from '../visibility/visible-schema.ts';
import { coloursOf } from './row-colors.ts';
import { ownView } from './view-drafts.ts';
import { visibleViews } from './views.ts';

const ROWS = 50;

/** Types that need no more than a name to be of use. */
const SIMPLE = PROPERTY_TYPES.filter((type) => type !== 'title' && !configSchema(typeNamed(type)).validate({}).error);

/** Columns in the order of the view, the title always first. */
export function viewColumns(properties: Property[], view: View | undefined): Property[] {
  const { visible, order = [] } = view?.config ?? {};
  const kept = properties.filter(
    ({ id, type }) => type === 'title' || (!typeNamed(type).isValueless && (!visible || visible.includes(id))),
  );
  const rank = ({ id, type, position }: Property) => {
    if (type === 'title') return -1;
    const at = order.indexOf(id);
    return at < 0 ? order.length + position : at;
  };
  return kept.toSorted((a, b) => rank(a) - rank(b));
}

export async function databaseSection(request: Request, page: Page): Promise<PageSection | null> {
  // What databases inside a page are woken up with, also those that somebody puts there.
  if (page.kind !== 'collection') return { template: '/databases/inline', values: {} };
  const { ctx } = request;
  const collection = await collectionStore.ofPage(ctx, page.id);
  if (!collection) return null;
  const asked = (name: string) => Number(request.url.searchParams.get(name)) || 0;
  const search = (request.url.searchParams.get('search') ?? '').trim().slice(0, ROW_SEARCH_MAX);
  const schema = await visibleSchemaOf(ctx, collection);
  const views = await visibleViews(ctx, collection.id);
  const stored = views.find(({ id }) => id === asked('view')) ?? views[0];
  const view = stored && (await ownView(ctx, schema, stored));
  const at = Math.min(Math.max(1, Math.floor(asked('rows'))), 1_000_000);
  const columns = viewColumns(schema.properties, view);
  const [{ records, total }, role] = await Promise.all([
    listCounted(ctx, schema, { ...savedQuery(view), search }, { limit: ROWS, offset: (at - 1) * ROWS }),
    ctx.app.access.roleOn(ctx, subjectOf(request, 'page_id')),
  ]);
  const rows = await presentRows(ctx, schema, records);
  const [known, colors] = [await loadDisplayNames(ctx, columns, rows), await coloursOf(ctx, schema, view, rows)];
  const address = (rowsAt: number, viewId = view?.id) =>
    `/pages/${page.id}?view=${viewId}&rows=${rowsAt}${search && `&search=${encodeURIComponent(search)}`}`;
  const values = {
    form: view?.kind === 'form' ? await (await import('../forms/submissions.ts')).memberForm(ctx, schema, view) : null,
    isAnswered: asked('answered') > 0,
    isSketch: asked('sketch') > 0,
    drawn:
      view?.kind === 'chart'
        ? { html: await (await import('./chart-view.ts')).chartOf(ctx, schema, view, { search, isOpened: true }) }
        : null,
    collection,
    viewId: view?.id,
    search,
    isSearched: view?.kind !== 'form' && view?.kind !== 'chart',
    isDraft: view !== stored,
    // Without a script every view of rows is a table.
    isRedrawn: view !== undefined && view.kind !== 'table',
    views: views.map(({ id, name }) => ({ id, name, href: address(1, id), isShown: id === view?.id })),
    columns: columns.map((one) => ({ id: one.id, name: one.name, isNumber: isQuantity(seenAs(one)) })),
    rows: rows.map((row) => ({
      id: row.id,
      icon: row.page_icon,
      title: row.title,
      color: colors[row.id],
      cells: columns.slice(1).map((property) => displayValue(ctx, property, row.values[property.id] ?? null, known)),
    })),
    total,
    from: (at - 1) * ROWS + 1,
    before: at > 1 ? address(at - 1) : '',
    after: at * ROWS < total ? address(at + 1) : '',
    editable: atLeast(role, 'editor') && !page.is_locked,
    types: SIMPLE,
  };
  return { template: '/databases/database', values };
}
