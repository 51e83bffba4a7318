// What somebody answers for, in one list, in the public API.
import { Readable } from 'node:stream';
import Joi from 'joi';
import { AUDIT_SOURCES, type AuditWindow, auditCursor, auditFeed } from '../../../core/events/audit-feed.ts';
import { type Route, route } from '../../../core/http/route.ts';
import {
  type AskedAudit,
  auditLines,
  auditQuery,
  auditWindowOf,
  cursorField,
  withPeople,
} from '../audit/audit-query.ts';

const path = '/api/v2/admin/audit';
// Administrators read all records: the id is only looked for.
const rules = { access: { admin: true as const, opaque: ['user_id'] }, scope: 'admin' as const };
const text = () => Joi.string().required().allow('');

const entrySchema = Joi.object({
  source: Joi.valid(...AUDIT_SOURCES).required(),
  id: text().description('within its source'),
  at: text(),
  actor_id: Joi.number().integer().required().allow(null),
  actor: text().description('login'),
  action: text().example('pages.create'),
  subject: text().example('pages 12'),
  detail: text(),
  ip_address: text(),
}).meta({ title: 'AuditEntry' });

export const feedApi: Route[] = [
  route({
    method: 'GET',
    path,
    rules,
    options: {
      id: 'audit.feed',
      description:
        'Calls of programs, changes of rights, sign-ins and acts of administrators in one list, newest first',
      validate: {
        query: Joi.object({
          ...auditQuery,
          limit: Joi.number().integer().min(1).max(200).default(50),
          cursor: cursorField,
        }),
      },
      response: {
        schema: Joi.object({
          results: Joi.array().items(entrySchema).required(),
          next_cursor: Joi.string().required().allow(null),
        }).meta({ title: 'AuditFeed' }),
      },
    },
    handler: async ({ ctx, query }) => {
      const { limit, cursor, ...asked } = query as unknown as AskedAudit & {
        limit: number;
        cursor?: AuditWindow['after'];
      };
      const found = await auditFeed(ctx, { ...auditWindowOf(asked), after: cursor, limit });
      const last = found.length === limit ? found.at(-1) : undefined;
      return { results: await withPeople(ctx, found), next_cursor: last ? auditCursor(last) : null } as never;
    },
  }),
  route({
    method: 'GET',
    path: `${path}/export`,
    rules,
    options: {
      id: 'audit.export-feed',
      description: 'The whole list as CSV or as lines of JSON, newest first',
      validate: { query: Joi.object({ ...auditQuery, format: Joi.valid('csv', 'ndjson').default('csv') }) },
      plugins: { api: { produces: 'text/csv' } },
    },
    handler: ({ ctx, query }, h) => {
      const { format, ...asked } = query as unknown as AskedAudit & { format: 'csv' | 'ndjson' };
      return h
        .response(Readable.from(auditLines(ctx, asked, format), { objectMode: false }))
        .type(format === 'csv' ? 'text/csv' : 'application/x-ndjson')
        .header('content-disposition', `attachment; filename="audit.${format}"`)
        .header('cache-control', 'no-store');
    },
  }),
];
