// Templates for people: the gallery, one of them with its questions, and the forms that make and keep them.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { atLeast, loaded, subjectOf } from '../../../core/access/access-control.ts';
import type { Refusal, ShowAgain } from '../../../core/http/form-errors.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params, title } from '../../../core/http/schema-fields.ts';
import { dateText } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { renderHtml } from '../../blocks/html/render.ts';
import { databases } from '../../databases/contract.ts';
import { type Page, pagePolicies } from '../../pages/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import {
  databaseAddress,
  type GallerySearch,
  galleryAddress,
  galleryGroups,
  isFound,
  TEMPLATE_KINDS,
  type TemplateTarget,
  templateAddress,
} from '../gallery.ts';
import { pageTemplatePolicies } from '../policies.ts';
import {
  bodyFrom,
  changeTemplate,
  fillPage,
  galleryTemplates,
  removeTemplate,
  titleFrom,
  useTemplate,
} from '../service.ts';
import type { Template } from '../template.ts';
import { SKETCH_HEIGHT, SKETCH_WIDTH } from '../template-sketch.ts';
import {
  askedTemplate,
  templateId,
  templateLookFields,
  templateNameSchema,
  workspaceOfTemplateUse,
} from './schemas.ts';

export const templateFormPayload = { allow: ['application/x-www-form-urlencoded'] };
const templatePath = params({ id: templateId() });

/** Where the new page goes, or the empty page that is to be filled. */
const placeRefs = [inQuery('parent_id', pagePolicies.addBelow), inQuery('into_id', pageTemplatePolicies.putInto)];
const placeQuery = { parent_id: id(), into_id: id(), embed: Joi.string().max(10) };

/** Nothing in a preview leads anywhere; days are written as people write them. */
const previewLinks = ({ locale }: Ctx) => ({
  page: () => null,
  user: () => null,
  file: () => null,
  day: (date: string) => dateText(locale, date),
});

type GalleryQuery = TemplateTarget & GallerySearch;

/** Templates of databases that fit; none where a page is filled. */
async function databaseGroup(request: Request, place: GalleryQuery) {
  const { ctx } = request;
  if (place.into_id || place.kind === 'page') return [];
  const parent = place.parent_id ? loaded<Page>(request, 'parent_id') : undefined;
  const home = parent?.workspace_id ?? (await ctx.use(workspaces).active(ctx, request))?.id;
  const all = await ctx.use(databases).templateChoices(ctx, home);
  return all
    .filter(({ name, words }) => isFound(place.q, [name, words]))
    .map((one) => ({ ...one, href: databaseAddress(one.value, place) }));
}

async function gallery(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  const place = request.query as GalleryQuery;
  const t = ctx.app.messages.in(ctx.locale);
  const names = new Map((await ctx.use(workspaces).mine(ctx)).map((one) => [one.id, one.name]));
  const all = await galleryTemplates(ctx);
  const found = all.filter(({ name, description }) => isFound(place.q, [name, description]));
  const { q = '', kind, ...target } = place;
  const kinds = [undefined, ...(target.into_id ? [] : TEMPLATE_KINDS)];
  return h.view('templates/gallery', {
    title: t('templates.title'),
    frame: place.embed ? 'none' : '',
    breadcrumb: [{ title: t('templates.title') }],
    groups: galleryGroups(kind === 'database' ? [] : found, names, t).map((group) => ({
      ...group,
      templates: group.templates.map((one) => ({ ...one, href: templateAddress(one, place) })),
    })),
    databases: await databaseGroup(request, place),
    q,
    kind,
    target,
    kinds: kinds.map((one) => ({ kind: one, href: galleryAddress(target, { q, kind: one }) })),
    hasOwn: all.some(({ id: own }) => own > 0),
    sketchSize: { width: SKETCH_WIDTH, height: SKETCH_HEIGHT },
    inside: place.parent_id ? loaded<Page>(request, 'parent_id').title : '',
  });
}

