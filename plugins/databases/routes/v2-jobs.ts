// Changes of schemas that go on as jobs in API v2: how far each is, and how it is cancelled.

import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { Problem } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { schemaJobPolicies } from '../policies.ts';
import { presentSchemaJob } from '../schema-change/present-job.ts';
import { cancelSchemaJob } from '../schema-change/start-change.ts';
import { type SchemaJob, schemaJobs } from '../schema-change/store.ts';

const STATUSES = ['queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled'] as const;
const status = Joi.valid(...STATUSES).required();
const integer = () => Joi.number().integer().required();

/** What is answered instead of the result where so many rows follow that nobody waits for them. */
export const startedSchema = Joi.object({
  ok: Joi.valid(true).required(),
  job: Joi.object({ id: integer(), status }).required(),
}).meta({ title: 'StartedJob' });

const jobSchema = Joi.object({
  id: integer(),
  collection_id: integer(),
  property_id: integer().allow(null).description('that is made or changed'),
  status,
  done: integer().description('rows that follow the change already'),
  total: integer(),
  undo: integer().allow(null).description('with which the change is taken back, once it is completed'),
  error: Joi.string().required().allow('').description('why it failed; nothing was changed then'),
  created_at: Joi.string().isoDate().required(),
  finished_at: Joi.string().isoDate().required().allow(null),
}).meta({ title: 'SchemaJob' });

const validate = { params: params({ id: id() }) };

export const schemaJobV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/jobs/{id}',
    rules: { access: can(schemaJobPolicies.view, 'id') },
    options: {
      id: 'jobs.get',
      description:
        'How far a change of a large database is; until it is completed everybody reads the database as it was',
      validate,
      response: { schema: jobSchema },
    },
    handler: (request) => presentSchemaJob(loaded<SchemaJob>(request, 'id')) as never,
  }),
  route({
    method: 'POST',
    path: '/api/v2/jobs/{id}/cancel',
    rules: { access: can(schemaJobPolicies.cancel, 'id') },
    options: {
      id: 'jobs.cancel',
      description: 'Stop a change of a large database; nothing of it is kept',
      validate,
      response: { schema: jobSchema },
    },
    handler: async (request) => {
      const { id: jobId } = loaded<SchemaJob>(request, 'id');
      if (!(await cancelSchemaJob(request.ctx, jobId)))
        throw new Problem('conflict', 'The change has come to its end already.');
      return presentSchemaJob((await schemaJobs.byId(request.ctx, jobId)) as SchemaJob) as never;
    },
  }),
];
