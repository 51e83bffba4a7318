// Automations for people: all rules of a workspace, what came of each, and forms that work without scripts; programs
// that do not ask for pages get the same as JSON.

import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { isForm } from '../../../core/http/form-errors.ts';
import { can, inQuery, type Policy } from '../../../core/http/policy.ts';
import { invalid } from '../../../core/http/problem.ts';
import { asksPage } from '../../../core/http/response-format.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { shownMoment } from '../../../core/i18n/relative-time.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases } from '../../databases/contract.ts';
import { pagePolicies, pages } from '../../pages/contract.ts';
import type { Rule, RuleInput } from '../model.ts';
import { automationPolicies } from '../policies.ts';
import { ClauseWords } from '../rules/clause-words.ts';
import { RECIPES } from '../rules/recipes.ts';
import { redactedRule } from '../rules/redacted-rule.ts';
import { homeFor } from '../rules/rule-home.ts';
import { newRuleFields, ruleFields } from '../rules/rule-schema.ts';
import { ruleSentence } from '../rules/rule-sentence.ts';
import { changeRule, createRule, type NewRule, removeRule } from '../rules/service.ts';
import { automationStore } from '../rules/store.ts';
import { setEnabled } from '../rules/switch.ts';
import { tryRule } from '../runs/dry-run.ts';
import { pressRefs } from '../runs/press-request.ts';
import { spokenSteps, verdictsOf } from '../runs/step-words.ts';
import { bodyIds, newRuleAccess, shownRule, shownRules } from './v2.ts';

export const PATH = '/workspace/automations';
/** At the top, as what is made and changed is answered everywhere, and by its own name. */
export const ruleAnswer = (automation: object) => ({ ...automation, automation });
const RULES_MAX = 200;
export const rulePath = params({ id: id() });
export const requestedRule = (request: Request): Rule => loaded<Rule>(request, 'id');

async function list(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const { workspace, workspace_id, page_id } = request.query as {
    workspace?: string;
    workspace_id?: number;
    page_id?: number;
  };
  const page = page_id === undefined ? undefined : loaded<{ workspace_id: number; title: string }>(request, 'page_id');
  const home = await homeFor(request, workspace, page?.workspace_id ?? workspace_id);
  const database = page_id === undefined ? undefined : await ctx.use(databases).ofPage(ctx, page_id);
  const rules = await automationStore.of(ctx, [home.id], { limit: RULES_MAX, offset: 0, collectionId: database?.id });
  if (!asksPage(request)) return h.response({ automations: await shownRules(ctx, rules) });
  const t = ctx.app.messages.in(ctx.locale);
  return h.view('automations/list', {
    title: database ? t('automations.of', { name: database.name }) : t('automations.title'),
    breadcrumb: database
      ? [{ title: t('automations.title'), href: PATH }, { title: database.name }]
      : [{ title: home.name }, { title: t('automations.title') }],
    workspace: home,
    database,
    rules: await Promise.all(
      rules.map(async (rule) => ({
        ...(await redactedRule(ctx, rule)),
        sentence: await ruleSentence(ctx, rule),
        last: rule.last_run_at && shownMoment(ctx, rule.last_run_at),
        next: rule.next_run_at ? momentText(ctx, rule.next_run_at) : '',
      })),
    ),
    recipes: RECIPES.map(({ key }) => key),
  });
}

/** Of pages that the runs name, which the reader sees. */
export async function titlesOf(ctx: Ctx, runs: { page_id: number | null }[]): Promise<Map<number, string>> {
  const found = await ctx.use(pages).byIds(
    ctx,
    runs.flatMap(({ page_id }) => page_id ?? []),
  );
  return new Map(found.map(({ id, title }) => [id, title]));
}

export async function heading(request: Request, rule: Rule) {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  return {
    title: rule.name,
    breadcrumb: [{ title: t('automations.title'), href: PATH }, { title: rule.name }],
    rule: await redactedRule(ctx, rule),
    sentence: await ruleSentence(ctx, rule),
  };
}

async function testPage(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const rule = requestedRule(request);
  const { page_id = null } = (request.payload ?? {}) as { page_id?: number | null };
  const trials = await tryRule(ctx, rule, page_id);
  if (!asksPage(request)) return h.response({ trials });
  const words = await ClauseWords.of(ctx, rule, verdictsOf(trials));
  return h.view('automations/test', {
    ...(await heading(request, rule)),
    titles: await titlesOf(ctx, trials),
    trials: trials.map((one) => ({
      ...one,
      at: one.event ? momentText(ctx, one.event.timestamp) : '',
      ...spokenSteps(ctx, words, one.steps),
    })),
  });
}

