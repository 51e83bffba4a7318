// Who can see a page: a page of its own with forms that work without scripts, which the dialog shows, too.

import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { atLeast, type PermissionType, subjectOf } from '../../../core/access/access-control.ts';
import { mailWay } from '../../../core/events/mail.ts';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { can, type Policy } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Role, type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Collection, databases } from '../../databases/contract.ts';
import { deletionImpactOf, type Page } from '../../pages/contract.ts';
import { type PageOpening, publications } from '../contract.ts';
import { changeGrant, publishedWith, revoke, setType } from '../grants.ts';
import { type Suggestions, suggestionsFor } from '../invitation-candidates.ts';
import { shareWithAll } from '../invite.ts';
import { pageSharingPolicies } from '../policies.ts';
import { roleSchema, ruleRole, shareLevelSchema } from '../present.ts';
import { approve, decline } from '../requests.ts';
import { endRule, RULE_ROLES, setRule } from '../row-rules/row-rules.ts';
import { resendShareMail, type ShareLevel } from '../shares.ts';
import { reasonText, roleChoices, ruleChoices, sharingOf } from '../sharing-view.ts';
import { typeBody } from './schemas.ts';

/** How many are invited by one press. */
const INVITED_MAX = 30;

const PATH = '/pages/{page_id}/sharing';
const path = params({ page_id: id() });
const pageId = (request: Request): number => Number(request.params.page_id);

/** What was done, as the address says it after a form went well. */
const DONE = ['given', 'changed', 'sent', 'taken', 'typed', 'approved', 'declined', 'ruled'];

/** What is said of the person who was asked about; an empty one: of somebody without an account. */
async function answerAbout({ ctx, query }: Request, page: Page, { people }: Suggestions, openings: PageOpening[]) {
  const t = ctx.app.messages.in(ctx.locale);
  const asked = people.find(({ id: one }) => one === Number(query.person));
  if (asked) {
    const name = asked.full_name || asked.login;
    return { asked: asked.id, answer: await reasonText(ctx, page.id, { id: asked.id, name }) };
  }
  const isPublic = query.person === '';
  const text = openings.map((one) => one.text).join(' ') || t('permissions.as.public');
  return { asked: 0, answer: isPublic ? text : '' };
}

/** What was done, or how a form comes back that was refused. */
async function outcomeOf({ ctx, query }: Request, pageId: number, refusal?: Refusal) {
  const t = ctx.app.messages.in(ctx.locale);
  const what = String(query.done ?? '');
  const said = what === 'sent' ? `sent.${mailWay(ctx)}` : what;
  const isQuestion = refusal?.problem.code === 'published';
  return {
    values: refusal?.typed ?? {},
    faults: refusal?.faults ?? {},
    published: isQuestion ? await publishedWith(ctx, pageId) : [],
    message: refusal && !isQuestion ? refusal.message : '',
    done: !refusal && DONE.includes(what) ? t(`permissions.done.${said}`) : '',
  };
}

/** Several that were refused are kept by the script that sent them. */
function onlyTyped({ payload }: Request): string {
  const [who = '', ...others] = [(payload as Partial<Values> | null)?.who ?? ''].flat();
  return others.length ? '' : String(who);
}

async function sharingPage(request: Request, h: ResponseToolkit, refusal?: Refusal): Promise<ResponseObject> {
  const { ctx } = request;
  const subject = subjectOf(request, 'page_id');
  const page = subject.row as Page;
  const role = await ctx.app.resource('page-rights').role?.(ctx, subject);
  const sharing = await sharingOf(ctx, page, atLeast(role ?? null, 'owner'));
  const { decide, share } = sharing.may;
  const known = share ? await suggestionsFor(ctx, page) : { people: [], groups: [] };
  const t = ctx.app.messages.in(ctx.locale);
  const shown = h.view('permissions/sharing', {
    title: t('permissions.sharing.title', { page: page.title || t('permissions.untitled') }),
    breadcrumb: [{ title: page.title, href: `/pages/${page.id}` }, { title: t('permissions.sharing.short') }],
    shared: page,
    link: `${ctx.app.baseUrl}/pages/${page.id}`,
    ...sharing,
    losses: decide ? (await deletionImpactOf(ctx, [page.id])).synced : [],
    known,
    choices: roleChoices(sharing.mine),
    ruled: decide && page.kind === 'collection' ? { by: await ruleChoices(ctx, page), roles: RULE_ROLES } : null,
    switches: decide
      ? await Promise.all(ctx.app.contributions(publications).map(({ switchOf }) => switchOf(ctx, page.id)))
      : [],
    ...(await answerAbout(request, page, known, sharing.openings)),
    ...(await outcomeOf(request, page.id, refusal)),
    who: refusal ? onlyTyped(request) : '',
    way: mailWay(ctx),
  });
  return sharing.people.some(({ link }) => link) ? shown.header('cache-control', 'no-store') : shown;
}

