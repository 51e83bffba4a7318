// Sprints for people: those of a database, and how each goes, with the rows that are planned into it.

import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { atLeast, loaded, roleHere } from '../../../core/access/access-control.ts';
import type { Refusal, ShowAgain } from '../../../core/http/form-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, name, params } from '../../../core/http/schema-fields.ts';
import { languageTag, momentRangeText, momentText } from '../../../core/i18n/date-format.ts';
import { zoneOf } from '../../../core/kernel/context.ts';
import { dayInZone } from '../calendar/zoned-dates.ts';
import { collectionPolicies, sprintPolicies } from '../policies.ts';
import { listRows } from '../query/list-rows.ts';
import { isEstimate } from '../schema/property-traits.ts';
import type { CollectionRow } from '../schema/store.ts';
import { burnOf, sprintReport } from '../sprints/report.ts';
import { changeSprint, createSprint, type NewSprint, type SprintInput } from '../sprints/sprint.ts';
import { type Sprint, sprintStore } from '../sprints/store.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { collectionPath } from './schemas.ts';
import { sprintFields, sprintRefs } from './v2-sprints.ts';

const form = { allow: ['application/x-www-form-urlencoded'] };
const csrf = Joi.string().allow('');
const sprintPath = params({ sprint_id: id() });
const OFFERED = 200;

const said = (refusal?: Refusal): string =>
  refusal ? refusal.message || Object.values(refusal.faults).join('; ') : '';

/** What follows a state at one press; what has ended can be taken up again. */
const NEXT = { planned: 'active', active: 'completed', completed: 'active' } as const;

async function list(request: Request, h: ResponseToolkit, refusal?: Refusal) {
  const { ctx } = request;
  const collection = loaded<CollectionRow>(request, 'collection_id');
  const { properties } = await visibleSchemaById(ctx, collection.id);
  const sprints = await sprintStore.list(ctx, [collection.id]);
  const t = ctx.app.messages.in(ctx.locale);
  return h.view('databases/sprints', {
    title: t('databases.sprints.of', { name: collection.name || t('databases.untitled') }),
    breadcrumb: [
      { title: collection.name, href: `/pages/${collection.page_id}` },
      { title: t('databases.sprints.title') },
    ],
    collection,
    sprints: sprints.map((one) => ({
      ...one,
      days: momentRangeText(ctx, one.starts_on, one.ends_on),
    })),
    isEditor: atLeast(await roleHere(request, 'collection_id'), 'editor'),
    numbers: properties.filter(isEstimate),
    typed: refusal?.typed ?? {},
    faults: refusal?.faults ?? {},
    message: refusal?.message ?? '',
  });
}