const toList = (h: ResponseToolkit) => h.redirect(PATH).code(303);

interface Act {
  name: string;
  policy: Policy;
  run(request: Request, h: ResponseToolkit): Promise<ResponseObject>;
}

const acts: Act[] = [
  ...(['enable', 'disable'] as const).map((name) => ({
    name,
    policy: automationPolicies.switch,
    run: async (request: Request, h: ResponseToolkit) => {
      const rule = await request.ctx.tx((tx) => setEnabled(tx, requestedRule(request), name === 'enable'));
      return isForm(request) ? toList(h) : h.response({ ok: true, ...ruleAnswer(await shownRule(request.ctx, rule)) });
    },
  })),
  {
    name: 'delete',
    policy: automationPolicies.delete,
    run: async (request, h) => {
      await removeRule(request.ctx, requestedRule(request).id);
      return isForm(request) ? toList(h) : h.response({ ok: true });
    },
  },
  { name: 'test', policy: automationPolicies.test, run: testPage },
];

export const automationPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: {
      access: {
        list: true,
        resource: 'automation',
        refs: [inQuery('page_id', pagePolicies.view), inQuery('workspace_id', automationPolicies.addToWorkspace)],
      },
      html: 'asked',
    },
    options: {
      id: 'automations.page',
      description: 'Rules of a workspace: a page, or JSON for who does not ask for one',
      validate: {
        query: Joi.object({
          workspace: Joi.string().allow('').max(200),
          workspace_id: id().description('instead of its name in addresses'),
          page_id: id().description('of a database: the rules about its rows'),
        }),
      },
    },
    handler: list,
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access: newRuleAccess },
    options: {
      id: 'automations.make',
      description: 'Make a rule; without a workspace in the active one',
      validate: {
        payload: Joi.object({
          workspace: Joi.string().allow('').max(200),
          workspace_id: id().description('instead of its name in addresses'),
          ...newRuleFields,
        }).required(),
      },
    },
    handler: async (request) => {
      const { workspace, workspace_id, ...input } = request.payload as NewRule & {
        workspace?: string;
        workspace_id?: number;
      };
      const home = await homeFor(request, workspace, workspace_id);
      if (workspace && workspace !== home.slug)
        throw invalid(['body', 'workspace'], 'must be the workspace of workspace_id', 'value_error');
      return { ok: true, ...ruleAnswer(await shownRule(request.ctx, await createRule(request.ctx, home.id, input))) };
    },
  }),
  route({
    method: 'PUT',
    path: `${PATH}/{id}`,
    rules: { access: can(automationPolicies.update, 'id', { opaque: bodyIds }) },
    options: {
      id: 'automations.change',
      description: 'Change a rule',
      validate: {
        params: rulePath,
        payload: Joi.object({ workspace: Joi.string().allow('').max(200), ...ruleFields })
          .min(1)
          .required(),
      },
    },
    handler: async (request) => {
      const { workspace, ...change } = request.payload as Partial<RuleInput> & { workspace?: string };
      const before = await shownRule(request.ctx, requestedRule(request));
      // As it was read, so that a rule can be sent back.
      if (workspace && workspace !== before.workspace)
        throw invalid(['body', 'workspace'], 'must be the workspace of the rule: it goes into no other', 'value_error');
      const rule = await changeRule(request.ctx, before.id, change);
      return { ok: true, ...ruleAnswer(await shownRule(request.ctx, rule)) };
    },
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    rules: { access: can(automationPolicies.delete, 'id') },
    options: {
      id: 'automations.remove',
      description: 'Delete a rule with what came of it',
      validate: { params: rulePath },
    },
    handler: async (request) => {
      await removeRule(request.ctx, requestedRule(request).id);
      return { ok: true };
    },
  }),
  ...acts.map(({ name, policy, run }) =>
    route({
      method: 'POST',
      path: `${PATH}/{id}/${name}`,
      rules: { access: can(policy, 'id', { refs: pressRefs }), form: true, html: 'asked' },
      options: {
        id: `automations.${name}-by-form`,
        validate: { params: rulePath, payload: Joi.object({ page_id: id().empty('').allow(null), csrf }).allow(null) },
      },
      handler: run,
    }),
  ),
];
