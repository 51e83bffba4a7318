// What else a database can do, for people: take in tables, templates of rows, a template of itself, and calendars.

import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { atLeast, loaded, roleHere } from '../../../core/access/access-control.ts';
import type { Refusal, ShowAgain } from '../../../core/http/form-errors.ts';
import { can, inPath } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import type { LoadedView } from '../access.ts';
import { calendarFeed, makeFeed, revokeFeed } from '../calendar/feeds.ts';
import { collectionPolicies, rowTemplatePolicies, viewPolicies } from '../policies.ts';
import { listRows } from '../query/list-rows.ts';
import { isDateProperty } from '../schema/property-traits.ts';
import type { CollectionRow } from '../schema/store.ts';
import { saveDatabaseTemplate } from '../templates/database-templates.ts';
import {
  changeRowTemplate,
  createRowTemplate,
  type RowTemplate,
  rowTemplateName,
  rowTemplates,
  shownTemplates,
} from '../templates/row-templates.ts';
import { visibleViews } from '../views/views.ts';
import { visibleSchemaOf } from '../visibility/visible-schema.ts';
import { collectionPath } from './schemas.ts';

const form = { allow: ['application/x-www-form-urlencoded'] };
const csrf = Joi.string().allow('');
/** Rows that a template can be made of, on the form. */
const OFFERED = 200;

interface Shown {
  refusal?: Refusal;
  /** an address that is shown this once */
  feed?: { view: number; url: string };
}

async function show(request: Request, h: ResponseToolkit, { refusal, feed }: Shown = {}) {
  const { ctx } = request;
  const { collection } = { collection: loaded<CollectionRow>(request, 'collection_id') };
  const schema = await visibleSchemaOf(ctx, collection);
  const role = await roleHere(request, 'collection_id');
  const isEditor = atLeast(role, 'editor') && !collection.is_locked;
  const isDated = schema.properties.some(isDateProperty);
  const views = isDated ? await visibleViews(ctx, collection.id) : [];
  const t = ctx.app.messages.in(ctx.locale);
  const feeds = [];
  for (const { id: view, name } of views) {
    const { created_at } = await calendarFeed(ctx, view);
    feeds.push({
      view,
      name,
      since: created_at && momentText(ctx, created_at),
      url: feed?.view === view ? feed.url : '',
    });
  }
  const { records } = isEditor ? await listRows(ctx, schema, {}, { limit: OFFERED }) : { records: [] };
  return h.view('databases/more', {
    title: t('databases.more.title', { name: collection.name || t('databases.untitled') }),
    breadcrumb: [{ title: collection.name, href: `/pages/${collection.page_id}` }, { title: t('databases.more.link') }],
    collection,
    isEditor,
    feeds,
    templates: isEditor ? await shownTemplates(ctx, collection.id) : [],
    rows: records.map((row) => ({ id: row.id, title: row.title || t('databases.untitled') })),
    message: refusal ? refusal.message || Object.values(refusal.faults).join('; ') : '',
  });
}

const again: ShowAgain = (request, h, refusal) => show(request, h, { refusal });
const back = (request: Request, h: ResponseToolkit) =>
  h.redirect(`/collections/${request.params.collection_id}/more`).code(303);

/** @throws Problem not_found for a template of another database */
function templateIn(request: Request): RowTemplate {
  const template = loaded<RowTemplate>(request, 'template_id');
  if (template.collection_id !== loaded<CollectionRow>(request, 'collection_id').id) throw notFound();
  return template;
}

export const morePages: Route[] = [
  route({
    method: 'GET',
    path: '/collections/{collection_id}/more',
    rules: { access: can(collectionPolicies.view, 'collection_id'), html: true },
    options: { id: 'databases.more', validate: { params: collectionPath } },
    handler: (request, h) => show(request, h),
  }),
  route({
    method: 'POST',
    path: '/collections/{collection_id}/more/template',
    rules: { access: can(collectionPolicies.keepAsTemplate, 'collection_id'), form: true, html: true, refused: again },
    options: {
      id: 'databases.keep-by-form',
      payload: form,
      validate: {
        params: collectionPath,
        payload: Joi.object({ name: rowTemplateName().required(), csrf }).required(),
      },
    },
    handler: async (request, h) => {
      const { name } = request.payload as { name: string };
      await saveDatabaseTemplate(request.ctx, { name, collectionId: Number(request.params.collection_id) });
      return h.redirect('/databases/new').code(303);
    },
  }),
  route({
    method: 'POST',
    path: '/collections/{collection_id}/more/row-templates',
    rules: {
      access: can(collectionPolicies.keepRowAsTemplate, 'collection_id'),
      form: true,
      html: true,
      refused: again,
    },
    options: {
      id: 'databases.keep-row-by-form',
      payload: form,
      validate: {
        params: collectionPath,
        payload: Joi.object({ name: rowTemplateName().required(), row_id: id().empty(''), csrf }).required(),
      },
    },
    handler: async (request, h) => {
      const { name, row_id } = request.payload as { name: string; row_id?: number };
      await createRowTemplate(request.ctx, Number(request.params.collection_id), { name, row_id });
      return back(request, h);
    },
  }),
  route({
    method: 'POST',
    path: '/collections/{collection_id}/more/row-templates/{template_id}',
    rules: {
      access: can(collectionPolicies.edit, 'collection_id', {
        refs: [inPath('template_id', rowTemplatePolicies.choose)],
      }),
      form: true,
      html: true,
      refused: again,
    },
    options: {
      id: 'databases.row-template-by-form',
      payload: form,
      validate: {
        params: params({ collection_id: id(), template_id: id() }),
        payload: Joi.object({ act: Joi.valid('default', 'plain', 'remove').required(), csrf }).required(),
      },
    },
    handler: async (request, h) => {
      const template = templateIn(request);
      const { act } = request.payload as { act: string };
      if (act === 'remove') await rowTemplates.remove(request.ctx, template.id);
      else await changeRowTemplate(request.ctx, template, { is_default: act === 'default' });
      return back(request, h);
    },
  }),
  route({
    method: 'POST',
    path: '/collections/{collection_id}/more/feeds/{view_id}',
    rules: {
      access: can(collectionPolicies.view, 'collection_id', { refs: [inPath('view_id', viewPolicies.manageFeed)] }),
      form: true,
      html: true,
      refused: again,
    },
    options: {
      id: 'databases.feed-by-form',
      payload: form,
      validate: {
        params: params({ collection_id: id(), view_id: id() }),
        payload: Joi.object({ act: Joi.valid('make', 'end').required(), csrf }).required(),
      },
    },
    handler: async (request, h) => {
      const found = loaded<LoadedView>(request, 'view_id');
      if (found.collection.id !== Number(request.params.collection_id)) throw notFound();
      if ((request.payload as { act: string }).act === 'end') {
        await revokeFeed(request.ctx, found.view.id);
        return back(request, h);
      }
      const { url } = await makeFeed(request.ctx, found);
      return show(request, h, { feed: { view: found.view.id, url } });
    },
  }),
];
