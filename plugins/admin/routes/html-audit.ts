// What somebody answers for, in one list, as a page of administrators.
import Joi from 'joi';
import {
  AUDIT_SOURCES,
  type AuditEntry,
  type AuditWindow,
  auditCursor,
  auditFeed,
} from '../../../core/events/audit-feed.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { DAY } from '../../../core/i18n/calendar-date.ts';
import { beginOf, momentText } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import { grantedGroup, namesOfThings, thingOf } from '../audit/audit-names.ts';
import { auditWindowOf, cursorField } from '../audit/audit-query.ts';
import { auditSentence, auditSubject, refusedCode } from '../audit/audit-sentence.ts';
import { adminPage } from '../page-layout.ts';

const PATH = '/admin/audit';
const SHOWN = 100;

interface Query {
  who: string;
  source: AuditWindow['source'] | '';
  since: string;
  until: string;
  cursor?: AuditWindow['after'] | '';
}

/** Entries as sentences, with names and faces; the raw words of the record stand behind them. */
async function shownEntries(ctx: Ctx, entries: AuditEntry[]) {
  const named = entries.flatMap((one) => [one.actor_id, ...[one.subject, one.detail].map(personIn)]);
  const ids = [...new Set(named.filter((one) => one !== null))];
  const service = ctx.use(accounts);
  const [people, known, called] = await Promise.all([
    service.byIds(ctx, ids),
    service.known(ctx, ids),
    namesOfThings(ctx, entries),
  ]);
  const names = new Map(people.map((one) => [one.id, one.full_name || one.login]));
  const faces = new Map(known.map((one) => [one.id, one.avatar_url]));
  const t = ctx.app.messages.in(ctx.locale);
  return entries.map((one) => ({
    ...one,
    when: momentText(ctx, one.at),
    by: names.get(one.actor_id ?? 0) ?? t('admin.audit.nobody'),
    face: faces.get(one.actor_id ?? 0) ?? '',
    sentence: auditSentence(ctx.app.messages, ctx.locale, one),
    about: auditSubject(t, one, {
      person: (id) => names.get(id),
      thing: (entry) => called(thingOf(ctx.app, entry)),
      group: (entry) => called(grantedGroup(entry)),
    }),
    refused: refusedCode(one),
  }));
}

/** An id that may be that of a person; a name is only looked for. */
const personIn = (text: string): number | null => Number(/\b(\d{1,9})\b/.exec(text)?.[1]) || null;

const day = () =>
  Joi.string()
    .allow('')
    .default('')
    .custom((given: string) => (/^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : ''));

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
          since: day(),
          until: day(),
          cursor: cursorField.allow('').failover(''),
        }),
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const { who, source: named, since, until, cursor } = request.query as unknown as Query;
      const source = named || undefined;
      const person = who ? await ctx.use(accounts).find(ctx, who) : undefined;
      const isUnknown = who !== '' && !person;
      const span = {
        ...(since && { since: beginOf(ctx, since) }),
        ...(until && { until: beginOf(ctx, until, DAY) }),
      };
      const window = {
        ...auditWindowOf({ source, user_id: person?.id, ...span }),
        ...{ after: cursor || undefined, limit: SHOWN },
      };
      const found = isUnknown ? [] : await auditFeed(ctx, window);
      const last = found.length === SHOWN ? found.at(-1) : undefined;
      const asked = new URLSearchParams({ who, source: source ?? '', since, until });
      const chosen = new URLSearchParams({
        ...(source && { source }),
        ...(person && { user_id: String(person.id) }),
        ...span,
      });
      return adminPage(request, h, 'audit', {
        ...{ who, source: source ?? '', since, until, isUnknown, sources: AUDIT_SOURCES },
        entries: await shownEntries(ctx, found),
        older: last ? `${PATH}?${asked}&cursor=${auditCursor(last)}` : '',
        files: ['csv', 'ndjson'].map((format) => ({
          format,
          href: `/api/v2/admin/audit/export?format=${format}&${chosen}`,
        })),
      });
    },
  }),
];
