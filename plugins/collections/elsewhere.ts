// Databases and their forms for readers elsewhere than in the product: tables of words, and questions with fields.
import type { Ctx } from '../../core/context.ts';
import { notFound } from '../../core/problem.ts';
import { shownForm, takeAnswer } from './answers.ts';
import type { AnsweredForm, AskedTable, Collections, Property, Row, ShownForm, ShownTable, View } from './contract.ts';
import { knownIn, namesOf, type Shown, shown } from './display.ts';
import { shownView } from './narrowing.ts';
import { presentCollection, presentRows } from './present.ts';
import { listCounted } from './query/run.ts';
import { rowStore } from './row-store.ts';
import { type Schema, schemaById, schemaOf } from './schema.ts';
import { columnsOf } from './section.ts';
import { seenAs } from './shape.ts';
import { collectionStore, viewStore } from './store.ts';
import { viewsOf } from './views.ts';

const ROWS = 50;

/** Links that lead into the product lead to where the reader finds the same. */
function led(cell: Shown, { page }: AskedTable['addresses']): Shown {
  const links = cell.links?.map((link) => {
    const id = /^\/pages\/(\d+)$/.exec(link.href)?.[1];
    return id ? { ...link, href: page(Number(id)) } : link;
  });
  return links ? { ...cell, links } : cell;
}

export async function shownTableOf(ctx: Ctx, pageId: number, asked: AskedTable): Promise<ShownTable | undefined> {
  const collection = await collectionStore.ofPage(ctx, pageId);
  if (!collection) return undefined;
  const schema = await schemaOf(ctx, collection);
  const views = await viewsOf(ctx, collection.id);
  const view = views.find(({ id }) => id === asked.viewId) ?? views.find(({ kind }) => kind !== 'form') ?? views[0];
  const query = { filter: view?.config.filter, sorts: view?.config.sorts, isSaved: true };
  const columns = columnsOf(schema.properties, view);
  const offset = (asked.page - 1) * ROWS;
  const { records, total } = await listCounted(ctx, schema, query, { limit: ROWS, offset });
  const rows = await presentRows(ctx, schema, records);
  const names = await namesOf(ctx, columns, rows);
  const known = { ...knownIn(names), fileUrl: (id: number) => names.files[id] && asked.addresses.file(id) };
  const cell = (row: Row, property: Property) =>
    led(shown(ctx, property, row.values[property.id] ?? null, known), asked.addresses);
  return {
    collection: presentCollection(collection),
    views: views.map(({ id, name, kind }) => ({ id, name, kind })),
    view: view ? { id: view.id, kind: view.kind } : null,
    columns: columns.map((one) => ({ id: one.id, name: one.name, isNumber: seenAs(one).type === 'number' })),
    rows: rows.map((row) => ({
      id: row.id,
      icon: row.page_icon,
      title: row.title,
      href: asked.addresses.page(row.id),
      cells: columns.slice(1).map((property) => cell(row, property)),
    })),
    total,
    from: offset + 1,
    hasMore: offset + ROWS < total,
  };
}

export const formsOf: Collections['formsOf'] = async (ctx, pageId) => {
  const collection = await collectionStore.ofPage(ctx, pageId);
  const views = collection ? await viewsOf(ctx, collection.id) : [];
  return views.filter(({ kind, created_by }) => kind === 'form' && created_by === null);
};

/** Of the properties that have a value. */
export const valuesOfRow: Collections['shownValues'] = async (ctx, pageId, addresses) => {
  const [record] = await rowStore.records(ctx, [pageId]);
  if (!record) return undefined;
  const schema = await schemaById(ctx, record.collection_id);
  const [row] = (await presentRows(ctx, schema, [record])) as [Row];
  const properties = schema.properties.filter(
    ({ type, config }) => type !== 'title' && type !== 'button' && !config.hidden,
  );
  const names = await namesOf(ctx, properties, [row]);
  const known = { ...knownIn(names), fileUrl: (id: number) => names.files[id] && addresses.file(id) };
  return properties.flatMap((property) => {
    const value = shown(ctx, property, row.values[property.id] ?? null, known);
    return value.text ? { name: property.name, value: led(value, addresses) } : [];
  });
};

interface Form {
  schema: Schema;
  view: View;
}

async function formIn(ctx: Ctx, viewId: number): Promise<Form | undefined> {
  const stored = await viewStore.byId(ctx, viewId);
  const isShared = stored?.kind === 'form' && stored.created_by === null;
  const collection = isShared ? await collectionStore.byId(ctx, stored.collection_id) : undefined;
  if (!stored || !collection) return undefined;
  const schema = await schemaOf(ctx, collection);
  return { schema, view: shownView(stored, schema) };
}

export async function formOf(ctx: Ctx, viewId: number, again: AnsweredForm = {}): Promise<ShownForm | undefined> {
  const found = await formIn(ctx, viewId);
  if (!found) return undefined;
  const { schema, view } = found;
  const { questions, ...form } = await shownForm(ctx, schema, view, { ...again, fromOutside: true });
  return { ...form, pageId: schema.collection.page_id, questions };
}

export const answerForm: Collections['answer'] = async (ctx, viewId, typed) => {
  const found = await formIn(ctx, viewId);
  if (!found) throw notFound();
  await takeAnswer(ctx, found.schema, found.view, { typed, fromOutside: true });
};
