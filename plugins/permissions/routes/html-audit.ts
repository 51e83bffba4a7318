// The record of a workspace for its owners: as a page with filters, and whole as CSV.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { csvOf, sentCsv } from '../../../core/http/log-export.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { DAY } from '../../../core/i18n/calendar-date.ts';
import { beginOf } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { ACTIONS, type AuditFilter, wholeAudit } from '../audit.ts';
import { auditOf, peopleInAudit } from '../audit-page.ts';
import { rightsAuditPolicies } from '../policies.ts';

const path = params({ ws_id: id() });
/** A filter that cannot be read filters nothing. */
const lenient = (isGood: (given: string) => boolean) =>
  Joi.string()
    .allow('')
    .default('')
    .custom((given: string) => (isGood(given) ? given : ''));
const isDay = (given: string): boolean => /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given));
const query = Joi.object({
  action: lenient((given) => (ACTIONS as readonly string[]).includes(given)),
  person: lenient((given) => /^[1-9]\d{0,8}$/.test(given)),
  since: lenient(isDay),
  until: lenient(isDay),
  page: Joi.number().integer().min(1).max(100_000).default(1).failover(1),
});

interface Asked {
  action: string;
  person: string;
  since: string;
  until: string;
  page: number;
}

/** Days are whole, the last one included, and those of the reader, as the times of the list are. */
function filterOf(ctx: Ctx, { action, person, since, until }: Asked): AuditFilter {
  return {
    action: action || undefined,
    userId: person ? Number(person) : undefined,
    since: since ? beginOf(ctx, since) : undefined,
    until: until ? beginOf(ctx, until, DAY) : undefined,
  };
}

const asked = (request: Request): Asked => request.query as unknown as Asked;

export const auditPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/workspaces/{ws_id}/rights',
    rules: { access: can(rightsAuditPolicies.view, 'ws_id'), html: true },
    options: { id: 'audit-pages.all', validate: { params: path, query } },
    handler: async (request, h) => {
      const { ctx } = request;
      const { id: ws, name } = loaded<{ id: number; name: string }>(request, 'ws_id');
      const filter = asked(request);
      const t = ctx.app.messages.in(ctx.locale);
      return h.view('permissions/audit', {
        title: t('permissions.audit.title'),
        breadcrumb: [
          { title: t('workspaces.title'), href: '/workspaces' },
          { title: name },
          { title: t('permissions.nav.rights') },
        ],
        workspace: { id: ws },
        filter: { action: filter.action, person: filter.person, since: filter.since, until: filter.until },
        kinds: ACTIONS,
        people: await peopleInAudit(ctx, ws),
        ...(await auditOf(ctx, ws, filterOf(ctx, filter), filter.page)),
        page: filter.page,
      });
    },
  }),
  route({
    method: 'GET',
    path: '/workspaces/{ws_id}/rights.csv',
    rules: { access: can(rightsAuditPolicies.view, 'ws_id'), html: true },
    options: { id: 'audit-pages.export', validate: { params: path, query } },
    handler: (request, h) => {
      const filter = { ...filterOf(request.ctx, asked(request)), workspaceId: Number(request.params.ws_id) };
      return sentCsv(h, 'rights.csv', csvOf(wholeAudit(request.ctx, filter)));
    },
  }),
];
