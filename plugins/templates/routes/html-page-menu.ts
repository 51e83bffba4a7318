// What the menu of a page has of templates: saving the page as one, and choosing what pages inside it start from.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import type { Refusal, ShowAgain } from '../../../core/http/form-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { type Page, pages } from '../../pages/contract.ts';
import { pageTemplatePolicies } from '../policies.ts';
import { defaultTemplate, galleryTemplates, saveTemplate, setDefault, templateOf } from '../service.ts';
import type { TemplateRow } from '../store.ts';
import { templateFormPayload } from './html.ts';
import { templateId, templateLookFields, templateNameSchema } from './schemas.ts';

const pagePath = params({ page_id: id() });
const pageId = (request: Request): number => Number(request.params.page_id);

function saveForm(request: Request, h: ResponseToolkit, page: Page, refusal?: Refusal) {
  const { app, locale } = request.ctx;
  return h.view('templates/save', {
    title: app.messages.text(locale, 'templates.save_title'),
    breadcrumb: [{ title: page.title, href: `/pages/${page.id}` }],
    subject: page,
    message: refusal?.message ?? '',
    faults: refusal?.faults ?? {},
    typed: refusal?.typed ?? {},
  });
}

const saveAgain: ShowAgain = async (request, h, refusal) => {
  return saveForm(request, h, loaded<Page>(request, 'page_id'), refusal);
};

/** In a form a template is one word: its id, the key of a built-in one, or nothing. */
async function insideForm(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  const page = loaded<Page>(request, 'page_id');
  const chosen = await defaultTemplate(ctx, page.id);
  return h.view('templates/inside', {
    title: ctx.app.messages.text(ctx.locale, 'templates.inside_title'),
    breadcrumb: [{ title: page.title, href: `/pages/${page.id}` }],
    subject: page,
    options: (await galleryTemplates(ctx)).map(({ id: one, key, name, icon }) => ({
      id: one,
      key: key ?? '',
      label: `${icon} ${name}`.trim(),
      isChosen: chosen !== null && chosen.id === one && chosen.key === key,
    })),
  });
}

export const pageMenuRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/pages/{page_id}/save-as-template',
    rules: { access: can(pageTemplatePolicies.saveFromPage, 'page_id'), html: true },
    options: { id: 'page-templates.save-form', validate: { params: pagePath } },
    handler: (request, h) => saveForm(request, h, loaded<Page>(request, 'page_id')),
  }),
  route({
    method: 'POST',
    path: '/pages/{page_id}/save-as-template',
    rules: { access: can(pageTemplatePolicies.saveFromPage, 'page_id'), form: true, html: true, refused: saveAgain },
    options: {
      id: 'page-templates.save-by-form',
      payload: templateFormPayload,
      validate: {
        params: pagePath,
        payload: Joi.object({
          name: templateNameSchema().required(),
          ...templateLookFields,
          everybody: Joi.boolean().truthy('on').default(false),
          csrf,
        }).required(),
      },
    },
    handler: async (request, h) => {
      const { everybody, csrf: _, ...given } = request.payload as { everybody: boolean; name: string; csrf?: string };
      const { workspace_id } = loaded<Page>(request, 'page_id');
      const blocks = await request.ctx.use(pages).blocks(request.ctx, pageId(request));
      const workspaceId = everybody ? null : workspace_id;
      const { id: made } = await saveTemplate(request.ctx, { ...given, workspaceId, blocks });
      return h.redirect(`/templates/${made}`).code(303);
    },
  }),
  route({
    method: 'GET',
    path: '/pages/{page_id}/template-inside',
    rules: { access: can(pageTemplatePolicies.chooseDefault, 'page_id'), html: true },
    options: { id: 'page-templates.inside-form', validate: { params: pagePath } },
    handler: insideForm,
  }),
  route({
    method: 'POST',
    path: '/pages/{page_id}/template-inside',
    rules: {
      access: can(pageTemplatePolicies.setDefault, 'page_id'),
      form: true,
      html: true,
    },
    options: {
      id: 'page-templates.inside-by-form',
      payload: templateFormPayload,
      validate: {
        params: pagePath,
        payload: Joi.object({
          // One button for each: its own id, and its key beside it.
          template_id: templateId().empty(''),
          key: Joi.string().max(100).empty(''),
          csrf,
        }).required(),
      },
    },
    handler: async (request, h) => {
      const { template_id, key } = request.payload as { template_id?: number; key?: string };
      const row = template_id ? loaded<TemplateRow>(request, 'template_id') : null;
      const isNone = template_id === undefined && key === undefined;
      await setDefault(request.ctx, pageId(request), isNone ? null : templateOf(request.ctx, row, key));
      return h.redirect(`/pages/${pageId(request)}`).code(303);
    },
  }),
];