async function show(request: Request, h: ResponseToolkit, refusal?: Refusal) {
  const { ctx } = request;
  const { burnDownHtml } = await import('../views/chart/index.ts');
  const report = await sprintReport(ctx, (await sprintStore.byId(ctx, Number(request.params.sprint_id))) as Sprint);
  const { sprint } = report;
  const schema = await visibleSchemaById(ctx, sprint.collection_id);
  const { collection } = schema;
  const isEditor = atLeast(await roleHere(request, 'sprint_id'), 'editor');
  const t = ctx.app.messages.in(ctx.locale);
  const zone = zoneOf(ctx);
  const number = new Intl.NumberFormat(ctx.locale);
  const day = new Intl.DateTimeFormat(languageTag(ctx.locale), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const planned = new Set(report.rows.map((row) => row.id));
  const { records } = isEditor ? await listRows(ctx, schema, {}, { limit: OFFERED }) : { records: [] };
  const untitled = t('databases.untitled');
  return h.view('databases/sprint', {
    title: sprint.name,
    breadcrumb: [
      { title: collection.name, href: `/pages/${collection.page_id}` },
      { title: t('databases.sprints.title'), href: `/collections/${collection.id}/sprints` },
      { title: sprint.name },
    ],
    collection,
    sprint,
    days: momentRangeText(ctx, sprint.starts_on, sprint.ends_on),
    next: NEXT[sprint.state],
    report,
    chart: {
      html: burnDownHtml(
        burnOf(report, dayInZone(ctx.now(), zone), zone),
        { title: t('databases.sprints.burn_down'), t, text: (value) => number.format(value), direction: 'ltr' },
        (text) => day.format(new Date(`${text}T00:00:00Z`)),
      ),
    },
    rows: report.rows.map((row) => ({
      ...row,
      title: row.title || untitled,
      done: row.done_at && momentText(ctx, row.done_at),
    })),
    offered: records.flatMap((row) => (planned.has(row.id) ? [] : [{ id: row.id, title: row.title || untitled }])),
    isEditor,
    message: said(refusal),
  });
}

const listAgain: ShowAgain = (request, h, refusal) => list(request, h, refusal);
const showAgain: ShowAgain = (request, h, refusal) => show(request, h, refusal);

export const sprintPages: Route[] = [
  route({
    method: 'GET',
    path: '/collections/{collection_id}/sprints',
    rules: { access: can(collectionPolicies.view, 'collection_id'), html: true },
    options: { id: 'sprints.page', validate: { params: collectionPath } },
    handler: (request, h) => list(request, h),
  }),
  route({
    method: 'POST',
    path: '/collections/{collection_id}/sprints',
    rules: {
      access: can(collectionPolicies.addSprint, 'collection_id', { refs: sprintRefs.slice(0, 1) }),
      form: true,
      html: true,
      refused: listAgain,
    },
    options: {
      id: 'sprints.create-by-form',
      payload: form,
      validate: {
        params: collectionPath,
        payload: Joi.object({
          name: name().required(),
          goal: sprintFields.goal,
          starts_on: sprintFields.starts_on.required(),
          ends_on: sprintFields.ends_on.required(),
          capacity: sprintFields.capacity.empty(''),
          points_property_id: id().empty(''),
          csrf,
        }).required(),
      },
    },
    handler: async (request, h) => {
      const { csrf: _csrf, ...input } = request.payload as NewSprint & { csrf?: string };
      const made = await createSprint(request.ctx, Number(request.params.collection_id), input);
      return h.redirect(`/sprints/${made.id}`).code(303);
    },
  }),
  route({
    method: 'GET',
    path: '/sprints/{sprint_id}',
    rules: { access: can(sprintPolicies.view, 'sprint_id'), html: true },
    options: { id: 'sprints.show', validate: { params: sprintPath } },
    handler: (request, h) => show(request, h),
  }),
  route({
    method: 'POST',
    path: '/sprints/{sprint_id}',
    rules: { access: can(sprintPolicies.edit, 'sprint_id'), form: true, html: true, refused: showAgain },
    options: {
      id: 'sprints.change-by-form',
      payload: form,
      validate: {
        params: sprintPath,
        payload: Joi.object({ state: sprintFields.state, add: id().empty(''), drop: id().empty(''), csrf }).required(),
      },
    },
    handler: async (request, h) => {
      const { state, add, drop } = request.payload as { state?: Sprint['state']; add?: number; drop?: number };
      const change: SprintInput = {
        ...(state && { state }),
        ...(add && { add_rows: [add] }),
        ...(drop && { remove_rows: [drop] }),
      };
      const sprint = await changeSprint(request.ctx, loaded<Sprint>(request, 'sprint_id'), change);
      return h.redirect(`/sprints/${sprint.id}`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: '/sprints/{sprint_id}/remove',
    rules: { access: can(sprintPolicies.delete, 'sprint_id'), form: true, html: true },
    options: { id: 'sprints.remove-by-form', payload: form, validate: { params: sprintPath } },
    handler: async (request, h) => {
      const { id: sprint, collection_id } = loaded<Sprint>(request, 'sprint_id');
      await request.ctx.tx((tx) => sprintStore.remove(tx, sprint));
      return h.redirect(`/collections/${collection_id}/sprints`).code(303);
    },
  }),
];
