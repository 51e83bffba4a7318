// The editor of a rule: three steps, each a form; what was said before travels along until it is saved.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can, inQuery } from '../../../core/http/policy.ts';
import { Problem } from '../../../core/http/problem.ts';
import { asksPage } from '../../../core/http/response-format.ts';
import { type Route, roles, route } from '../../../core/http/route.ts';
import { csrf, id } from '../../../core/http/schema-fields.ts';
import { validateInput } from '../../../core/http/validation-errors.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { collectionPolicies, databases, isComputed, takesPeople } from '../../databases/contract.ts';
import { pages } from '../../pages/contract.ts';
import { type Workspace, workspaces } from '../../workspaces/contract.ts';
import { EVENTS, FIELDS, type Field, type Rule, type RuleInput, TRIGGERS } from '../model.ts';
import { automationPolicies } from '../policies.ts';
import { needsValue, OFFERED } from '../rules/clause-words.ts';
import {
  isPlain,
  type RuleDraft,
  type RuleFormFields,
  readRuleDraft,
  type StepNumber,
  valueText,
  withStep,
} from '../rules/draft.ts';
import { recipeDraft } from '../rules/recipes.ts';
import { redactedRule } from '../rules/redacted-rule.ts';
import { refusedStep, ruleRefusalText } from '../rules/refusal-words.ts';
import { draftedProperties, draftedRule, homeFor, requestedWorkspace } from '../rules/rule-home.ts';
import { exportRule, newRuleFields, ruleDefaults } from '../rules/rule-schema.ts';
import { clauseSubject } from '../rules/rule-sentence.ts';
import { changeRule, createRule, type NewRule } from '../rules/service.ts';
import { pageField, propertyField, shownField } from '../rules/value-field.ts';
import { requestedRule, rulePath } from './html.ts';
import { shownRule } from './v2.ts';

const PATH = '/workspace/automations';
const PLACES_MAX = 200;

interface View {
  draft: RuleDraft;
  step: StepNumber;
  workspace: Pick<Workspace, 'id' | 'name' | 'slug'>;
  message?: string;
  /** JSON as it was typed, where it could not be read */
  written?: string;
}

async function editor(request: Request, h: ResponseToolkit, { draft, step, workspace, message = '', written }: View) {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const name = draft.id ? draft.name || t('automations.title') : t('automations.new');
  const offered = await choices(ctx, workspace.id, draft);
  const sources = { ...offered, t };
  return h.view('automations/editor', {
    title: name,
    breadcrumb: [{ title: t('automations.title'), href: PATH }, { title: name }],
    draft: { ...ruleDefaults, actions_json: [], name: '', ...draft },
    json: JSON.stringify(draft),
    export:
      written ??
      JSON.stringify(exportRule({ ...ruleDefaults, name: '', actions_json: [], ...draft } as unknown as Rule), null, 2),
    step,
    workspace,
    message,
    ...{ subjectOf: clauseSubject, isPlain, needsValue, roles },
    fieldFor: (subject: { property_id?: number; field?: Field }, value: unknown) => {
      const property = offered.properties.find(({ id }) => id === subject.property_id);
      const field = subject.field ? pageField(subject.field, sources) : propertyField(property, sources);
      return shownField(field, valueText(value));
    },
    ...{ triggers: TRIGGERS, events: EVENTS, fields: FIELDS, operators: OFFERED },
    ...offered,
  });
}

async function choices(ctx: Ctx, workspaceId: number, { collection_id = null }: RuleDraft) {
  const [places, people] = await Promise.all([
    placesIn(ctx, workspaceId),
    ctx.use(workspaces).members(ctx, workspaceId),
  ]);
  const properties = await draftedProperties(ctx, collection_id);
  return {
    ...places,
    people,
    properties,
    peopled: properties.filter(takesPeople),
    writable: properties.filter((one) => !isComputed(one)),
  };
}

/** Visible databases and pages of the top of a workspace, by title. */
async function placesIn(ctx: Ctx, workspaceId: number) {
  const query = ctx
    .db('pages')
    .where({ 'pages.workspace_id': workspaceId })
    .whereNull('pages.collection_id')
    .where((any) => any.where('pages.kind', 'collection').orWhereNull('pages.parent_id'))
    .orderBy(['pages.title', 'pages.id'])
    .limit(PLACES_MAX)
    .select('pages.id', 'pages.title', 'pages.kind');
  ctx.use(pages).narrow(ctx, query, await ctx.app.access.scope(ctx, workspaceId));
  const found: { id: number; title: string; kind: string }[] = await query;
  const tables = await Promise.all(
    found
      .filter(({ kind }) => kind === 'collection')
      .map(async ({ id: page, title }) => ({ id: (await ctx.use(databases).ofPage(ctx, page))?.id ?? 0, title })),
  );
  return { tables, tops: found.filter(({ kind }) => kind === 'page') };
}

const said = Joi.alternatives(Joi.string().allow('').max(2000), Joi.array().items(Joi.string().max(20)).max(200));
const fieldsOfSteps = Object.fromEntries(
  [
    ...['trigger_type', 'event', 'cron_expression', 'timezone', 'collection_id', 'include_imports'],
    ...['name', 'enabled', 'runs_as', 'least_role', 'add'],
  ].map((name) => [name, Joi.string().allow('').max(500)]),
);
const draftFields = Joi.object(newRuleFields);

