// What new rows of a database start from: templates with values and a body, one of them by itself.
import Joi from 'joi';
import { Problem } from '../../../core/http/problem.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { checkBlockReferences, nameOwnFiles, pages, parseBody, withoutHiddenReferences } from '../../pages/contract.ts';
import type { NewRow, Property, RowInput, Value } from '../contract.ts';
import { isCopied } from '../copy-database.ts';
import { type RowFault, refuse } from '../rows/row-errors.ts';
import { parseRowValues, type RowValues, rowStore } from '../rows/store.ts';
import { checkReferences, readRowValues } from '../rows/value-parsing.ts';
import { propertyNamed } from '../schema/property-name.ts';
import { lockSchema, type Schema } from '../schema/schema.ts';
import { collectionStore } from '../schema/store.ts';
import { visibleSchema, visibleSchemaById } from '../visibility/visible-schema.ts';

export interface RowTemplate {
  id: number;
  collection_id: number;
  name: string;
  icon: string;
  values: RowValues;
  blocks: Block[];
  is_default: 0 | 1;
  created_by: number | null;
  created_at: string;
  updated_at: string;
}

export interface RowTemplateInput {
  name?: string;
  icon?: string;
  values?: Record<string, unknown>;
  blocks?: unknown;
  is_default?: boolean;
  /** a row whose values and body it takes, where it gives none itself */
  row_id?: number;
}

export const TEMPLATES_MAX = 100;

interface Stored extends Omit<RowTemplate, 'values' | 'blocks'> {
  values_json: string;
  blocks_json: string;
}

const present = ({ values_json, blocks_json, ...rest }: Stored): RowTemplate => ({
  ...rest,
  values: JSON.parse(values_json) as RowValues,
  blocks: JSON.parse(blocks_json) as Block[],
});

const table = (ctx: Ctx) => ctx.db('row_templates');

export const rowTemplates = {
  of: async (ctx: Ctx, collection_id: number): Promise<RowTemplate[]> =>
    ((await table(ctx).where({ collection_id }).orderBy('id')) as Stored[]).map(present),
  byId: async (ctx: Ctx, id: number): Promise<RowTemplate | undefined> => {
    const row: Stored | undefined = await table(ctx).where({ id }).first();
    return row && present(row);
  },
  remove: (ctx: Ctx, id: number): Promise<void> => ctx.tx(async (tx) => void (await table(tx).where({ id }).delete())),
};

/** Values as they are kept; what is wrong with them is said now and not each time the template is used. */
async function readValues(ctx: Ctx, schema: Schema, given: Record<string, unknown>): Promise<RowValues> {
  const faults: RowFault[] = [];
  const draft = readRowValues(schema, given, null, faults);
  await checkReferences(ctx, [draft], faults);
  refuse(faults);
  const kept = [...draft.values].filter(([, value]) => value !== null);
  return Object.fromEntries(kept.map(([{ id }, value]) => [id, value]));
}

/** Values of a row that another one can start with. */
async function valuesLike(ctx: Ctx, schema: Schema, rowId: number): Promise<RowValues> {
  const row = await rowStore.byId(ctx, rowId);
  const values = row ? parseRowValues(row, schema) : {};
  const like = schema.properties.filter((property) => isCopied(property, false) && property.id in values);
  return Object.fromEntries(like.map(({ id }) => [id, values[id] as Value]));
}

const ofProperties = (values: RowValues, wanted: (one: Property) => boolean, { byId }: Schema): RowValues =>
  Object.fromEntries(
    Object.entries(values).filter(([id]) => {
      const property = byId.get(Number(id));
      return property !== undefined && wanted(property);
    }),
  );

/** As the actor sees it. */
const shownTemplate = (template: RowTemplate, schema: Schema): RowTemplate => ({
  ...template,
  values: ofProperties(template.values, () => true, schema),
});

export async function shownTemplates(ctx: Ctx, collectionId: number): Promise<RowTemplate[]> {
  const [all, schema] = await Promise.all([rowTemplates.of(ctx, collectionId), visibleSchemaById(ctx, collectionId)]);
  return all.map((one) => shownTemplate(one, schema));
}

