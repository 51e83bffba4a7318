// Databases inside pages: a view of one as a table or a chart, as far as the reader of the page sees it.
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import type { Addresses, NamedSource, ShownDatabase } from '../../pages/contract.ts';
import type { View } from '../contract.ts';
import { presentRows } from '../present.ts';
import { wordsOf } from '../published/rows.ts';
import { listCounted } from '../query/list-rows.ts';
import { savedQuery } from '../query/row-query.ts';
import type { DisplayValue } from '../rows/value-display.ts';
import type { Schema } from '../schema/schema.ts';
import { type CollectionRow, collectionStore, viewStore } from '../schema/store.ts';
import { visibleSchemaOf } from '../visibility/visible-schema.ts';
import { type Markup, markup, nothing } from './chart/markup.ts';
import { viewColumns } from './database-page.ts';
import { visibleViews } from './views.ts';

/** What a page may name of databases. */
export const namedInPages: NamedSource[] = [
  { kind: 'databases', visible: async (ctx, ids) => new Set(await collectionStore.visible(ctx, ids)) },
  {
    kind: 'views',
    async visible(ctx, ids) {
      const views = await viewStore.among(ctx, ids, actorId(ctx));
      const homes = new Set(
        await collectionStore.visible(
          ctx,
          views.map(({ collection_id }) => collection_id),
        ),
      );
      return new Set(views.flatMap(({ id, collection_id }) => (homes.has(collection_id) ? [id] : [])));
    },
  },
];

const placeOf = (id: number, addresses: Addresses | undefined): string => addresses?.page(id) ?? `/pages/${id}`;

/** Rows that are shown before somebody asks for more. */
const ROWS = 20;

/** Of each database the first view, and of these views those it has. What the reader does not see is absent. */
export async function inlineDatabases(
  ctx: Ctx,
  { collections, views }: { collections: number[]; views: number[] },
  addresses?: Addresses,
): Promise<ShownDatabase[]> {
  const found = await Promise.all(collections.map((id) => inlineOf(ctx, id, views, addresses)));
  return found.flat();
}

/** Visitors of what was published have no roles, and see what lies in it. */
async function isOpen(ctx: Ctx, id: number): Promise<boolean> {
  const subject = await ctx.app.resource('collection').load(ctx, id);
  if (!subject || subject.trashed) return false;
  if (ctx.actor.type === 'anonymous') return (await collectionStore.visible(ctx, [id])).length > 0;
  return (await ctx.app.access.roleOn(ctx, subject)) !== null;
}

async function inlineOf(ctx: Ctx, id: number, wanted: number[], addresses?: Addresses): Promise<ShownDatabase[]> {
  if (!(await isOpen(ctx, id))) return [];
  const collection = (await collectionStore.byId(ctx, id)) as CollectionRow;
  const schema = await visibleSchemaOf(ctx, collection);
  const all = await visibleViews(ctx, id);
  const title = collection.name || ctx.app.messages.text(ctx.locale, 'databases.untitled');
  const one = async (view: View | undefined, viewId: number | null): Promise<ShownDatabase> => ({
    collectionId: id,
    viewId,
    href: `${placeOf(collection.page_id, addresses)}${viewId ? `?view=${viewId}` : ''}`,
    title: viewId && view ? `${title}: ${view.name}` : title,
    html: await htmlOf(ctx, schema, view, addresses),
  });
  const named = all.filter((view) => wanted.includes(view.id));
  return Promise.all([one(all[0], null), ...named.map((view) => one(view, view.id))]);
}

async function htmlOf(ctx: Ctx, schema: Schema, view: View | undefined, addresses?: Addresses): Promise<string> {
  if (view?.kind === 'chart') return (await import('./chart-view.ts')).chartOf(ctx, schema, view);
  if (view?.kind === 'form') return '';
  const { records, total } = await listCounted(ctx, schema, savedQuery(view), { limit: ROWS });
  const columns = viewColumns(schema.properties, view);
  const rows = await presentRows(ctx, schema, records);
  const words = await wordsOf(ctx, columns, rows, addresses);
  const t = ctx.app.messages.in(ctx.locale);
  const heads = columns.map(({ name }) => markup`<th scope="col">${name}</th>`);
  const lines = rows.map((row) => {
    const cells = columns.slice(1).map((property) => {
      return markup`<td>${contentOf(words.of(property, row.values[property.id]))}</td>`;
    });
    const title = row.title || t('databases.untitled');
    return markup`<tr><th scope="row"><a href="${placeOf(row.id, addresses)}">${title}</a></th>${cells}</tr>`;
  });
  const range = t('databases.range', { from: 1, to: rows.length, total });
  const more = total > rows.length ? markup`<p class="meta">${range}</p>` : nothing;
  return markup`<div class="table"><table><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table></div>${more}`
    .html;
}

function contentOf({ kind, text, shown = text, links = [] }: DisplayValue): Markup {
  if (kind !== 'links') return markup`${shown}`;
  return markup`${links.map(({ href, text: words }, at) => {
    const link = /^https?:/.test(href)
      ? markup`<a href="${href}" rel="noopener noreferrer nofollow">${words}</a>`
      : markup`<a href="${href}">${words}</a>`;
    return at ? markup`, ${link}` : link;
  })}`;
}
