// Single occurrences of rows that repeat, in the browser's JSON and in API v2.

import Joi from 'joi';
import { expectedVersion, versioned } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { changeOccurrence, type OccurrenceChange, splitSeries } from '../calendar/occurrences.ts';
import type { RowInput } from '../contract.ts';
import { rowPolicies } from '../policies.ts';
import { rowSchema } from '../present.ts';
import { newRowKeys, rowValuesSchema } from './schemas.ts';

const path = params({
  id: id(),
  day: Joi.string().max(20).required().description('on which it would start by the rule').example('2026-11-20'),
});
const moment = () => Joi.string().max(64).example('2026-11-21T10:00:00');

const change = Joi.object({
  start: moment().description('where it takes place instead'),
  end: moment(),
  cancelled: Joi.boolean(),
})
  .required()
  .description('nothing of it: as the rule says');

const split = Joi.object({ title: newRowKeys.title, calendar: newRowKeys.calendar, values: rowValuesSchema() }).allow(
  null,
);

const routesAt = (base: string, prefix: string): Route[] => [
  route({
    method: 'PUT',
    path: `${base}/occurrences/{day}`,
    rules: { access: can(rowPolicies.edit, 'id') },
    options: {
      id: `${prefix}.change-occurrence`,
      description: 'Move or cancel one occurrence of a row that repeats, or put it back where the rule has it',
      validate: { params: path, payload: change },
      response: { schema: rowSchema },
      plugins: { api: { statuses: [409], versioned: true } },
    },
    handler: async (request, h) => {
      const { id: row, day } = request.params as { id: string; day: string };
      const given = request.payload as OccurrenceChange;
      const changed = await changeOccurrence(request.ctx, Number(row), day, given, expectedVersion(request));
      return versioned(request, h, changed);
    },
  }),
  route({
    method: 'POST',
    path: `${base}/occurrences/{day}/split`,
    rules: { access: can(rowPolicies.edit, 'id') },
    options: {
      id: `${prefix}.split-series`,
      description: 'End a series before this occurrence and let it go on from there as a row of its own, with changes',
      validate: { params: path, payload: split },
      response: { schema: rowSchema },
      plugins: { api: { statuses: [400, 409] } },
    },
    handler: async (request, h) => {
      const { id: row, day } = request.params as { id: string; day: string };
      const { ctx } = request;
      const made = await splitSeries(ctx, Number(row), day, (request.payload ?? {}) as RowInput);
      return versioned(request, h, made);
    },
  }),
];

export const occurrenceRoutes: Route[] = [
  ...routesAt('/db/pages/{id}', 'databases'),
  ...routesAt('/api/v2/rows/{id}', 'rows'),
];
