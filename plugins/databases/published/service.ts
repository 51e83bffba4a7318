// Databases and their forms for readers elsewhere than in the product: views to look at, and questions with fields.

import { notFound } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { AnsweredForm, AskedTable, Databases, PublishedForm, Row, ShownTable, View } from '../contract.ts';
import { shownForm, storeAnswer } from '../forms/submissions.ts';
import { glanceColumns, seenAs } from '../model.ts';
import { presentCollection, presentRows } from '../present.ts';
import { rowStore } from '../rows/store.ts';
import { isQuantity } from '../schema/property-traits.ts';
import type { Schema } from '../schema/schema.ts';
import { collectionStore, viewStore } from '../schema/store.ts';
import { typeNamed } from '../schema/types/registry.ts';
import { viewColumns } from '../views/database-page.ts';
import { visibleViews } from '../views/views.ts';
import { redactView, visibleSchemaById, visibleSchemaOf } from '../visibility/visible-schema.ts';
import { factsOf, type PublishedLines, publishedLines, wordsOf } from './rows.ts';
import { drawnOf } from './views.ts';

export async function shownTableOf(ctx: Ctx, pageId: number, asked: AskedTable): Promise<ShownTable | undefined> {
  const collection = await collectionStore.ofPage(ctx, pageId);
  if (!collection) return undefined;
  const schema = await visibleSchemaOf(ctx, collection);
  const views = (await visibleViews(ctx, collection.id)).filter(({ kind }) => kind !== 'form');
  const view = views.find(({ id }) => id === asked.viewId) ?? views[0];
  const columns = viewColumns(schema.properties, view);
  const { columns: told = columns, ...rest }: PublishedLines =
    (view && (await drawnOf(ctx, { schema, view, columns: glanceColumns(view, columns), asked }))) ??
    (await publishedLines(ctx, { schema, view, columns, asked }));
  return {
    collection: presentCollection(collection),
    views: views.map(({ id, name, kind }) => ({ id, name, kind })),
    view: view ? { id: view.id, kind: view.kind } : null,
    columns: told.map((one) => ({ id: one.id, name: one.name, isNumber: isQuantity(seenAs(one)) })),
    ...rest,
  };
}

export const formsOf: Databases['formsOf'] = async (ctx, pageId) => {
  const collection = await collectionStore.ofPage(ctx, pageId);
  const views = collection ? await visibleViews(ctx, collection.id) : [];
  return views.filter(({ kind, created_by }) => kind === 'form' && created_by === null);
};

/** Of the properties that have a value. */
export const valuesOfRow: Databases['shownValues'] = async (ctx, pageId, addresses) => {
  const [record] = await rowStore.records(ctx, [pageId]);
  if (!record) return undefined;
  const schema = await visibleSchemaById(ctx, record.collection_id);
  const [row] = (await presentRows(ctx, schema, [record])) as [Row];
  const properties = schema.properties.filter(
    ({ type, config }) => type !== 'title' && !typeNamed(type).isValueless && !config.hidden,
  );
  return factsOf(await wordsOf(ctx, properties, [row], addresses), properties, row);
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
  const schema = await visibleSchemaOf(ctx, collection);
  return { schema, view: redactView(stored, schema) };
}

export async function formOf(ctx: Ctx, viewId: number, again: AnsweredForm = {}): Promise<PublishedForm | undefined> {
  const found = await formIn(ctx, viewId);
  if (!found) return undefined;
  const { schema, view } = found;
  const { questions, ...form } = await shownForm(ctx, schema, view, { ...again, fromOutside: true });
  return { ...form, pageId: schema.collection.page_id, questions };
}

export const answerPublishedForm: Databases['answer'] = async (ctx, viewId, typed) => {
  const found = await formIn(ctx, viewId);
  if (!found) throw notFound();
  await storeAnswer(ctx, found.schema, found.view, { typed, fromOutside: true });
};
