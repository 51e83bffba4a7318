// Automations in the public API.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { notFound, Problem } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { collectionPolicies } from '../../databases/contract.ts';
import { type Workspace, workspaces } from '../../workspaces/contract.ts';
import { type AutomationRun, type Rule, type RuleInput, STATUSES } from '../model.ts';
import { automationPolicies } from '../policies.ts';
import { redactedRule } from '../rules/redacted-rule.ts';
import {
  automationRunSchema,
  exportRule,
  newRuleFields,
  presentRule,
  ruleFields,
  ruleSchema,
  stepSchema,
} from '../rules/rule-schema.ts';
import { changeRule, createRule, type NewRule, removeRule } from '../rules/service.ts';
import { automationStore } from '../rules/store.ts';
import { setEnabled } from '../rules/switch.ts';
import { tryRule } from '../runs/dry-run.ts';
import { lockRefusal } from '../runs/lock-refusal.ts';
import { replay } from '../runs/press.ts';
import { pressBody, pressed, pressRefs } from '../runs/press-request.ts';
import { listRuns, presentRuns } from '../runs/visible-runs.ts';

const one = { params: params({ id: id() }) };
/** Ids within conditions and actions are checked one by one where a rule is saved. */
export const bodyIds = ['property_id', 'parent_id', 'template_id', 'webhook_id', 'user_ids', 'group_ids'];

/** Of a new rule, wherever it is made. */
export const newRuleAccess = {
  member: true,
  refs: [inBody('workspace_id', automationPolicies.addToWorkspace), inBody('collection_id', collectionPolicies.view)],
  opaque: bodyIds,
} as const;
const ruleOf = (request: Request): Rule => loaded<Rule>(request, 'id');

const exportSchema = Joi.object({
  ...newRuleFields,
  condition_json: Joi.array().items(Joi.object()),
  actions_json: Joi.array().items(Joi.object()),
})
  .meta({ title: 'AutomationExport' })
  .example({
    name: 'Urgent pages',
    trigger_type: 'event',
    event: 'page.updated',
    condition_json: [],
    actions_json: [],
  });

export async function shownRule(ctx: Ctx, rule: Rule) {
  const mine = await ctx.use(workspaces).mine(ctx);
  const slug = mine.find((one) => one.id === rule.workspace_id)?.slug ?? '';
  return presentRule(await redactedRule(ctx, rule), slug);
}

export async function shownRules(ctx: Ctx, rules: Rule[]) {
  const slugs = new Map((await ctx.use(workspaces).mine(ctx)).map((one: Workspace) => [one.id, one.slug]));
  const shown = await Promise.all(rules.map((rule) => redactedRule(ctx, rule)));
  return shown.map((rule) => presentRule(rule, slugs.get(rule.workspace_id) ?? ''));
}

const example = {
  ...{ workspace_id: 1, name: 'Urgent pages', event: 'page.updated' },
  condition_json: [{ field: 'title', op: 'contains', value: 'urgent' }],
  actions_json: [{ kind: 'notify', message: '{title} is urgent', user_ids: [7] }],
};

const trialSchema = Joi.object({
  event: Joi.object({ id: Joi.string().required(), type: Joi.string().required(), timestamp: Joi.string().required() })
    .allow(null)
    .required(),
  status: Joi.valid(...STATUSES).required(),
  reason: Joi.string().allow('').required(),
  detail: Joi.string().allow('').required(),
  steps: Joi.array().items(stepSchema).required(),
  page_id: id().allow(null).required(),
}).meta({ title: 'AutomationTrial' });

const v2RunRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/v2/automations/{id}/run',
    rules: { access: can(automationPolicies.press, 'id', { refs: pressRefs }) },
    options: {
      id: 'automations.press',
      description:
        'Press the button of a rule; it acts as you, or as its author where it says so. A repeated Idempotency-Key is one run. 409 where it failed, 423 where a lock kept it from acting',
      plugins: { api: { statuses: [409, 423] } },
      validate: { ...one, payload: pressBody },
      response: { schema: automationRunSchema },
    },
    handler: async (request) => {
      const made = await pressed(request);
      const [run] = await presentRuns(request.ctx, ruleOf(request), [made]);
      // It is kept, and listed with the runs of the rule.
      if (run?.status === 'error') throw (await lockRefusal(request.ctx, made)) ?? new Problem('conflict', run.detail);
      return run as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/automations/{id}/runs',
    rules: { access: can(automationPolicies.listRuns, 'id') },
    options: {
      id: 'automations.runs',
      description: 'What came of each time a rule was looked at, newest first',
      validate: { ...one, query: paging({ status: Joi.valid(...STATUSES) }) },
      response: { schema: Joi.array().items(automationRunSchema) },
    },
    handler: async (request, h) => {
      const [limit, offset] = windowOf(request);
      const { status } = request.query as { status?: string };
      return pagedAnswer(request, h, await listRuns(request.ctx, ruleOf(request), { status, limit, offset }));
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/automations/{id}/runs/{run_id}/replay',
    rules: {
      access: can(automationPolicies.replayRun, 'id'),
    },
    options: {
      id: 'automations.replay',
      description: 'Try a run that failed again, with the same event',
      plugins: { api: { statuses: [409] } },
      validate: { params: params({ id: id(), run_id: id() }) },
      response: { schema: automationRunSchema },
    },
    handler: async (request) => {
      const run = loaded<AutomationRun>(request, 'run_id');
      if (run.automation_id !== ruleOf(request).id) throw notFound();
      return (
        await presentRuns(request.ctx, ruleOf(request), [await replay(request.ctx, ruleOf(request), run)])
      )[0] as never;
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/automations/{id}/test',
    rules: { access: can(automationPolicies.test, 'id', { refs: pressRefs }) },
    options: {
      id: 'automations.test',
      description: 'What a rule would have done with the last 50 events of its kind; nothing is kept',
      validate: { ...one, payload: pressBody },
      response: { schema: Joi.array().items(trialSchema) },
    },
    handler: async (request) => {
      const { page_id = null } = (request.payload ?? {}) as { page_id?: number | null };
      return (await tryRule(request.ctx, ruleOf(request), page_id)) as never;
    },
  }),
  ...(['enable', 'disable'] as const).map((what) =>
    route({
      method: 'POST',
      path: `/api/v2/automations/{id}/${what}`,
      rules: { access: can(automationPolicies.switch, 'id') },
      options: {
        id: `automations.${what}`,
        description: what === 'enable' ? 'Switch a rule on; what it missed is not caught up' : 'Switch a rule off',
        validate: one,
        response: { schema: ruleSchema },
      },
      handler: async (request) => {
        const rule = await request.ctx.tx((tx) => setEnabled(tx, ruleOf(request), what === 'enable'));
        return (await shownRule(request.ctx, rule)) as never;
      },
    }),
  ),
];

