// Templates in the browser's JSON: list, save a page as one, make a page of one, and what new pages start from.
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can, inBody } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { changed, type Page, pages } from '../../pages/contract.ts';
import { pageTemplatePolicies } from '../policies.ts';
import { defaultTemplate, listTemplates, saveTemplate, setDefault, templateOf, useTemplate } from '../service.ts';
import type { TemplateRow } from '../store.ts';
import { presentTemplate, withoutBlocks } from '../template.ts';
import {
  askedTemplate,
  templateId,
  templateLookFields,
  templateNameSchema,
  useBody,
  useValues,
  workspaceOfTemplateUse,
} from './schemas.ts';

const pagePath = params({ page_id: id() });

export const boardRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/board/api/page-templates',
    rules: { access: { list: true, resource: 'page-template' } },
    options: {
      id: 'page-templates.all',
      description: 'Page templates with their blocks: the built-in ones, and those you see',
    },
    handler: async (request) => ({ templates: (await listTemplates(request.ctx)).map(presentTemplate) }),
  }),
  route({
    method: 'POST',
    path: '/board/api/page-templates',
    rules: {
      access: { member: true, refs: [inBody('page_id', pageTemplatePolicies.saveFromPage)] },
    },
    options: {
      id: 'page-templates.save',
      description: 'Save a page as a template of its workspace, or of everybody (service administrators)',
      validate: {
        payload: Joi.object({
          page_id: id().required(),
          name: templateNameSchema(),
          ...templateLookFields,
          everybody: Joi.boolean().default(false),
        }).required(),
      },
    },
    handler: async (request) => {
      const { page_id, everybody, ...given } = request.payload as {
        page_id: number;
        everybody: boolean;
        name?: string;
        icon?: string;
        description?: string;
      };
      const page = loaded<Page>(request, 'page_id');
      const template = await saveTemplate(request.ctx, {
        ...given,
        workspaceId: everybody ? null : page.workspace_id,
        name: given.name ?? (page.title.slice(0, 200) || 'Untitled'),
        icon: given.icon ?? (page.page_icon || undefined),
        blocks: await request.ctx.use(pages).blocks(request.ctx, page_id),
      });
      return { ok: true, ...presentTemplate(template) };
    },
  }),
  route({
    method: 'POST',
    path: '/board/api/page-templates/{id}/use',
    rules: { access: can(pageTemplatePolicies.useForNewPage, 'id') },
    options: {
      id: 'page-templates.use',
      description: 'Make a page of a template; id 0 with a key names a built-in one',
      validate: { params: params({ id: templateId() }), payload: useBody },
    },
    handler: async (request) => {
      const { key, parent_id, title, variables, ...rest } = useValues(request);
      const template = askedTemplate(request, key);
      const workspaceId = await workspaceOfTemplateUse(request, { parent_id, ...rest }, template);
      const use = { workspaceId, parentId: parent_id, title, answers: variables };
      return changed(request.ctx, await useTemplate(request.ctx, template, use));
    },
  }),
  route({
    method: 'GET',
    path: '/api/pages/{page_id}/default-template',
    rules: { access: can(pageTemplatePolicies.viewDefault, 'page_id') },
    options: {
      id: 'page-templates.default',
      description: 'What new pages below a page start from in the browser; null: empty',
      validate: { params: pagePath },
    },
    handler: async (request) => {
      const found = await defaultTemplate(request.ctx, Number(request.params.page_id));
      return { template: found && withoutBlocks(found) };
    },
  }),
  route({
    method: 'PUT',
    path: '/api/pages/{page_id}/default-template',
    rules: {
      access: can(pageTemplatePolicies.setDefault, 'page_id'),
    },
    options: {
      id: 'page-templates.set-default',
      description: 'Let new pages below a page start from a template; null: from nothing',
      validate: {
        params: pagePath,
        payload: Joi.object({
          template_id: templateId().required().allow(null),
          key: Joi.string().max(100),
        }).required(),
      },
    },
    handler: async (request) => {
      const { template_id, key } = request.payload as { template_id: number | null; key?: string };
      const row = template_id === null ? null : loaded<TemplateRow | null>(request, 'template_id');
      const template = template_id === null ? null : templateOf(request.ctx, row, key);
      await setDefault(request.ctx, Number(request.params.page_id), template);
      return { ok: true, template: template && withoutBlocks(template) };
    },
  }),
];