async function columnsOf(
  ctx: Ctx,
  schema: Schema,
  { values, blocks, row_id, ...input }: RowTemplateInput,
  before: Pick<RowTemplate, 'values' | 'blocks'>,
) {
  const seen = await visibleSchema(ctx, schema);
  const like = row_id === undefined ? undefined : await valuesLike(ctx, seen, row_id);
  const own = values ? await readValues(ctx, seen, values) : like;
  // What others have put into properties that this person does not see stays.
  const kept = own && { ...ofProperties(before.values, ({ id }) => !seen.byId.has(id), schema), ...own };
  const given = blocks === undefined ? undefined : parseBody(blocks, 'blocks');
  if (given) {
    await nameOwnFiles(ctx, given, async () => before.blocks);
    await checkBlockReferences(ctx, schema.collection.workspace_id, given, async () => before.blocks);
  }
  const body = given ?? (row_id === undefined ? undefined : await ctx.use(pages).blocks(ctx, row_id));
  return {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.icon === undefined ? {} : { icon: input.icon }),
    ...(input.is_default === undefined ? {} : { is_default: Number(input.is_default) }),
    ...(kept ? { values_json: JSON.stringify(kept) } : {}),
    ...(body === undefined ? {} : { blocks_json: JSON.stringify(body) }),
    updated_at: ctx.now(),
  };
}

/** One template at most is the one that rows start from by themselves. */
async function write(ctx: Ctx, schema: Schema, columns: Partial<Stored>, save: () => Promise<Stored[]>) {
  const collection_id = schema.collection.id;
  if (columns.is_default) await table(ctx).where({ collection_id, is_default: 1 }).update({ is_default: 0 });
  return shownTemplate(present((await save())[0] as Stored), await visibleSchema(ctx, schema));
}

/** The caller may edit the database. @throws Problem validation_failed, conflict */
export async function createRowTemplate(ctx: Ctx, collectionId: number, input: RowTemplateInput): Promise<RowTemplate> {
  return ctx.tx(async (tx) => {
    const schema = await lockSchema(tx, collectionId);
    if ((await rowTemplates.of(tx, collectionId)).length >= TEMPLATES_MAX)
      throw new Problem('conflict', `A database has at most ${TEMPLATES_MAX} templates.`);
    const columns = (await columnsOf(tx, schema, input, { values: {}, blocks: [] })) as Partial<Stored>;
    const made = { ...columns, collection_id: collectionId, created_by: actorId(tx), created_at: tx.now() };
    return write(tx, schema, columns, () => table(tx).insert(made).returning('*'));
  });
}

export async function changeRowTemplate(ctx: Ctx, before: RowTemplate, input: RowTemplateInput) {
  const { id, collection_id } = before;
  return ctx.tx(async (tx) => {
    const schema = await lockSchema(tx, collection_id);
    const columns = (await columnsOf(tx, schema, input, before)) as Partial<Stored>;
    return write(tx, schema, columns, () => table(tx).where({ id }).update(columns).returning('*'));
  });
}

async function byItself(ctx: Ctx, collectionId: number): Promise<RowTemplate | undefined> {
  const id = (await collectionStore.byId(ctx, collectionId))?.row_template_id;
  return id ? rowTemplates.byId(ctx, id) : undefined;
}

/**
 * A new row with what a template starts it with: the one named, none for null, else the one by itself. What the
 * request says goes before; what the database no longer has is passed over.
 */
export async function startRow(ctx: Ctx, id: number, input: RowInput, template?: RowTemplate | null): Promise<NewRow> {
  const chosen = template === undefined ? await byItself(ctx, id) : template;
  if (!chosen) return input;
  const schema = await visibleSchemaById(ctx, id);
  const { byId, title, readOnly, collection } = schema;
  const given = new Set(Object.keys(input.values ?? {}).map((key) => propertyNamed(schema, key)));
  if (input.title !== undefined) given.add(title);
  const known = Object.entries(chosen.values).filter(([property]) => {
    const found = byId.get(Number(property));
    return found !== undefined && !readOnly.has(found.id) && !given.has(found);
  });
  return {
    ...input,
    icon: input.icon || chosen.icon,
    values: { ...Object.fromEntries(known), ...input.values },
    blocks: await withoutHiddenReferences(ctx, collection.workspace_id, chosen.blocks),
  };
}

const text = (most: number) => Joi.string().trim().max(most);
export const rowTemplateKeys = {
  icon: text(200).allow(''),
  values: Joi.object()
    .pattern(Joi.string().max(100), Joi.any())
    .description('by property id')
    .example({ '21': 'some text' }),
  blocks: Joi.any().description('a block list').example([]),
  is_default: Joi.boolean().description('new rows start from it by themselves'),
};
export const rowTemplateName = () => text(100).min(1);

export const rowTemplateSchema = Joi.object({
  id: Joi.number().integer().required().example(4),
  collection_id: Joi.number().integer().required().example(3),
  name: Joi.string().required().example('Weekly meeting'),
  icon: Joi.string().required().allow(''),
  values: Joi.object().unknown().required(),
  blocks: Joi.array().items(Joi.object().unknown()).required(),
  is_default: Joi.valid(0, 1).required(),
  created_by: Joi.number().integer().required().allow(null),
  created_at: Joi.string().required(),
  updated_at: Joi.string().required(),
}).meta({ title: 'RowTemplate' });
