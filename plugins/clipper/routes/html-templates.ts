// The page of templates: how pages of some sites are clipped, and where clips go that name no place.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, name } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases } from '../../databases/contract.ts';
import { CLIP_TYPES } from '../clips/clip-input.ts';
import {
  homePage,
  PLACE,
  placeChoices,
  type TemplateForm,
  templateForm,
  templateFromForm,
} from '../templates/template-form.ts';
import { type ClipTemplate, clipSettingsOf, saveClipSettings } from '../templates/templates.ts';

const PATH = '/extensions/templates';
const DONE = ['saved', 'removed', 'home'];
const formBody = { allow: ['application/x-www-form-urlencoded'] };
const place = () => Joi.string().allow('').pattern(PLACE, 'place');
const words = (most: number) => Joi.string().trim().allow('').max(most).default('');

const EMPTY: TemplateForm = { name: '', sites: '', clip_type: '', title: '', tags: '', place: '', values: '' };

async function homeOf(ctx: Ctx, pageId: number | null): Promise<string> {
  if (pageId === null) return '';
  const database = await ctx.use(databases).ofPage(ctx, pageId);
  return database?.page_id === pageId ? `collection ${database.id}` : `page ${pageId}`;
}

async function page(request: Request, h: ResponseToolkit, refusal?: Refusal): Promise<ResponseObject> {
  const { ctx, query } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const { templates, home_page_id } = await clipSettingsOf(ctx);
  const wanted = refusal?.typed.was ?? query.name ?? '';
  const known = templates.find((one) => one.name === wanted);
  const shown = { ...EMPTY, ...(known && templateForm(known)), ...refusal?.typed };
  const home = await homeOf(ctx, home_page_id);
  const [choices, homes] = await Promise.all([placeChoices(ctx, shown.place), placeChoices(ctx, home)]);
  return h.view('clipper/templates', {
    title: t('clipper.templates.title'),
    breadcrumb: [{ title: t('clipper.title'), href: '/extensions' }, { title: t('clipper.templates.title') }],
    ...{ templates, was: known?.name ?? '', shown, choices, home, kinds: CLIP_TYPES },
    homes: homes.filter(({ value }) => !value.startsWith('workspace ')),
    faults: withPlaceFault(refusal?.faults ?? {}),
    message: refusal?.message ?? '',
    done: DONE.includes(String(query.done)) ? t(`clipper.templates.done.${query.done}`) : '',
  });
}

/** The form has one field for a place, whatever kind it is. */
function withPlaceFault(faults: Record<string, string>): Record<string, string> {
  const fault = faults.place ?? faults.collection_id ?? faults.parent_id ?? faults.workspace_id;
  return { ...faults, ...(fault && { place: fault }) };
}

/** In the place of the one that had this name before, else behind all others. */
function withTemplate(all: ClipTemplate[], was: string, template: ClipTemplate): ClipTemplate[] {
  const isKnown = all.some((one) => one.name === was);
  return isKnown ? all.map((one) => (one.name === was ? template : one)) : [...all, template];
}

const plain = (all: (ClipTemplate & { id: number })[]): ClipTemplate[] => all.map(({ id: _, ...template }) => template);

export const clipTemplatePageRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { member: true }, html: true },
    options: {
      id: 'clipper-pages.templates',
      validate: { query: Joi.object({ name: Joi.string().max(100), done: Joi.string().max(20) }) },
    },
    handler: (request, h) => page(request, h),
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access: { member: true }, html: true, form: true, refused: page },
    options: {
      id: 'clipper-pages.save-template',
      payload: formBody,
      validate: {
        payload: Joi.object({
          ...{ was: Joi.string().allow('').max(100).default(''), name: name(100).required(), sites: words(10_000) },
          clip_type: Joi.valid('', ...CLIP_TYPES).default(''),
          ...{ title: words(500), tags: words(5000), place: place().default(''), values: words(10_000), csrf },
        }).required(),
      },
    },
    async handler({ ctx, payload }, h) {
      const { was, csrf: _, ...form } = payload as TemplateForm & { was: string; csrf?: string };
      const template = await templateFromForm(ctx, form);
      const all = plain((await clipSettingsOf(ctx)).templates);
      await saveClipSettings(ctx, { templates: withTemplate(all, was, template) });
      return h.redirect(`${PATH}?done=saved`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/remove`,
    rules: { access: { member: true }, html: true, form: true, refused: page },
    options: {
      id: 'clipper-pages.remove-template',
      payload: formBody,
      validate: { payload: Joi.object({ was: Joi.string().max(100).required(), csrf }).required() },
    },
    async handler({ ctx, payload }, h) {
      const { was } = payload as { was: string };
      const left = plain((await clipSettingsOf(ctx)).templates).filter((one) => one.name !== was);
      await saveClipSettings(ctx, { templates: left });
      return h.redirect(`${PATH}?done=removed`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/home`,
    rules: { access: { member: true }, html: true, form: true, refused: page },
    options: {
      id: 'clipper-pages.choose-home',
      payload: formBody,
      validate: { payload: Joi.object({ home: place().required(), csrf }).required() },
    },
    async handler({ ctx, payload }, h) {
      const { home } = payload as { home: string };
      await saveClipSettings(ctx, { home_page_id: home ? await homePage(ctx, home) : null });
      return h.redirect(`${PATH}?done=home`).code(303);
    },
  }),
];