async function one(request: Request, h: ResponseToolkit, key: string | undefined, refusal?: Refusal) {
  const { ctx } = request;
  const template = askedTemplate(request, key);
  const { parent_id, into_id } = { ...request.query, ...refusal?.typed } as Record<string, string | undefined>;
  const title = refusal?.typed.title ?? titleFrom(ctx, template);
  const blocks = await bodyFrom(ctx, template, { workspaceId: template.workspace_id, title });
  const role = await ctx.app.resource('page-template').role?.(ctx, subjectOf(request, 'id'));
  const t = ctx.app.messages.in(ctx.locale);
  return h.view('templates/one', {
    title: template.name,
    frame: request.query.embed && !refusal ? 'none' : '',
    back: galleryAddress(request.query as TemplateTarget),
    breadcrumb: [{ title: t('templates.title'), href: '/templates' }, { title: template.name }],
    template,
    pageTitle: title,
    html: renderHtml(blocks, previewLinks(ctx)),
    parentId: parent_id ?? '',
    intoId: into_id ?? '',
    isOwn: template.id > 0 && atLeast(role ?? null, 'owner'),
    message: refusal?.message ?? '',
    faults: refusal?.faults ?? {},
    typed: refusal?.typed ?? {},
  });
}

const again: ShowAgain = (request, h, refusal) => one(request, h, refusal.typed.key || undefined, refusal);

interface UseForm {
  key?: string;
  parent_id?: number;
  into_id?: number;
  title?: string;
  [answer: `answer_${number}`]: string;
}

const answersOf = ({ prompts }: Template, typed: UseForm): Record<string, string> =>
  Object.fromEntries(prompts.map((question, index) => [question, typed[`answer_${index}`] ?? '']));

async function make(request: Request): Promise<number> {
  const { ctx } = request;
  const typed = request.payload as UseForm;
  const template = askedTemplate(request, typed.key);
  const answers = answersOf(template, typed);
  if (typed.into_id) return (await fillPage(ctx, template, typed.into_id, answers)).id;
  const workspaceId = await workspaceOfTemplateUse(request, { parent_id: typed.parent_id }, template);
  const use = { workspaceId, parentId: typed.parent_id, title: typed.title, answers };
  return (await useTemplate(ctx, template, use)).id;
}

export const templatePageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/templates',
    rules: { access: { list: true, resource: 'page-template', refs: placeRefs }, html: true },
    options: {
      id: 'page-templates.gallery',
      validate: {
        query: Joi.object({
          ...placeQuery,
          q: Joi.string().trim().allow('').max(100),
          kind: Joi.valid(...TEMPLATE_KINDS),
        }),
      },
    },
    handler: gallery,
  }),
  route({
    method: 'GET',
    path: '/templates/{id}',
    rules: { access: can(pageTemplatePolicies.view, 'id', { refs: placeRefs }), html: true },
    options: {
      id: 'page-templates.view',
      validate: { params: templatePath, query: Joi.object({ ...placeQuery, key: Joi.string().max(100) }) },
    },
    handler: (request, h) => one(request, h, request.query.key as string | undefined),
  }),
  route({
    method: 'POST',
    path: '/templates/{id}/use',
    rules: {
      access: can(pageTemplatePolicies.use, 'id', {
        refs: [inBody('parent_id', pagePolicies.addBelow), inBody('into_id', pageTemplatePolicies.putInto)],
      }),
      form: true,
      html: true,
      refused: again,
    },
    options: {
      id: 'page-templates.use-by-form',
      payload: templateFormPayload,
      validate: {
        params: templatePath,
        payload: Joi.object({
          key: Joi.string().max(100).empty(''),
          parent_id: id().empty(''),
          into_id: id().empty(''),
          title: title(),
          csrf,
        })
          .pattern(/^answer_\d{1,2}$/, Joi.string().allow('').max(2000))
          .required(),
      },
    },
    handler: async (request, h) => h.redirect(`/pages/${await make(request)}`).code(303),
  }),
  route({
    method: 'POST',
    path: '/templates/{id}',
    rules: { access: can(pageTemplatePolicies.update, 'id'), form: true, html: true, refused: again },
    options: {
      id: 'page-templates.change-by-form',
      payload: templateFormPayload,
      validate: {
        params: templatePath,
        payload: Joi.object({ name: templateNameSchema().required(), ...templateLookFields, csrf }).required(),
      },
    },
    handler: async (request, h) => {
      const { csrf: _, ...change } = request.payload as { name: string; csrf?: string };
      const { id: changed } = await changeTemplate(request.ctx, Number(request.params.id), change);
      return h.redirect(`/templates/${changed}`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: '/templates/{id}/delete',
    rules: { access: can(pageTemplatePolicies.delete, 'id'), form: true, html: true },
    options: { id: 'page-templates.delete-by-form', payload: templateFormPayload, validate: { params: templatePath } },
    handler: async (request, h) => {
      await removeTemplate(request.ctx, Number(request.params.id));
      return h.redirect('/templates').code(303);
    },
  }),
];
