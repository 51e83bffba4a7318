// Sprints for people: those of a database, and how each goes, with the rows that are planned into it.

import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { atLeast, loaded, roleHere } from '../../../core/access/access-control.ts';
import type { Refusal, ShowAgain } from '../../../core/http/form-errors.ts';
import { can, inPath } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, name, params } from '../../../core/http/schema-fields.ts';
import { languageTag } from '../../../core/i18n/date-format.ts';
import { formatNumber } from '../../../core/i18n/message-format.ts';
import { type Ctx, zoneOf } from '../../../core/kernel/context.ts';
import { dayInZone } from '../calendar/zoned-dates.ts';
import { collectionPolicies, rowPolicies, sprintPolicies } from '../policies.ts';
import { ROW_SEARCH_MAX } from '../query/row-search.ts';
import { changeRow } from '../rows/rows.ts';
import type { StoredRow } from '../rows/store.ts';
import { isEstimate } from '../schema/property-traits.ts';
import type { CollectionRow } from '../schema/store.ts';
import { completeSprint, OPEN_ROW_WAYS, type OpenRowWay, sprintAfter } from '../sprints/completion.ts';
import { burnOf, type SprintReport, sprintReport } from '../sprints/report.ts';
import { changeSprint, createSprint, type NewSprint, type SprintInput, shownSprint } from '../sprints/sprint.ts';
import { rowsToPlan, sprintStatus, sprintTable } from '../sprints/sprint-rows.ts';
import { daysLeftText, daysText, listedSprints, sumText } from '../sprints/sprint-text.ts';
import { type Sprint, sprintStore } from '../sprints/store.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { collectionPath } from './schemas.ts';
import { sprintFields, sprintRefs } from './v2-sprints.ts';

const form = { allow: ['application/x-www-form-urlencoded'] };
const csrf = Joi.string().allow('');
const sprintPath = params({ sprint_id: id() });
const sprintRowPath = params({ sprint_id: id(), row_id: id() });
/** So many of a list say how they go. */
const REPORTED = 20;
/** What the form of a sprint asks for; what is left empty is none. */
const settingFields = {
  name: name().required(),
  goal: sprintFields.goal,
  starts_on: sprintFields.starts_on.required(),
  ends_on: sprintFields.ends_on.required(),
  capacity: sprintFields.capacity.empty('').default(null),
  points_property_id: id().empty('').default(null),
  csrf,
};

const said = (refusal?: Refusal): string =>
  refusal ? refusal.message || Object.values(refusal.faults).join('; ') : '';

/** What follows a state at one press; what has ended can be taken up again. */
const NEXT = { planned: 'active', active: 'completed', completed: 'active' } as const;

async function list(request: Request, h: ResponseToolkit, refusal?: Refusal) {
  const { ctx } = request;
  const collection = loaded<CollectionRow>(request, 'collection_id');
  const { properties } = await visibleSchemaById(ctx, collection.id);
  const sprints = listedSprints(await sprintStore.list(ctx, [collection.id]));
  const t = ctx.app.messages.in(ctx.locale);
  const reports = new Map<number, SprintReport>();
  for (const one of sprints.slice(0, REPORTED)) reports.set(one.id, await sprintReport(ctx, one));
  return h.view('databases/sprints', {
    title: t('databases.sprints.of', { name: collection.name || t('databases.untitled') }),
    breadcrumb: [
      { title: collection.name, href: `/pages/${collection.page_id}` },
      { title: t('databases.sprints.title') },
    ],
    collection,
    sprints: sprints.map((one) => {
      const report = reports.get(one.id);
      const words = { days: daysText(ctx, one), left: daysLeftText(ctx, one), sum: report ? sumText(ctx, report) : '' };
      const above = report && one.state !== 'completed' ? aboveCapacity(report) : 0;
      return { ...one, ...words, report, above };
    }),
    number: numberText(ctx),
    isEditor: atLeast(await roleHere(request, 'collection_id'), 'editor'),
    numbers: properties.filter(isEstimate),
    ...{ typed: refusal?.typed ?? {}, faults: refusal?.faults ?? {}, message: refusal?.message ?? '' },
  });
}

/** How much more is planned than somebody can do. */
const aboveCapacity = ({ sprint: { capacity }, total }: SprintReport): number =>
  capacity === null ? 0 : Math.max(0, total - capacity);

const numberText =
  ({ locale }: Ctx) =>
  (value: number): string =>
    formatNumber(locale, value);

