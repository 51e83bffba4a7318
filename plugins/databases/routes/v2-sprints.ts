// Sprints in API v2: planned over the rows of a database, with a report of how they go.

import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowIn } from '../../../core/http/pagination.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, name, paging } from '../../../core/http/schema-fields.ts';
import { collectionPolicies, propertyPolicies, sprintPolicies } from '../policies.ts';
import { collectionStore } from '../schema/store.ts';
import { isDay } from '../schema/types/bases/date-value.ts';
import { sprintReport } from '../sprints/report.ts';
import { changeSprint, createSprint, type NewSprint, type SprintInput, shownSprint } from '../sprints/sprint.ts';
import { SPRINT_STATES, type Sprint, sprintStore } from '../sprints/store.ts';
import { idParams, okAnswer, okAnswerSchema } from './schemas.ts';

const day = () =>
  Joi.string()
    .max(10)
    .custom((value, helpers) => (isDay(value) ? value : helpers.error('any.invalid')))
    .messages({ 'any.invalid': '{{#label}} takes a day such as 2026-11-20' })
    .example('2026-11-20');

export const sprintRefs = [
  inBody('points_property_id', propertyPolicies.view),
  inBody('done_property_id', propertyPolicies.view),
];

export const sprintFields = {
  name: name(),
  goal: Joi.string().allow('').max(2000),
  starts_on: day(),
  ends_on: day(),
  state: Joi.valid(...SPRINT_STATES),
  capacity: Joi.number().min(0).max(1e9).allow(null).description('in points'),
  points_property_id: id().allow(null).description('a number that says how much a row is; null: each counts one'),
  done_property_id: id().allow(null).description('a status or checkbox; absent: the first status'),
};
const rowIds = () => Joi.array().items(id()).max(1000);
const fields = { ...sprintFields, add_rows: rowIds(), remove_rows: rowIds() };

const integer = () => Joi.number().integer().required();
const sprintSchema = Joi.object({
  id: integer().example(2),
  collection_id: integer().example(3),
  name: Joi.string().required().example('Sprint 12'),
  goal: Joi.string().required().allow(''),
  starts_on: Joi.string().required().example('2026-11-16'),
  ends_on: Joi.string().required().example('2026-11-27'),
  state: Joi.valid(...SPRINT_STATES).required(),
  capacity: Joi.number().required().allow(null),
  points_property_id: integer().allow(null),
  done_property_id: integer().allow(null),
  created_by: integer().allow(null),
  created_at: Joi.string().required(),
  updated_at: Joi.string().required(),
}).meta({ title: 'Sprint' });

const reportSchema = Joi.object({
  sprint: sprintSchema.required(),
  total: Joi.number().required(),
  done: Joi.number().required(),
  left: Joi.number().required(),
  rows: Joi.array()
    .items(
      Joi.object({
        id: integer(),
        title: Joi.string().required().allow(''),
        points: Joi.number().required(),
        done_at: Joi.string().required().allow(null),
      }),
    )
    .required(),
  days: Joi.array()
    .items(
      Joi.object({
        day: Joi.string().required(),
        left: Joi.number().required().allow(null),
        ideal: Joi.number().required(),
      }),
    )
    .required(),
}).meta({ title: 'SprintReport' });

export const sprintV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/sprints',
    rules: {
      access: { list: true, resource: 'collection', refs: [inQuery('collection_id', collectionPolicies.view)] },
    },
    options: {
      id: 'sprints.list',
      description: 'Sprints of a database, or of all that you may see',
      validate: { query: paging({ collection_id: id() }) },
      response: { schema: Joi.array().items(sprintSchema) },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const asked = request.query.collection_id as number | undefined;
      const all = asked ? [asked] : await collectionStore.visible(ctx);
      const { items, total } = windowIn(request, await sprintStore.list(ctx, all));
      return pagedAnswer(request, h, { items: await Promise.all(items.map((one) => shownSprint(ctx, one))), total });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/sprints',
    rules: { access: { member: true, refs: [inBody('collection_id', collectionPolicies.addSprint), ...sprintRefs] } },
    options: {
      id: 'sprints.create',
      description: 'Plan a sprint over rows of a database',
      validate: {
        payload: Joi.object({
          ...fields,
          collection_id: id().required(),
          name: name().required(),
          starts_on: day().required(),
          ends_on: day().required(),
        }).required(),
      },
      response: { schema: sprintSchema },
    },
    handler: async (request) => {
      const { collection_id, ...input } = request.payload as NewSprint & { collection_id: number };
      return (await createSprint(request.ctx, collection_id, input)) as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/sprints/{id}',
    rules: { access: can(sprintPolicies.view, 'id') },
    options: {
      id: 'sprints.get',
      description: 'One sprint',
      validate: { params: idParams },
      response: { schema: sprintSchema },
    },
    handler: (request) => shownSprint(request.ctx, loaded<Sprint>(request, 'id')) as never,
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/sprints/{id}',
    rules: { access: can(sprintPolicies.edit, 'id', { refs: sprintRefs }) },
    options: {
      id: 'sprints.update',
      description: 'Change a sprint, put rows in and take them out',
      validate: { params: idParams, payload: Joi.object(fields).required() },
      response: { schema: sprintSchema },
    },
    handler: (request) =>
      changeSprint(request.ctx, loaded<Sprint>(request, 'id'), request.payload as SprintInput) as never,
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/sprints/{id}',
    rules: { access: can(sprintPolicies.delete, 'id') },
    options: {
      id: 'sprints.delete',
      description: 'Remove a sprint; its rows stay',
      validate: { params: idParams },
      response: { schema: okAnswerSchema },
    },
    handler: async (request) => {
      await request.ctx.tx((tx) => sprintStore.remove(tx, Number(request.params.id)));
      return okAnswer as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/sprints/{id}/report',
    rules: { access: can(sprintPolicies.view, 'id') },
    options: {
      id: 'sprints.report',
      description: 'What is done and left of the rows that you may see, day by day',
      validate: { params: idParams },
      response: { schema: reportSchema },
    },
    handler: (request) => sprintReport(request.ctx, loaded<Sprint>(request, 'id')) as never,
  }),
];
