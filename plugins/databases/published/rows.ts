// Rows for readers elsewhere than in the product: lines of a table, cards, and the values of one, all as words.
import type { Ctx } from '../../../core/kernel/context.ts';
import { files } from '../../files/contract.ts';
import type { AskedTable, Property, Row, ShownCard, ShownTable, ShownValue, View } from '../contract.ts';
import type { NamesById, Value } from '../model.ts';
import { presentRows } from '../present.ts';
import { listCounted } from '../query/list-rows.ts';
import { savedQuery } from '../query/row-query.ts';
import { idsOf } from '../rows/relations.ts';
import type { RowRecord } from '../rows/store.ts';
import { type DisplayValue, displayNamesOf, displayValue, namesInRows } from '../rows/value-display.ts';
import { isNamedOnCards } from '../schema/property-traits.ts';
import type { Schema } from '../schema/schema.ts';
import { coloursOf } from '../views/row-colors.ts';

const ROWS = 50;
/** Pixels that pictures of cards need. */
const EDGE = 320;

export interface TableRequest {
  schema: Schema;
  view: View | undefined;
  columns: Property[];
  asked: AskedTable;
}

/** Links that lead into the product lead to where the reader finds the same. */
function led(cell: DisplayValue, { page }: AskedTable['addresses']): DisplayValue {
  const links = cell.links?.map((link) => {
    const id = /^\/pages\/(\d+)$/.exec(link.href)?.[1];
    return id ? { ...link, href: page(Number(id)) } : link;
  });
  return links ? { ...cell, links } : cell;
}

export interface Words {
  names: NamesById;
  of(property: Property, value: Value | undefined): DisplayValue;
}

/** How values of these rows are said, with the names of what they refer to; links lead to `addresses`, or into the product. */
export async function wordsOf(
  ctx: Ctx,
  properties: Property[],
  rows: Pick<Row, 'values'>[],
  addresses?: AskedTable['addresses'],
): Promise<Words> {
  const names = await namesInRows(ctx, properties, rows);
  const here = displayNamesOf(names);
  if (!addresses) return { names, of: (property, value) => displayValue(ctx, property, value ?? null, here) };
  const known = { ...here, fileUrl: (id: number) => names.files[id] && addresses.file(id) };
  return { names, of: (property, value) => led(displayValue(ctx, property, value ?? null, known), addresses) };
}

/** A box that is not ticked says something. */
const isSaid = (cell: DisplayValue | undefined): boolean => cell?.kind === 'check' || Boolean(cell?.text);

/** Of the properties that say something. */
export const factsOf = (words: Words, properties: Property[], row: Row): ShownValue[] =>
  properties.flatMap((property) => {
    const value = words.of(property, row.values[property.id]);
    return isSaid(value) ? { name: property.name, isNamed: isNamedOnCards(property), value } : [];
  });

/** One page of a view, and of a table the columns that say something to the reader. */
export type PublishedLines = Omit<ShownTable, 'collection' | 'views' | 'view' | 'columns'> & { columns?: Property[] };

/** One page of a view: as cards where it is a gallery or a list, else as lines of a table. */
export async function publishedLines(
  ctx: Ctx,
  { schema, view, columns, asked }: TableRequest,
): Promise<PublishedLines> {
  const offset = (asked.page - 1) * ROWS;
  const { records, total } = await listCounted(ctx, schema, savedQuery(view), { limit: ROWS, offset });
  const place = { total, from: offset + 1, hasMore: offset + ROWS < total };
  if (view?.kind === 'gallery' || view?.kind === 'list') {
    const [cards = []] = await cardsOf(ctx, { schema, view, columns, asked }, [records]);
    const isGallery = view.kind === 'gallery';
    const hasCovers = isGallery && cards.some(({ cover }) => cover);
    const { card_size: size = 'medium', cover_fit: fit = 'crop' } = view.config;
    return { ...place, rows: [], cards: { isGallery, size, fit, hasCovers, cards } };
  }
  const rows = await presentRows(ctx, schema, records);
  const [words, colors] = [
    await wordsOf(ctx, columns, rows, asked.addresses),
    await coloursOf(ctx, schema, view, rows),
  ];
  const lines = rows.map((row) => ({
    id: row.id,
    title: row.title,
    href: asked.addresses.page(row.id),
    color: colors[row.id],
    cells: columns.slice(1).map((property) => words.of(property, row.values[property.id])),
  }));
  // A column that says nothing to the reader takes the place of one that does.
  const isTold = columns.map((_, at) => at === 0 || lines.some(({ cells }) => isSaid(cells[at - 1])));
  return {
    ...place,
    columns: columns.filter((_, at) => isTold[at]),
    rows: lines.map((line) => ({ ...line, cells: line.cells.filter((_, at) => isTold[at + 1]) })),
  };
}

/** The same lists of rows as lists of cards; what is in `without` is said elsewhere. */
export async function cardsOf(
  ctx: Ctx,
  { schema, view, columns, asked }: TableRequest,
  lists: RowRecord[][],
  without?: number,
): Promise<ShownCard[][]> {
  const records = new Map(lists.flat().map((record) => [record.id, record]));
  const rows = await presentRows(ctx, schema, [...records.values()]);
  const pictured = schema.byId.get(Number(view?.config.cover));
  const words = await wordsOf(ctx, [...columns, ...(pictured ? [pictured] : [])], rows, asked.addresses);
  const colors = await coloursOf(ctx, schema, view, rows);
  const said = columns.filter(({ id, type }) => type !== 'title' && id !== without);
  const names = view?.kind === 'list' ? 'needed' : view?.config.card_names;
  const cover = view?.kind === 'gallery' && view.config.cover !== '' ? coverOf : async () => '';
  const cards = new Map<number, ShownCard>();
  for (const row of rows)
    cards.set(row.id, {
      title: row.title,
      href: asked.addresses.page(row.id),
      color: colors[row.id],
      facts: factsOf(words, said, row).map((one) => ({
        ...one,
        isNamed: names === 'all' || (names !== 'none' && one.isNamed),
      })),
      cover: await cover(ctx, { row, pictured, words, asked }),
    });
  return lists.map((list) => list.map(({ id }) => cards.get(id) as ShownCard));
}

interface Pictured {
  row: Row;
  pictured: Property | undefined;
  words: Words;
  asked: AskedTable;
}

/** The first picture among the files of the property that the view names, or that of the page. */
async function coverOf(ctx: Ctx, { row, pictured, words, asked: { addresses } }: Pictured): Promise<string> {
  const scaled = (id: number) => addresses.file(id) && `${addresses.file(id)}?edge=${EDGE}`;
  if (pictured) {
    const id = idsOf(row.values[pictured.id]).find((one) =>
      /\.(png|jpe?g|gif|webp|avif)$/i.test(words.names.files[one]?.name ?? ''),
    );
    return id ? scaled(id) : '';
  }
  const { cover_url } = row;
  const file = cover_url ? await ctx.use(files).byUrl(ctx, cover_url) : undefined;
  return file ? scaled(file.id) : cover_url.startsWith('/api/') ? '' : cover_url;
}
