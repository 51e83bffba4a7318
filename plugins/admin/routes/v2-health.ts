// The health of the service in the public API.
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { beginDataCheck, healthReport, healthSchema, seenRequest } from '../health/health.ts';

const rules = { access: { admin: true as const }, scope: 'admin' as const };

export const healthApi: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/admin/health',
    rules,
    options: {
      id: 'health.get',
      description: 'What is well and what is not, each with what to do; nothing secret',
      response: { schema: healthSchema },
    },
    handler: (request) => healthReport(request.ctx, seenRequest(request)) as never,
  }),
  route({
    method: 'POST',
    path: '/api/v2/admin/health/data',
    rules,
    options: {
      id: 'health.check-data',
      description: 'Begin a look at all stored data, as the command doctor does',
      response: { schema: Joi.object({ ok: Joi.valid(true).required() }) },
    },
    handler: async ({ ctx }) => {
      await beginDataCheck(ctx);
      return { ok: true } as never;
    },
  }),
];
