// What somebody answers for, in one list, as a page of administrators.
import Joi from 'joi';
import { AUDIT_SOURCES, type AuditWindow, auditCursor, auditFeed } from '../../../core/events/audit-feed.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { accounts } from '../../auth/contract.ts';
import { auditWindowOf, cursorField, withPeople } from '../audit/audit-query.ts';
import { adminPage } from '../page-layout.ts';

const PATH = '/admin/audit';
const SHOWN = 100;

interface Query {
  who: string;
  source: AuditWindow['source'] | '';
  cursor?: AuditWindow['after'] | '';
}

export const adminAuditRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { admin: true }, html: true },
    options: {
      id: 'admin-pages.audit',
      validate: {
        query: Joi.object({
          who: Joi.string().trim().allow('').max(254).default('').failover(''),
          source: Joi.valid(...AUDIT_SOURCES, '')
            .default('')
            .failover(''),
          cursor: cursorField.allow('').failover(''),
        }),
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const { who, source: named, cursor } = request.query as unknown as Query;
      const source = named || undefined;
      const person = who ? await ctx.use(accounts).find(ctx, who) : undefined;
      const isUnknown = who !== '' && !person;
      const window = { ...auditWindowOf({ source, user_id: person?.id }), after: cursor || undefined, limit: SHOWN };
      const found = isUnknown ? [] : await auditFeed(ctx, window);
      const last = found.length === SHOWN ? found.at(-1) : undefined;
      const asked = new URLSearchParams({ who, source: source ?? '' });
      const chosen = new URLSearchParams({ ...(source && { source }), ...(person && { user_id: String(person.id) }) });
      return adminPage(request, h, 'audit', {
        ...{ who, source, isUnknown, sources: AUDIT_SOURCES },
        entries: (await withPeople(ctx, found)).map((one) => ({ ...one, when: momentText(ctx, one.at) })),
        older: last ? `${PATH}?${asked}&cursor=${auditCursor(last)}` : '',
        files: ['csv', 'ndjson'].map((format) => ({
          format,
          href: `/api/v2/admin/audit/export?format=${format}&${chosen}`,
        })),
      });
    },
  }),
];
