// Page templates in the public API.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, versioned, windowOf } from '../../../core/http/pagination.ts';
import { can, inBody } from '../../../core/http/policy.ts';
import { invalid } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import type { Block } from '../../blocks/block.ts';
import { type Page, pages, wholePage, wholePageSchema } from '../../pages/contract.ts';
import { pageTemplatePolicies } from '../policies.ts';
import {
  changeTemplate,
  listTemplates,
  removeTemplate,
  saveTemplate,
  type TemplateChange,
  useTemplate,
} from '../service.ts';
import type { TemplateRow } from '../store.ts';
import { presentTemplate, templateFromRow, wholeTemplateSchema } from '../template.ts';
import {
  askedTemplate,
  content,
  oneTemplateForm,
  requestBlocks,
  templateId,
  templateLookFields,
  templateNameSchema,
  useBody,
  useValues,
  workspaceOfTemplateUse,
} from './schemas.ts';

const one = { params: params({ id: id() }) };
const ok = Joi.object({ ok: Joi.valid(true).required() });
const templateAt = (request: Request): number => Number(request.params.id);

interface NewBody {
  workspace_id?: number | null;
  page_id?: number;
  name?: string;
  icon?: string;
  description?: string;
  blocks?: unknown;
  markdown?: string;
}

/** A page, blocks or Markdown; nothing of these makes an empty template. */
async function bodyIn(request: Request, workspace_id: number | null, values: NewBody): Promise<Block[]> {
  const given = await requestBlocks(request.ctx, values, { workspace_id, blocks: [] });
  if (given && values.page_id)
    throw invalid(['body', 'page_id'], 'cannot be sent together with a body', 'extra_forbidden');
  if (given || !values.page_id) return given ?? [];
  return request.ctx.use(pages).blocks(request.ctx, values.page_id);
}

async function create(request: Request) {
  const values = request.payload as NewBody;
  const page = values.page_id ? loaded<Page>(request, 'page_id') : undefined;
  const name = values.name ?? page?.title.slice(0, 200);
  if (!name) throw invalid(['body', 'name'], 'Field required', 'missing');
  const workspaceId = values.workspace_id === undefined ? page?.workspace_id : values.workspace_id;
  if (workspaceId === undefined) throw invalid(['body', 'workspace_id'], 'Field required', 'missing');
  const { icon = page?.page_icon || undefined, description } = values;
  const blocks = await bodyIn(request, workspaceId, values);
  return presentTemplate(await saveTemplate(request.ctx, { workspaceId, name, icon, description, blocks })) as never;
}

export const templateV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/templates/pages',
    rules: { access: { list: true, resource: 'page-template' } },
    options: {
      id: 'page-templates.list',
      description: 'Page templates with their blocks: the built-in ones, then those the caller sees, by name',
      validate: { query: paging() },
      response: { schema: Joi.array().items(wholeTemplateSchema) },
    },
    handler: async (request, h) => {
      const [limit, offset] = windowOf(request);
      const all = await listTemplates(request.ctx);
      const items = all.slice(offset, offset + limit).map(presentTemplate);
      return pagedAnswer(request, h, { items, total: all.length });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/templates/pages',
    rules: {
      access: {
        member: true,
        refs: [
          inBody('workspace_id', pageTemplatePolicies.addToWorkspace),
          inBody('page_id', pageTemplatePolicies.saveFromPage),
        ],
      },
    },
    options: {
      id: 'page-templates.create',
      description: 'Keep a template, of a page or of a body; without a workspace (null) for everybody (administrators)',
      validate: {
        payload: Joi.object({
          workspace_id: id().allow(null).example(1),
          page_id: id().description('a page whose body it takes, in place of one sent'),
          name: templateNameSchema(),
          ...templateLookFields,
          ...content,
        })
          .meta(oneTemplateForm)
          .required(),
      },
      response: { schema: wholeTemplateSchema },
    },
    handler: create,
  }),
  route({
    method: 'GET',
    path: '/api/v2/templates/pages/{id}',
    rules: { access: can(pageTemplatePolicies.view, 'id') },
    options: {
      id: 'page-templates.get',
      description: 'One kept template with its blocks',
      validate: one,
      response: { schema: wholeTemplateSchema },
    },
    handler: (request) => presentTemplate(templateFromRow(loaded<TemplateRow>(request, 'id'))) as never,
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/templates/pages/{id}',
    rules: { access: can(pageTemplatePolicies.update, 'id') },
    options: {
      id: 'page-templates.update',
      description: 'Change a template; pages made of it stay as they are',
      validate: {
        ...one,
        payload: Joi.object({ name: templateNameSchema(), ...templateLookFields, ...content })
          .meta(oneTemplateForm)
          .required(),
      },
      response: { schema: wholeTemplateSchema },
    },
    handler: async (request) => {
      const { blocks: _, markdown: __, ...change } = request.payload as TemplateChange & NewBody;
      const blocks = await requestBlocks(request.ctx, request.payload as NewBody, askedTemplate(request));
      return presentTemplate(await changeTemplate(request.ctx, templateAt(request), { ...change, blocks })) as never;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/templates/pages/{id}',
    rules: { access: can(pageTemplatePolicies.delete, 'id') },
    options: {
      id: 'page-templates.delete',
      description: 'Delete a template; pages made of it stay',
      validate: one,
      response: { schema: ok },
    },
    handler: async (request) => {
      await removeTemplate(request.ctx, templateAt(request));
      return { ok: true } as never;
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/templates/pages/{id}/use',
    rules: { access: can(pageTemplatePolicies.useForNewPage, 'id') },
    options: {
      id: 'page-templates.apply',
      description: 'Make a page of a template; id 0 with a key names a built-in one',
      validate: { params: params({ id: templateId() }), payload: useBody },
      response: { schema: wholePageSchema },
    },
    handler: async (request, h) => {
      const { key, parent_id, title, variables, ...rest } = useValues(request);
      const template = askedTemplate(request, key);
      const workspaceId = await workspaceOfTemplateUse(request, { parent_id, ...rest }, template);
      const use = { workspaceId, parentId: parent_id, title, answers: variables };
      return versioned(request, h, await wholePage(request.ctx, await useTemplate(request.ctx, template, use)));
    },
  }),
];
