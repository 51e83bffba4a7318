// Tools for databases: which there are, what they hold, and rows that are made and changed by names.
import Joi from 'joi';
import { id, title } from '../../../core/http/schema-fields.ts';
import { validateInput } from '../../../core/http/validation-errors.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import {
  collectionPolicies,
  databases,
  filterSchema,
  type NewProperty,
  type Property,
  type RowQuestion,
} from '../../databases/contract.ts';
import { pagePolicies, pages } from '../../pages/contract.ts';
import { workspacePolicies } from '../../workspaces/contract.ts';
import { fitAnswer } from './fit-answer.ts';
import { requireDatabase, requirePage } from './places.ts';
import { jsonResult, type Tool, tool } from './tool.ts';

const LISTED = 100;
/** Characters of rows; the rest of an answer is for a cursor. */
const ROWS_MAX = 19_000;
const values = () => Joi.object().unknown().description('by name or id of the property');

const asked = ({ id: property_id, name, type, config }: Property) => ({
  ...{ id: property_id, name, type },
  ...(config.options && {
    options: config.options.map(({ id: option, name: called }) => ({ id: option, name: called })),
  }),
});

const listDatabases = tool<{ workspace_id?: number; q?: string }>({
  name: 'list_databases',
  title: 'List databases',
  description: 'Databases that you see, by title.',
  class: 'read',
  input: Joi.object({ workspace_id: id(), q: Joi.string().allow('').max(200) }),
  async run(ctx, { workspace_id, q = '' }) {
    if (workspace_id !== undefined) await ctx.app.access.require(ctx, workspacePolicies.view, workspace_id);
    const query = ctx.db('pages').where('pages.kind', 'collection').orderBy(['pages.title', 'pages.id']).limit(LISTED);
    if (workspace_id !== undefined) query.where('pages.workspace_id', workspace_id);
    ctx.use(pages).narrow(ctx, query, await ctx.app.access.scope(ctx, workspace_id), q ? { title: q } : {});
    const found: { id: number; title: string }[] = await query.select('pages.id', 'pages.title');
    const ids = await ctx.use(databases).idsOfPages(
      ctx,
      found.map((page) => page.id),
    );
    return jsonResult({
      databases: found.map((page) => ({ collection_id: ids.get(page.id), page_id: page.id, title: page.title })),
    });
  },
});

const describeDatabase = tool<{ collection_id: number }>({
  name: 'describe_database',
  title: 'Describe a database',
  description: 'Properties of a database with their types and options.',
  class: 'read',
  input: Joi.object({ collection_id: id().required() }),
  async run(ctx, { collection_id }) {
    await requireDatabase(ctx, collection_id, collectionPolicies.view);
    const [found, properties] = await Promise.all([
      ctx.use(databases).byId(ctx, collection_id),
      ctx.use(databases).properties(ctx, collection_id),
    ]);
    const about = { collection_id, page_id: found?.page_id, name: found?.name, description: found?.description };
    return jsonResult({ ...about, properties: properties.map(asked) });
  },
});

const queryRows = tool<{ collection_id: number } & RowQuestion>({
  name: 'query_rows',
  title: 'Query rows',
  description: 'Rows of a database by a filter and an order, as the public API takes them; names stand for ids.',
  class: 'read',
  input: Joi.object({
    collection_id: id().required(),
    filter: filterSchema.allow(null),
    sorts: Joi.array().items(Joi.object().unknown()).max(10),
    limit: Joi.number().integer().min(1).max(100).default(25),
    cursor: Joi.string().max(500),
  }),
  async run(ctx, { collection_id, ...question }) {
    await requireDatabase(ctx, collection_id, collectionPolicies.view);
    const answer = await ctx.use(databases).query(ctx, collection_id, question);
    const [texts, properties] = await Promise.all([
      ctx.use(databases).textsOf(ctx, collection_id, answer.results),
      ctx.use(databases).properties(ctx, collection_id),
    ]);
    const rows = answer.results.map((row) => ({
      ...{ row_id: row.id, title: row.title },
      values: Object.fromEntries(properties.map((one) => [one.name, texts.get(row.id)?.get(one.id) ?? ''])),
    }));
    const sources = answer.results.map((row) => ({ page_id: row.id, title: row.title }));
    const page = jsonResult({ rows, total: answer.total, next_cursor: answer.next_cursor }, sources);
    const shown = fitAnswer(page, ROWS_MAX);
    if (shown === page) return page;
    // What is left out comes next.
    const kept = (shown.data as { rows?: object[] }).rows?.length ?? 1;
    const { next_cursor } = await ctx.use(databases).query(ctx, collection_id, { ...question, limit: kept });
    return jsonResult({ ...shown.data, next_cursor }, shown.sources);
  },
});

const createRow = tool<{ collection_id: number; title?: string; values?: Record<string, unknown> }>({
  name: 'create_row',
  title: 'Add a row',
  description: 'Adds a row to a database, with values by names or ids of properties.',
  class: 'write',
  input: Joi.object({ collection_id: id().required(), title: title(), values: values() }),
  async run(ctx, { collection_id, title: called = '', values: given = {} }) {
    await requireDatabase(ctx, collection_id, collectionPolicies.edit);
    const row = await ctx
      .use(databases)
      .started(ctx, collection_id, { title: called, values: given } as never, undefined);
    const [made] = await ctx.use(databases).addRows(ctx, collection_id, [row]);
    return jsonResult({ row_id: made, collection_id }, [{ page_id: made as number, title: called }]);
  },
});

const updateRow = tool<{ row_id: number; values: Record<string, unknown>; if_version?: number }>({
  name: 'update_row',
  title: 'Change a row',
  description: 'Changes values of a row by names or ids of properties.',
  class: 'write',
  input: Joi.object({
    row_id: id().required(),
    values: values().min(1).required(),
    if_version: Joi.number().integer().min(1).description('refuses when the row has changed since'),
  }),
  async run(ctx, { row_id, values: given, if_version }) {
    await requireRow(ctx, row_id);
    const change = { values: given, ...(if_version !== undefined && { expected: if_version }) };
    const [row] = await ctx.use(databases).changeRows(ctx, [{ id: row_id, change: change as never }]);
    return jsonResult({ row_id, version: row?.sync_version }, [{ page_id: row_id, title: row?.title ?? '' }]);
  },
});

/** Values of a locked database stay writable, those of a locked row do not. */
const requireRow = (ctx: Ctx, rowId: number) => requirePage(ctx, rowId, pagePolicies.edit);

const addProperty = tool<{ collection_id: number } & NewProperty>({
  name: 'add_property',
  title: 'Add a property',
  description: 'Adds a property to a database.',
  class: 'write',
  input: Joi.object({
    collection_id: id().required(),
    name: Joi.string().min(1).max(200).required(),
    type: Joi.string().max(40).required(),
    config: Joi.object().unknown(),
  }),
  async run(ctx, { collection_id, ...input }) {
    await requireDatabase(ctx, collection_id, collectionPolicies.edit);
    const property = validateInput(ctx.use(databases).bodies().property, input) as NewProperty;
    const made = await ctx.use(databases).addProperty(ctx, collection_id, property);
    return jsonResult({ collection_id, property: asked(made) });
  },
});

export const databaseTools: Tool[] = [listDatabases, describeDatabase, queryRows, createRow, updateRow, addProperty];
