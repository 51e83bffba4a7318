// What requests about databases carry, and where a new one goes.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { invalid, notFound } from '../../../core/http/problem.ts';
import { id, params, title } from '../../../core/http/schema-fields.ts';
import { coverUrl, type Page } from '../../pages/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { calendarSchema } from '../calendar/row-calendar.ts';
import { type NewRow, type RowInput, VIEW_KINDS, type ViewKind } from '../contract.ts';
import type { NewCollection } from '../databases.ts';
import { ROW_SEARCH_MAX } from '../query/row-search.ts';
import { newPropertySchema, PROPERTIES_MAX, type PropertyInput } from '../schema/property-input.ts';
import type { Schema } from '../schema/schema.ts';
import type { CollectionRow } from '../schema/store.ts';
import { type RowTemplate, startRow } from '../templates/row-templates.ts';
import { visibleSchemaOf } from '../visibility/visible-schema.ts';

export const collectionPath = params({ collection_id: id() });
export const idParams = params({ id: id() });
/** What is searched for in the rows that a view shows. */
export const rowSearch = () =>
  Joi.string().allow('').max(ROW_SEARCH_MAX).description('words that the title, a value or the text of the row holds');

export const DATABASE_BODY_MAX = 16 * 1024 * 1024;

export const newCollectionBody = Joi.object({
  workspace_id: id(),
  parent_id: id().allow(null),
  title: title().required(),
  icon: Joi.string().allow('').max(200),
  description: Joi.string().allow('').max(10_000),
  template: Joi.string()
    .max(100)
    .description('crm, project-tracker, task-list, content-calendar, meeting-notes, reading-list'),
  properties: Joi.array().items(newPropertySchema).max(PROPERTIES_MAX),
}).required();

/**
 * As v2 takes it: a database is named as its records are, or titled as its page is. One that begins with a view needs no
 * name yet: it gets one where it is seen first.
 */
export const namedCollectionBody = newCollectionBody
  .keys({
    title: title(),
    name: title().allow('').description('empty, or left out with `starter` or `template`: the database has none yet'),
    starter: Joi.valid(...VIEW_KINDS).description(
      'kind of its first view: the database begins with properties that such a view needs, and but for a form with three rows that show it',
    ),
  })
  .oxor('starter', 'template')
  .oxor('starter', 'properties')
  .meta({ exclusive: ['starter', 'template', 'properties'] })
  .example({
    name: 'Talks',
    icon: '🎤',
    properties: [
      { name: 'Seats', type: 'number' },
      { name: 'Day', type: 'date' },
    ],
  });

interface NewBody {
  workspace_id?: number;
  parent_id?: number | null;
  title?: string;
  name?: string;
  icon?: string;
  description?: string;
  template?: string;
  starter?: ViewKind;
  properties?: PropertyInput[];
}

export async function newCollectionOf(request: Request): Promise<NewCollection> {
  const { workspace_id, parent_id, name, title: typed = name, ...rest } = request.payload as NewBody;
  const called = typed ?? (rest.starter || rest.template ? '' : undefined);
  if (called === undefined) throw invalid(['body', 'name'], 'Field required', 'missing');
  return {
    ...rest,
    title: called,
    workspaceId: await workspaceOfNewDatabase(request, workspace_id, parent_id),
    parentId: parent_id ?? null,
  };
}

/** The workspace of a new database: that of its parent, the one named, or the active one. */
export async function workspaceOfNewDatabase(
  request: Request,
  workspaceId?: number,
  parentId?: number | null,
): Promise<number> {
  const parent = parentId ? loaded<Page>(request, 'parent_id') : undefined;
  if (parent && workspaceId !== undefined && parent.workspace_id !== workspaceId)
    throw invalid(['body', 'workspace_id'], 'is not the workspace of the parent', 'value_error', workspaceId);
  const home =
    parent?.workspace_id ?? workspaceId ?? (await request.ctx.use(workspaces).active(request.ctx, request))?.id;
  if (!home) throw invalid(['body', 'workspace_id'], 'Field required', 'missing');
  return home;
}

/** Values by property id or name; each is read by its property, whose faults answer 400. */
export const rowValuesSchema = () =>
  Joi.object()
    .pattern(Joi.string().max(100), Joi.any())
    .description('by id or name of a property; options by their ids or names')
    .example({ '21': 'some text', '22': 12.5, '23': '2026-11-20' });

const shared = { title: Joi.string().allow('').max(500), calendar: calendarSchema };
export const newRowKeys = { ...shared, values: rowValuesSchema().default({}), icon: Joi.string().allow('').max(200) };
/** One row may start from a template; null: from none, though there is one that rows start from by themselves. */
export const startedRowKeys = { ...newRowKeys, template_id: id().allow(null) };

type StartedRow = RowInput & { template_id?: number | null; create_options?: boolean };

/** @throws Problem not_found for a template of another database */
export async function rowFromRequest(request: Request, collectionId: number): Promise<NewRow> {
  const { template_id, create_options: _, ...input } = (request.payload ?? {}) as StartedRow;
  const template = template_id ? loaded<RowTemplate>(request, 'template_id') : (template_id as null | undefined);
  if (template && template.collection_id !== collectionId) throw notFound();
  return startRow(request.ctx, collectionId, input, template);
}

export const rowPatchKeys = {
  ...shared,
  values: rowValuesSchema(),
  icon: Joi.string().allow('').max(200),
  cover_url: Joi.string().allow('').max(500).example(coverUrl('harbour')),
};

/** The database that access loaded, with its properties. */
export const schemaIn = (request: Request, name = 'collection_id'): Promise<Schema> =>
  visibleSchemaOf(request.ctx, loaded<CollectionRow>(request, name));

export const okAnswerSchema = Joi.object({ ok: Joi.valid(true).required() });
export const okAnswer = { ok: true } as const;
