// Templates in API v2: of the rows of a database, and of whole databases.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowIn } from '../../../core/http/pagination.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { invalid } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging } from '../../../core/http/schema-fields.ts';
import { workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import { collectionPolicies, databaseTemplatePolicies, rowTemplatePolicies } from '../policies.ts';
import { newPropertySchema, PROPERTIES_MAX, type PropertyInput } from '../schema/property-input.ts';
import {
  databaseTemplateSchema,
  databaseTemplates,
  removeDatabaseTemplate,
  saveDatabaseTemplate,
  writeDatabaseTemplate,
} from '../templates/database-templates.ts';
import {
  changeRowTemplate,
  createRowTemplate,
  type RowTemplate,
  type RowTemplateInput,
  rowTemplateKeys,
  rowTemplateName,
  rowTemplateSchema,
  rowTemplates,
  shownTemplates,
} from '../templates/row-templates.ts';
import { idParams, okAnswer, okAnswerSchema } from './schemas.ts';

interface KeepBody {
  name: string;
  icon?: string;
  description?: string;
  workspace_id?: number | null;
  collection_id?: number;
  schema?: PropertyInput[];
}
const rowId = { row_id: id().description('a row whose values and body it takes') };

export const rowTemplateV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/collections/{id}/templates',
    rules: { access: can(collectionPolicies.view, 'id') },
    options: {
      id: 'row-templates.list',
      description: 'What new rows of a database can start from',
      validate: { params: idParams, query: paging() },
      response: { schema: Joi.array().items(rowTemplateSchema) },
    },
    handler: async (request, h) =>
      pagedAnswer(request, h, windowIn(request, await shownTemplates(request.ctx, Number(request.params.id)))),
  }),
  route({
    method: 'POST',
    path: '/api/v2/collections/{id}/templates',
    rules: { access: can(collectionPolicies.keepRowAsTemplate, 'id') },
    options: {
      id: 'row-templates.create',
      description: 'Keep values and a body for new rows, or those of a row',
      validate: {
        params: idParams,
        payload: Joi.object({ name: rowTemplateName().required(), ...rowTemplateKeys, ...rowId }).required(),
      },
      response: { schema: rowTemplateSchema },
      plugins: { api: { statuses: [400] } },
    },
    handler: (request) =>
      createRowTemplate(request.ctx, Number(request.params.id), request.payload as RowTemplateInput) as never,
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/row-templates/{id}',
    rules: { access: can(rowTemplatePolicies.edit, 'id') },
    options: {
      id: 'row-templates.update',
      description: 'Change what rows start from, or whether they do so by themselves',
      validate: { params: idParams, payload: Joi.object({ name: rowTemplateName(), ...rowTemplateKeys }).required() },
      response: { schema: rowTemplateSchema },
      plugins: { api: { statuses: [400] } },
    },
    handler: (request) =>
      changeRowTemplate(request.ctx, loaded<RowTemplate>(request, 'id'), request.payload as RowTemplateInput) as never,
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/row-templates/{id}',
    rules: { access: can(rowTemplatePolicies.edit, 'id') },
    options: {
      id: 'row-templates.delete',
      description: 'Remove a template of rows; the rows made of it stay',
      validate: { params: idParams },
      response: { schema: okAnswerSchema },
    },
    handler: async (request) => {
      await rowTemplates.remove(request.ctx, Number(request.params.id));
      return okAnswer as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/templates/databases',
    rules: { access: { member: true, refs: [inQuery('workspace_id', workspacePolicies.view)] } },
    options: {
      id: 'database-templates.list',
      description: 'The built-in templates, and those of a workspace and of the whole service',
      validate: { query: paging({ workspace_id: id() }) },
      response: { schema: Joi.array().items(databaseTemplateSchema) },
    },
    handler: async (request, h) => {
      const home = await homeOf(request, request.query.workspace_id as number | undefined);
      return pagedAnswer(request, h, windowIn(request, await databaseTemplates(request.ctx, home)));
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/templates/databases',
    rules: {
      access: {
        member: true,
        refs: [
          inBody('collection_id', collectionPolicies.keepAsTemplate),
          inBody('workspace_id', workspacePolicies.view),
        ],
      },
    },
    options: {
      id: 'database-templates.create',
      description:
        'Keep the properties and views of a database as a template, or properties that are written down; `workspace_id` null (administrators): for all',
      validate: {
        payload: Joi.object({
          name: rowTemplateName().required(),
          icon: Joi.string().allow('').max(200),
          description: Joi.string().allow('').max(10_000),
          collection_id: id().description('a database whose properties and views it takes'),
          schema: Joi.array()
            .items(newPropertySchema)
            .min(1)
            .max(PROPERTIES_MAX)
            .description('its properties, where it is of no database'),
          workspace_id: id().allow(null).description('absent: that of the database, or the active one'),
        })
          .xor('collection_id', 'schema')
          .required()
          .example({
            name: 'Reading list',
            description: 'Books, and how far we are',
            schema: [
              { name: 'Title', type: 'title' },
              { name: 'Pages', type: 'number' },
            ],
          }),
      },
      response: { schema: databaseTemplateSchema },
    },
    handler: async (request) => {
      const { collection_id, workspace_id, schema = [], ...input } = request.payload as KeepBody;
      const { ctx } = request;
      if (collection_id !== undefined)
        return saveDatabaseTemplate(ctx, { ...input, collectionId: collection_id, workspaceId: workspace_id }) as never;
      const workspaceId = workspace_id === null ? null : await homeOf(request, workspace_id);
      if (workspaceId === 0) throw invalid(['body', 'workspace_id'], 'Field required', 'missing');
      return writeDatabaseTemplate(ctx, { ...input, workspaceId, schema }) as never;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/templates/databases',
    rules: { access: { member: true, refs: [inQuery('id', databaseTemplatePolicies.delete)] } },
    options: {
      id: 'database-templates.drop',
      description: 'Remove a template of databases, named by `id`; the databases made of it stay',
      validate: { query: Joi.object({ id: id().required() }) },
      response: { schema: okAnswerSchema },
    },
    handler: async (request) => {
      await removeDatabaseTemplate(request.ctx, Number(request.query.id));
      return okAnswer as never;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/templates/databases/{id}',
    rules: { access: can(databaseTemplatePolicies.delete, 'id') },
    options: {
      id: 'database-templates.delete',
      description: 'Remove a template of databases; the databases made of it stay',
      validate: { params: idParams },
      response: { schema: okAnswerSchema },
    },
    handler: async (request) => {
      await removeDatabaseTemplate(request.ctx, Number(request.params.id));
      return okAnswer as never;
    },
  }),
];

const homeOf = async (request: Request, workspaceId?: number): Promise<number> =>
  workspaceId ?? (await request.ctx.use(workspaces).active(request.ctx, request))?.id ?? 0;
