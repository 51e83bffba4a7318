// The record of API calls for administrators.
import Joi from 'joi';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, recordCursor, timestamp } from '../../../core/http/schema-fields.ts';
import type { CallFilter } from '../contract.ts';
import { listCalls } from '../store.ts';

const text = () => Joi.string().required().allow('');
const maybeInt = () => Joi.number().integer().required().allow(null);

const recordSchema = Joi.object({
  id: Joi.number().integer().required(),
  user_id: maybeInt(),
  token_id: maybeInt(),
  action: text().example('pages.create'),
  resource_type: text().example('pages'),
  resource_id: text().example('12'),
  ip_address: text(),
  detail: text(),
  created_at: text().example('2026-11-21T09:00:00.000Z'),
}).meta({ title: 'ApiAuditRecord' });

interface Query extends CallFilter {
  page: number;
  limit: number;
}

export const apiAuditRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/audit/api',
    // Administrators read all records: the ids are only looked for.
    rules: { access: { admin: true, opaque: ['user_id', 'token_id'] }, scope: 'admin' },
    options: {
      id: 'audit.calls',
      description: 'Changes by the API, reads of credentials, and refusals, newest first',
      validate: {
        query: paging({
          user_id: id(),
          token_id: id(),
          action: Joi.string().max(100),
          resource_type: Joi.string().max(100),
          refused: Joi.boolean().description('true: only calls that were refused'),
          since: timestamp(),
          until: timestamp(),
          cursor: recordCursor(),
        }),
      },
      response: { schema: Joi.array().items(recordSchema) },
    },
    handler: async (request, h) => {
      const { page: _page, limit: _limit, ...filter } = request.query as unknown as Query;
      return pagedAnswer(request, h, await listCalls(request.ctx, filter, ...windowOf(request)));
    },
  }),
];
