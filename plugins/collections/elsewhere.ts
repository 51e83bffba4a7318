// Databases and their forms for readers elsewhere than in the product: tables of words, and questions with fields.
import type { Ctx } from '../../core/context.ts';
import { Problem } from '../../core/problem.ts';
import type {
  AnsweredForm,
  AskedTable,
  Collections,
  FormConfig,
  Property,
  Question,
  Row,
  ShownForm,
  ShownTable,
  Typed,
  View,
} from './contract.ts';
import { knownIn, namesOf, type Shown, shown } from './display.ts';
import { faultOf, type RowFault, refuse } from './faults.ts';
import { shownView } from './narrowing.ts';
import { presentCollection, presentRows } from './present.ts';
import { countRows, listRows } from './query/run.ts';
import { editable, fieldsOf, valuesFrom } from './row-form.ts';
import { rowStore } from './row-store.ts';
import { createRows } from './rows.ts';
import { type Schema, schemaById, schemaOf } from './schema.ts';
import { columnsOf } from './section.ts';
import { collectionStore, viewStore } from './store.ts';
import { typeOf } from './types/registry.ts';
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

export async function tableOf(ctx: Ctx, pageId: number, asked: AskedTable): Promise<ShownTable | undefined> {
  const collection = await collectionStore.ofPage(ctx, pageId);
  if (!collection) return undefined;
  const schema = await schemaOf(ctx, collection);
  const views = await viewsOf(ctx, collection.id);
  const view = views.find(({ id }) => id === asked.viewId) ?? views.find(({ kind }) => kind !== 'form') ?? views[0];
  const query = { filter: view?.config.filter, sorts: view?.config.sorts, isSaved: true };
  const columns = columnsOf(schema.properties, view);
  const offset = (asked.page - 1) * ROWS;
  const [{ records }, total] = await Promise.all([
    listRows(ctx, schema, query, { limit: ROWS, offset }),
    countRows(ctx, schema, query),
  ]);
  const rows = await presentRows(ctx, schema, records);
  const names = await namesOf(ctx, columns, rows);
  const known = { ...knownIn(names), fileUrl: (id: number) => names.files[id] && asked.addresses.file(id) };
  const cell = (row: Row, property: Property) =>
    led(shown(ctx, property, row.values[property.id] ?? null, known), asked.addresses);
  return {
    collection: presentCollection(collection),
    views: views.map(({ id, name, kind }) => ({ id, name, kind })),
    view: view ? { id: view.id, kind: view.kind } : null,
    columns: columns.map(({ id, name, type }) => ({ id, name, isNumber: type === 'number' })),
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

/** Of the properties that have a value. */
export const valuesOfRow: Collections['values'] = async (ctx, pageId, addresses) => {
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
  config: FormConfig;
  questions: Question[];
}

/** Who answers chooses among nobody's people, rows or files. */
const isAsked = (property: Property): boolean => typeOf(property).compares !== 'refs';

async function formIn(ctx: Ctx, viewId: number): Promise<Form | undefined> {
  const stored = await viewStore.byId(ctx, viewId);
  const collection =
    stored?.kind === 'form' && stored.created_by === null
      ? await collectionStore.byId(ctx, stored.collection_id)
      : undefined;
  if (!stored || !collection) return undefined;
  const schema = await schemaOf(ctx, collection);
  const view = shownView(stored, schema);
  const config = view.config.form ?? {};
  const asked = new Map(
    editable(schema)
      .filter(isAsked)
      .map((one) => [one.id, one]),
  );
  const all = config.questions ?? [...asked.keys()].map((property_id) => ({ property_id }));
  return { schema, view, config, questions: all.filter(({ property_id }) => asked.has(property_id)) };
}

const isClosed = (ctx: Ctx, { closes_at: at }: FormConfig): boolean =>
  Boolean(at) && Date.parse(at as string) <= Date.parse(ctx.now());

/** A row that is not there yet. */
const blank = { values: {} } as Row;

export async function formOf(ctx: Ctx, viewId: number, again?: AnsweredForm): Promise<ShownForm | undefined> {
  const form = await formIn(ctx, viewId);
  if (!form) return undefined;
  const { schema, view, config, questions } = form;
  const wanted = questions.map(({ property_id }) => schema.byId.get(property_id) as Property);
  const fields = await fieldsOf(ctx, { ...schema, properties: wanted }, blank, again?.faults, again?.typed);
  return {
    pageId: schema.collection.page_id,
    title: config.title || view.name,
    description: config.description ?? '',
    confirmation: config.confirmation ?? '',
    isClosed: isClosed(ctx, config),
    fields: fields.map((field, at) => {
      const { label, hint = '', required, when } = questions[at] as Question;
      const isNeeded = Boolean(required) && !when;
      return { ...field, label: label || field.label, hint, required: isNeeded || field.required };
    }),
  };
}

const meets = ({ when }: Question, typed: Typed): boolean => {
  if (!when) return true;
  const given = [typed[`p${when.property_id}`] ?? ''].flat();
  return when.value === 'true' ? given.some(Boolean) : given.includes(when.value);
};

export const answerForm: Collections['answer'] = async (ctx, viewId, typed) => {
  const form = await formIn(ctx, viewId);
  if (!form || isClosed(ctx, form.config)) throw new Problem('conflict', 'This form is closed.');
  const { schema } = form;
  const asked = form.questions.filter((one) => meets(one, typed));
  const properties = asked.map(({ property_id }) => schema.byId.get(property_id) as Property);
  const fields = properties.map(({ id }) => id).join();
  const values = valuesFrom({ ...schema, properties }, { ...typed, fields }, blank);
  const isMissing = ({ required, property_id: id }: Question) =>
    required && [values[id] ?? ''].flat().every((one) => one === '' || one === false);
  const faults: RowFault[] = asked
    .filter(isMissing)
    .map(({ property_id }) => faultOf(schema.byId.get(property_id) as Property, 'required', 'is required'));
  refuse(faults);
  await createRows(ctx, schema.collection.id, [{ values }]);
};
