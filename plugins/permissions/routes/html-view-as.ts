// A page as another person reads it, for its owners: only to look at, and nothing that they may not see themselves.

import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { type Actor, type Ctx, type UserActor, userOf } from '../../../core/kernel/context.ts';
import { accounts, actorOf, type User } from '../../auth/contract.ts';
import { databases } from '../../databases/contract.ts';
import { type Page, pages } from '../../pages/contract.ts';
import { suggestionsFor } from '../invitation-candidates.ts';
import { pageSharingPolicies } from '../policies.ts';
import { listOpenings, reasonText } from '../sharing-view.ts';

/** Of the people whom the owner knows in this workspace; nobody else is looked for. @throws Problem not_found */
async function personOf(request: Request, page: Page): Promise<User | undefined> {
  if (!request.query.person) return undefined;
  const { people } = await suggestionsFor(request.ctx, page);
  const found = people.find((one) => one.id === Number(request.query.person));
  if (!found) throw notFound();
  return found;
}

/** Pages inside that are named at once. */
const INSIDE_SHOWN = 200;

/** As the person reads it, with the table of a database; nothing that the owner may not see themselves. */
async function readAs(ctx: Ctx, id: number, turn: number) {
  const seen = await ctx.use(pages).read(ctx, id);
  if (!seen) return null;
  const addresses = { page: (one: number) => `/pages/${one}`, file: () => '' };
  const table = await ctx.use(databases).shownTable(ctx, id, { page: 1, addresses });
  const window = { limit: INSIDE_SHOWN, offset: (turn - 1) * INSIDE_SHOWN };
  const inside = await ctx.use(pages).level(ctx, seen.page.workspace_id, id, window);
  return { ...seen, inside, table: table ? { ...table, views: [], before: '', after: '' } : null };
}

async function view(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  const page = loaded<Page>(request, 'page_id');
  const turn = Number(request.query.inside);
  const person = await personOf(request, page);
  const me = userOf(ctx);
  const [seer] = await ctx.use(accounts).byIds(ctx, [me.id]);
  const seenBy: UserActor = actorOf(seer as User);
  const openings = await listOpenings(ctx, page.id);
  const reader: Actor = person
    ? { ...actorOf(person), seenBy }
    : { type: 'anonymous', ...(openings[0] ? { reads: openings[0].reads } : {}) };
  const seen = await readAs(ctx.as(reader), page.id, turn);
  const t = ctx.app.messages.in(ctx.locale);
  const name = person ? person.full_name || person.login : t('permissions.as.nobody');
  const why = person
    ? await reasonText(ctx, page.id, { id: person.id, name })
    : (openings[0]?.text ?? t('permissions.as.public'));
  return h.view('permissions/view-as', {
    title: t('permissions.as.title', { page: page.title || t('permissions.untitled'), name }),
    breadcrumb: [{ title: page.title, href: `/pages/${page.id}` }, { title: t('permissions.as.short', { name }) }],
    shared: page,
    name,
    why,
    seen,
    person: person?.id ?? '',
    insideAt: (to: number) =>
      `/pages/${page.id}/as?${new URLSearchParams({ person: String(person?.id ?? ''), inside: String(to) })}`,
    turn,
  });
}

export const viewAsRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/pages/{page_id}/as',
    rules: { access: can(pageSharingPolicies.viewAs, 'page_id'), html: true },
    options: {
      id: 'sharing.view-as',
      validate: {
        params: params({ page_id: id() }),
        query: Joi.object({
          person: Joi.string().allow('').max(20),
          inside: Joi.number().integer().min(1).max(100_000).default(1).failover(1),
        }),
      },
    },
    handler: view,
  }),
];