async function chartOfSprint(ctx: Ctx, report: SprintReport): Promise<string> {
  const { burnDownHtml } = await import('../views/chart/index.ts');
  const zone = zoneOf(ctx);
  const t = ctx.app.messages.in(ctx.locale);
  const day = new Intl.DateTimeFormat(languageTag(ctx.locale), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return burnDownHtml(
    burnOf(report, dayInZone(ctx.now(), zone), zone),
    { title: t('databases.sprints.burn_down'), t, text: numberText(ctx), direction: 'ltr' },
    (text) => day.format(new Date(`${text}T00:00:00Z`)),
  );
}

async function show(request: Request, h: ResponseToolkit, refusal?: Refusal) {
  const { ctx } = request;
  const report = await sprintReport(ctx, (await sprintStore.byId(ctx, Number(request.params.sprint_id))) as Sprint);
  const { sprint } = report;
  const schema = await visibleSchemaById(ctx, sprint.collection_id);
  const { collection } = schema;
  const isEditor = atLeast(await roleHere(request, 'sprint_id'), 'editor');
  const t = ctx.app.messages.in(ctx.locale);
  const find = isEditor ? String(request.query.find ?? '') : '';
  const table = await sprintTable(ctx, schema, report);
  const { status } = table;
  return h.view('databases/sprint', {
    title: sprint.name,
    breadcrumb: [
      { title: collection.name, href: `/pages/${collection.page_id}` },
      { title: t('databases.sprints.title'), href: `/collections/${collection.id}/sprints` },
      { title: sprint.name },
    ],
    ...{ collection, sprint, report, isEditor, find, ...table },
    ...{ days: daysText(ctx, sprint), left: daysLeftText(ctx, sprint), sum: sumText(ctx, report) },
    next: NEXT[sprint.state],
    above: sprint.state === 'completed' ? 0 : aboveCapacity(report),
    openCount: report.rows.filter(({ done_at }) => !done_at).length,
    after: sprint.state === 'active' ? await sprintAfter(ctx, sprint) : undefined,
    isPointed: sprint.points_property_id !== null,
    chart: { html: await chartOfSprint(ctx, report) },
    choices: isEditor && status && !schema.readOnly.has(status.id) ? (status.config.options ?? []) : [],
    found: await rowsToPlan(ctx, schema, report.rows, find),
    numbers: schema.properties.filter(isEstimate),
    ...{ typed: { ...typedOf(sprint), ...refusal?.typed }, faults: refusal?.faults ?? {}, message: said(refusal) },
    number: numberText(ctx),
  });
}

/** What the form of its settings begins with. */
const typedOf = ({ name: called, goal, starts_on, ends_on, capacity, points_property_id }: Sprint) => ({
  ...{ name: called, goal, starts_on, ends_on },
  capacity: String(capacity ?? ''),
  points_property_id: String(points_property_id ?? ''),
});

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
        payload: Joi.object(settingFields).required(),
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
    options: {
      id: 'sprints.show',
      validate: { params: sprintPath, query: Joi.object({ find: Joi.string().trim().max(ROW_SEARCH_MAX).allow('') }) },
    },
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
        payload: Joi.object({
          ...{ state: sprintFields.state, add: id().empty(''), drop: id().empty(''), csrf },
          // What becomes of open rows when the sprint is completed.
          open: Joi.valid(...OPEN_ROW_WAYS).default('stay'),
        }).required(),
      },
    },
    handler: async (request, h) => {
      const { state, add, drop, open } = request.payload as {
        state?: Sprint['state'];
        add?: number;
        drop?: number;
        open: OpenRowWay;
      };
      const stored = loaded<Sprint>(request, 'sprint_id');
      const change: SprintInput = {
        ...(state && { state }),
        ...(add && { add_rows: [add] }),
        ...(drop && { remove_rows: [drop] }),
      };
      if (state === 'completed') await completeSprint(request.ctx, stored, open);
      else await changeSprint(request.ctx, stored, change);
      return h.redirect(`/sprints/${stored.id}`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: '/sprints/{sprint_id}/settings',
    rules: {
      access: can(sprintPolicies.edit, 'sprint_id', { refs: sprintRefs.slice(0, 1) }),
      form: true,
      html: true,
      refused: showAgain,
    },
    options: {
      id: 'sprints.set-by-form',
      payload: form,
      validate: { params: sprintPath, payload: Joi.object(settingFields).required() },
    },
    handler: async (request, h) => {
      const { csrf: _csrf, points_property_id, ...input } = request.payload as NewSprint & { csrf?: string };
      const stored = loaded<Sprint>(request, 'sprint_id');
      // Whoever does not see what says how much a row is has not chosen that there is none.
      const isHidden = (await shownSprint(request.ctx, stored)).points_property_id !== stored.points_property_id;
      const points = isHidden && !points_property_id ? {} : { points_property_id };
      const sprint = await changeSprint(request.ctx, stored, { ...input, ...points });
      return h.redirect(`/sprints/${sprint.id}`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: '/sprints/{sprint_id}/rows/{row_id}',
    rules: {
      access: can(sprintPolicies.view, 'sprint_id', { refs: [inPath('row_id', rowPolicies.edit)] }),
      form: true,
      html: true,
      refused: showAgain,
    },
    options: {
      id: 'sprints.change-row-by-form',
      payload: form,
      validate: {
        params: sprintRowPath,
        payload: Joi.object({ status: Joi.string().max(100).allow('').required(), csrf }).required(),
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const sprint = loaded<Sprint>(request, 'sprint_id');
      const row = loaded<StoredRow>(request, 'row_id');
      const status = sprintStatus(sprint, await visibleSchemaById(ctx, sprint.collection_id));
      if (!status || row.collection_id !== sprint.collection_id) throw notFound();
      const { status: value } = request.payload as { status: string };
      await changeRow(ctx, row.page_id, { values: { [status.id]: value || null } });
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
