// The record of API calls as administrators read it: who called what from where, by filters, and whole as CSV.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { sentCsv } from '../../../core/http/log-export.ts';
import { windowOf } from '../../../core/http/pagination.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging } from '../../../core/http/schema-fields.ts';
import { DAY } from '../../../core/i18n/calendar-date.ts';
import { beginOf, momentText } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type CallFilter, calls } from '../../api/contract.ts';
import { accounts } from '../../auth/contract.ts';
import { adminPage, listPagination } from '../page-layout.ts';

const PATH = '/admin/calls';
/** Filters that cannot be read filter nothing. */
const day = () =>
  Joi.string()
    .pattern(/^\d{4}-\d\d-\d\d$/)
    .custom((given: string, { error }) => (Number.isNaN(Date.parse(given)) ? error('any.invalid') : given))
    .allow('')
    .default('')
    .failover('');
const query = paging({
  who: Joi.string().trim().allow('').max(254).default('').failover(''),
  about: Joi.string().allow('').max(100).default('').failover(''),
  token: id().allow('').failover(''),
  refused: Joi.valid('1', '').default('').failover(''),
  since: day(),
  until: day(),
});

interface Asked {
  who: string;
  about: string;
  token?: number | '';
  refused: '1' | '';
  since: string;
  until: string;
  /** of a page of the list; '' for as many as usual */
  limit: number | '';
}

const USUAL = 50;

const askedBy = ({ query: { who, about, token = '', refused, since, until, limit } }: Request): Asked =>
  ({ who, about, token, refused, since, until, limit: limit === USUAL ? '' : limit }) as Asked;

/** Days are whole, the last one included, and those of the reader. Nobody of that name: undefined. */
async function filterOf(ctx: Ctx, asked: Asked): Promise<CallFilter | undefined> {
  const person = asked.who ? await ctx.use(accounts).find(ctx, asked.who) : undefined;
  if (asked.who && !person) return undefined;
  return {
    user_id: person?.id,
    resource_type: asked.about || undefined,
    token_id: asked.token || undefined,
    refused: asked.refused === '1',
    since: asked.since ? beginOf(ctx, asked.since) : undefined,
    until: asked.until ? beginOf(ctx, asked.until, DAY) : undefined,
  };
}

const addressOf = (asked: Asked, changed: Partial<Asked> = {}): string => {
  const given = Object.entries({ ...asked, ...changed }).filter(([, value]) => value);
  return `${PATH}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};

async function rowsOf(ctx: Ctx, asked: Asked, filter: CallFilter, limit: number, offset: number) {
  const { items, total } = await ctx.use(calls).page(ctx, filter, limit, offset);
  const ids = [...new Set(items.flatMap(({ user_id }) => user_id ?? []))];
  const people = new Map((await ctx.use(accounts).byIds(ctx, ids)).map((one) => [one.id, one]));
  const rows = items.map((one) => {
    const person = people.get(one.user_id ?? 0);
    return {
      ...one,
      at: momentText(ctx, one.created_at),
      by: person ? person.full_name || person.login : '',
      byHref: person ? addressOf(asked, { who: person.login }) : '',
      tokenHref: one.token_id === null ? '' : addressOf(asked, { token: one.token_id }),
      refusal: /^refused (\d+)$/.exec(one.detail)?.[1] ?? '',
    };
  });
  return { rows, total };
}

export const callRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { admin: true, opaque: ['token'] }, html: true },
    options: { id: 'admin-pages.calls', validate: { query } },
    handler: async (request, h) => {
      const { ctx } = request;
      const asked = askedBy(request);
      const filter = await filterOf(ctx, asked);
      const found = filter ? await rowsOf(ctx, asked, filter, ...windowOf(request)) : { rows: [], total: 0 };
      return adminPage(request, h, 'calls', {
        asked,
        all: addressOf(asked, { token: '' }),
        isUnknown: !filter,
        kinds: ctx.use(calls).kinds(ctx),
        ...found,
        ...listPagination(request, found.total, addressOf(asked)),
      });
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}.csv`,
    rules: { access: { admin: true, opaque: ['token'] }, html: true },
    options: { id: 'admin-pages.export-calls', validate: { query } },
    handler: async (request, h) => {
      const { ctx } = request;
      // Whoever is looked for and not there has called nothing.
      const filter = (await filterOf(ctx, askedBy(request))) ?? { user_id: 0 };
      return sentCsv(h, 'calls.csv', ctx.use(calls).csv(ctx, filter));
    },
  }),
];