export const automationV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/automations',
    rules: {
      access: {
        list: true,
        resource: 'automation',
        refs: [inQuery('workspace_id', automationPolicies.addToWorkspace)],
      },
    },
    options: {
      id: 'automations.list',
      description: 'Rules of the workspaces that you may edit, or of one, by name',
      validate: { query: paging({ workspace_id: id() }) },
      response: { schema: Joi.array().items(ruleSchema) },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const [limit, offset] = windowOf(request);
      const { workspace_id } = request.query as { workspace_id?: number };
      const ids = workspace_id ? [workspace_id] : await editableWorkspaceIds(ctx);
      const [rules, total] = await Promise.all([
        automationStore.of(ctx, ids, { limit, offset }),
        automationStore.count(ctx, ids),
      ]);
      return pagedAnswer(request, h, { items: await shownRules(ctx, rules), total });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/automations',
    rules: { access: newRuleAccess, idempotent: true },
    options: {
      id: 'automations.create',
      description: 'Make a rule; it acts as you, with the rights that you have when it runs',
      plugins: { api: { statuses: [400] } },
      validate: {
        payload: Joi.object({ workspace_id: id().required(), ...newRuleFields })
          .required()
          .example(example),
      },
      response: { schema: ruleSchema },
    },
    handler: async (request) => {
      const { workspace_id, ...input } = request.payload as NewRule & { workspace_id: number };
      return (await shownRule(request.ctx, await createRule(request.ctx, workspace_id, input))) as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/automations/{id}',
    rules: { access: can(automationPolicies.view, 'id') },
    options: {
      id: 'automations.get',
      description: 'One rule',
      validate: one,
      response: { schema: ruleSchema },
    },
    handler: async (request) => (await shownRule(request.ctx, ruleOf(request))) as never,
  }),
  route({
    method: 'GET',
    path: '/api/v2/automations/{id}/export',
    rules: { access: can(automationPolicies.view, 'id') },
    options: {
      id: 'automations.export',
      description: 'A rule as it can be sent to make the same one elsewhere',
      validate: one,
      response: { schema: exportSchema },
    },
    handler: async (request) => exportRule(await redactedRule(request.ctx, ruleOf(request))) as never,
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/automations/{id}',
    rules: { access: can(automationPolicies.update, 'id', { opaque: bodyIds }) },
    options: {
      id: 'automations.update',
      description: 'Change a rule; whoever changes what it does is whom it acts as from then on',
      plugins: { api: { statuses: [400] } },
      validate: {
        ...one,
        payload: Joi.object(ruleFields).min(1).required().example({ name: 'Urgent pages', enabled: false }),
      },
      response: { schema: ruleSchema },
    },
    handler: async (request) => {
      const changed = await changeRule(request.ctx, ruleOf(request).id, request.payload as Partial<RuleInput>);
      return (await shownRule(request.ctx, changed)) as never;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/automations/{id}',
    rules: { access: can(automationPolicies.delete, 'id') },
    options: {
      id: 'automations.delete',
      description: 'Delete a rule with what came of it',
      validate: one,
      response: { schema: Joi.object({ ok: Joi.valid(true).required() }) },
    },
    handler: async (request) => {
      await removeRule(request.ctx, ruleOf(request).id);
      return { ok: true } as never;
    },
  }),
  ...v2RunRoutes,
];

/** Ids of the workspaces in which the actor may write. */
export async function editableWorkspaceIds(ctx: Ctx): Promise<number[]> {
  const mine = await ctx.use(workspaces).mine(ctx);
  return mine.filter(({ role }) => role === 'editor' || role === 'owner').map((one) => one.id);
}