/** @throws Problem validation_failed */
async function save(ctx: Ctx, workspaceId: number, { id: known, ...draft }: RuleDraft): Promise<Rule> {
  const input = validateInput(draftFields, draft as NewRule) as NewRule;
  if (!known) return createRule(ctx, workspaceId, input);
  await draftedRule(ctx, known);
  return changeRule(ctx, known, input as Partial<RuleInput>);
}

/** A rule that is there belongs to its own workspace, whatever the form says. */
async function placeOf(request: Request, draft: RuleDraft): Promise<Workspace> {
  const { ctx } = request;
  if (!draft.id) return requestedWorkspace(request, (request.payload as RuleFormFields).workspace as string);
  const { workspace_id } = await draftedRule(ctx, draft.id);
  const home = (await ctx.use(workspaces).mine(ctx)).find((one) => one.id === workspace_id);
  return home ?? requestedWorkspace(request);
}

async function goOn(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const typed = request.payload as RuleFormFields & { step: StepNumber; go: string };
  const carried = readRuleDraft(typed.draft) ?? {};
  const written = typed.go === 'json' ? readRuleDraft(typed.rule) : carried;
  const before = typed.go === 'json' ? { ...written, id: carried.id } : carried;
  const workspace = await placeOf(request, before);
  const properties = await draftedProperties(ctx, before.collection_id ?? null);
  if (!written) {
    const message = ctx.app.messages.text(ctx.locale, 'automations.no_json');
    const view = { draft: carried, step: typed.step, workspace, message, written: String(typed.rule ?? '') };
    return (await editor(request, h, view)).code(422);
  }
  const draft = typed.go === 'json' ? before : withStep(before, typed.step, typed, properties);
  if (typed.go !== 'save' && typed.go !== 'json') {
    const step = /^[123]$/.test(typed.go) ? (Number(typed.go) as StepNumber) : typed.step;
    return editor(request, h, { draft, step, workspace });
  }
  try {
    const rule = await save(ctx, workspace.id, draft);
    return h.redirect(`${PATH}/${rule.id}/runs`).code(303);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const step = typed.go === 'json' ? typed.step : refusedStep(error);
    return (await editor(request, h, { draft, step, workspace, message: ruleRefusalText(ctx, error, draft) })).code(
      error.status,
    );
  }
}

export const editorRoutes: Route[] = [
  route({
    method: 'GET',
    path: `${PATH}/new`,
    rules: {
      access: {
        member: true,
        refs: [inQuery('collection_id', collectionPolicies.view)],
      },
      html: true,
    },
    options: {
      id: 'automations.new-form',
      validate: {
        query: Joi.object({
          recipe: Joi.string().max(40),
          workspace: Joi.string().allow('').max(200),
          trigger: Joi.valid(...TRIGGERS),
          collection_id: id().description('about the rows of this database, in its workspace'),
        }),
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const { recipe, workspace, trigger, collection_id } = request.query as {
        recipe?: string;
        workspace?: string;
        trigger?: RuleInput['trigger_type'];
        collection_id?: number;
      };
      return editor(request, h, {
        draft: {
          ...{ ...recipeDraft(recipe, ctx.app.messages.in(ctx.locale)), enabled: true },
          ...(trigger && { trigger_type: trigger }),
          ...(collection_id && { collection_id }),
        },
        step: 1,
        workspace: await homeFor(
          request,
          workspace,
          collection_id && loaded<{ workspace_id: number }>(request, 'collection_id').workspace_id,
        ),
      });
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/draft`,
    rules: { access: { member: true, opaque: ['collection_id'] }, form: true, html: true },
    options: {
      id: 'automations.draft',
      payload: { allow: ['application/x-www-form-urlencoded'] },
      validate: {
        payload: Joi.object({
          draft: Joi.string().max(40_000).required(),
          rule: Joi.string().allow('').max(40_000),
          step: Joi.number().valid(1, 2, 3).required(),
          go: Joi.string().max(20).required(),
          workspace: Joi.string().allow('').max(200),
          csrf,
          ...fieldsOfSteps,
        }).pattern(/^(subject|op|value|drop|kind|message|people|property|title|place|url)_\d{1,2}$/, said),
      },
    },
    handler: goOn,
  }),
  route({
    method: 'GET',
    path: `${PATH}/{id}`,
    rules: { access: can(automationPolicies.view, 'id'), html: 'asked' },
    options: {
      id: 'automations.one',
      description: 'A rule: its editor, or JSON for who does not ask for a page',
      validate: { params: rulePath, query: Joi.object({ step: Joi.number().valid(1, 2, 3).default(1) }) },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const rule = requestedRule(request);
      if (!asksPage(request)) return h.response({ automation: await shownRule(ctx, rule) });
      const mine = await ctx.use(workspaces).mine(ctx);
      const workspace = mine.find((one) => one.id === rule.workspace_id) ?? (await requestedWorkspace(request));
      const draft = { ...exportRule(await redactedRule(ctx, rule)), id: rule.id } as RuleDraft;
      return editor(request, h, { draft, step: request.query.step as StepNumber, workspace });
    },
  }),
];