interface Values {
  who: string[];
  role: Role;
  access: ShareLevel;
  permission_type: PermissionType;
  keep_published?: boolean;
  grant_id: number;
  /** 0: whoever made the row */
  property_id: number;
  rule_id: number;
  request_id: number;
}

interface Act {
  name: string;
  policy: Policy;
  body: Record<string, Joi.Schema>;
  /** answers the word that says what happened */
  run(request: Request, page: Page, values: Values): Promise<string>;
}

const pageOf = async (request: Request): Promise<Page> => {
  const subject = await request.ctx.app.resource('page').load(request.ctx, pageId(request));
  if (!subject) throw notFound();
  return subject.row as Page;
};

/** @throws Problem not_found for a page that is no database */
async function databaseOf(ctx: Ctx, page: Page): Promise<Collection> {
  const place = page.kind === 'collection' ? await ctx.use(databases).ofPage(ctx, page.id) : undefined;
  if (!place) throw notFound();
  return place;
}

/** One of a form without scripts, several of one with them. */
const invitees = () =>
  Joi.array().items(Joi.string().trim().max(254)).single().min(1).max(INVITED_MAX).unique().required();

const acts: Act[] = [
  {
    name: 'give',
    policy: pageSharingPolicies.grant,
    body: { who: invitees(), role: roleSchema().required() },
    run: async ({ ctx }, page, values) => {
      await shareWithAll(ctx, page, values.who, values.role);
      return 'given';
    },
  },
  {
    name: 'change',
    policy: pageSharingPolicies.grant,
    body: { grant_id: id().required(), role: roleSchema().required() },
    run: async ({ ctx }, page, values) => {
      await changeGrant(ctx, page.id, values.grant_id, values.role);
      return 'changed';
    },
  },
  {
    name: 'send-again',
    policy: pageSharingPolicies.grant,
    body: { grant_id: id().required() },
    run: async ({ ctx }, page, values) => {
      await resendShareMail(ctx, page.id, values.grant_id);
      return 'sent';
    },
  },
  {
    name: 'take',
    policy: pageSharingPolicies.revoke,
    body: { grant_id: id().required() },
    run: async ({ ctx }, page, values) => {
      await revoke(ctx, page.id, values.grant_id);
      return 'taken';
    },
  },
  {
    name: 'type',
    policy: pageSharingPolicies.setType,
    body: typeBody,
    run: async ({ ctx }, page, values) => {
      await setType(ctx, page.id, values.permission_type, values.keep_published);
      return 'typed';
    },
  },
  {
    name: 'rule',
    policy: pageSharingPolicies.setRule,
    body: { property_id: Joi.number().integer().min(0).required(), role: ruleRole().required() },
    async run({ ctx }, page, { property_id, role: given }) {
      const place = await databaseOf(ctx, page);
      if (property_id && !(await ruleChoices(ctx, page)).some((one) => one.id === property_id)) throw notFound();
      await setRule(ctx, place, property_id || null, given);
      return 'ruled';
    },
  },
  {
    name: 'unrule',
    policy: pageSharingPolicies.endRule,
    body: { rule_id: id().required() },
    async run({ ctx }, page, { rule_id }) {
      await endRule(ctx, await databaseOf(ctx, page), rule_id);
      return 'ruled';
    },
  },
  {
    name: 'approve',
    policy: pageSharingPolicies.answerRequest,
    body: { request_id: id().required(), access: shareLevelSchema().required() },
    run: async ({ ctx }, page, values) => {
      await approve(ctx, page.id, values.request_id, values.access);
      return 'approved';
    },
  },
  {
    name: 'decline',
    policy: pageSharingPolicies.answerRequest,
    body: { request_id: id().required() },
    run: async ({ ctx }, page, values) => {
      await decline(ctx, page.id, values.request_id);
      return 'declined';
    },
  },
];

export const sharingRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: can(pageSharingPolicies.view, 'page_id'), html: true },
    options: {
      id: 'sharing.page',
      validate: {
        params: path,
        query: Joi.object({ done: Joi.string().max(20), person: Joi.string().allow('').max(20) }),
      },
    },
    handler: (request, h) => sharingPage(request, h),
  }),
  ...acts.map(({ name, policy, body, run }) =>
    route({
      method: 'POST',
      path: `${PATH}/${name}`,
      // Grants, requests and rules count within the page, whose role decides.
      rules: {
        access: can(policy, 'page_id', { opaque: ['grant_id', 'request_id', 'property_id', 'rule_id'] }),
        form: true,
        html: true,
        refused: sharingPage,
      },
      options: {
        id: `sharing.${name}`,
        payload: { allow: ['application/x-www-form-urlencoded'] },
        validate: { params: path, payload: Joi.object({ csrf, ...body }).required() },
      },
      handler: async (request, h) => {
        const what = await run(request, await pageOf(request), request.payload as Values);
        return h.redirect(`/pages/${pageId(request)}/sharing?done=${what}`).code(303);
      },
    }),
  ),
];
