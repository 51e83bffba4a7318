// The editor of a rule: when, if and then in one form, which can be saved at any time; what it does not show travels along.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can, inQuery } from '../../../core/http/policy.ts';
import { Problem } from '../../../core/http/problem.ts';
import { asksPage } from '../../../core/http/response-format.ts';
import { type Route, roles, route } from '../../../core/http/route.ts';
import { csrf, id } from '../../../core/http/schema-fields.ts';
import { validateInput } from '../../../core/http/validation-errors.ts';
import type { Translate } from '../../../core/i18n/messages.ts';
import { type Ctx, userOf, zoneOf } from '../../../core/kernel/context.ts';
import { accounts, personChoices } from '../../auth/contract.ts';
import { collectionPolicies, databases, isComputed, type Property, takesPeople } from '../../databases/contract.ts';
import { pages } from '../../pages/contract.ts';
import { type Workspace, workspaces } from '../../workspaces/contract.ts';
import { EVENTS, FIELDS, type Field, type Rule, type RuleInput, TRIGGERS } from '../model.ts';
import { automationPolicies } from '../policies.ts';
import { needsValue, OFFERED, operatorWords } from '../rules/clause-words.ts';
import {
  isPlain,
  type RuleDraft,
  type RuleFormFields,
  readRuleDraft,
  readWrittenRule,
  valueText,
  withForm,
} from '../rules/draft.ts';
import { draftSentence } from '../rules/draft-sentence.ts';
import { recipeDraft } from '../rules/recipes.ts';
import { redactedRule } from '../rules/redacted-rule.ts';
import { ruleRefusalText } from '../rules/refusal-words.ts';
import { RHYTHMS, rhythmOf } from '../rules/rhythm.ts';
import { draftedProperties, draftedRule, homeFor, requestedWorkspace } from '../rules/rule-home.ts';
import { exportRule, newRuleFields, ruleDefaults } from '../rules/rule-schema.ts';
import { clauseSubject } from '../rules/rule-sentence.ts';
import { weekdayNames } from '../rules/schedule-words.ts';
import { changeRule, createRule, type NewRule } from '../rules/service.ts';
import { namedSigns, signOfProperty } from '../rules/text-signs.ts';
import { pageField, propertyField, shownField } from '../rules/value-field.ts';
import { requestedRule, ruleAnswer, rulePath } from './html.ts';
import { shownRule } from './v2.ts';

const PATH = '/workspace/automations';
const PLACES_MAX = 200;

interface View {
  draft: RuleDraft;
  workspace: Pick<Workspace, 'id' | 'name' | 'slug'>;
  message?: string;
  /** what was chosen of the schedules, also while it says no time yet */
  chosen?: string;
  /** JSON as it was typed, where it could not be read */
  written?: string;
  /** a condition is to be added */
  isAsking?: boolean;
}

async function editor(
  request: Request,
  h: ResponseToolkit,
  { draft, workspace, message = '', chosen, written, isAsking = false }: View,
) {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const name = draft.id ? draft.name || t('automations.title') : t('automations.new');
  const offered = await choices(ctx, workspace.id, draft);
  const sources = { ...offered, t };
  const known = draft.id ? await draftedRule(ctx, draft.id) : undefined;
  const run_as = known ? known.run_as : userOf(ctx).id;
  return h.view('automations/editor', {
    title: name,
    breadcrumb: [{ title: t('automations.title'), href: PATH }, { title: name }],
    draft: { ...ruleDefaults, actions_json: [], name: '', ...draft },
    json: JSON.stringify(draft),
    export:
      written ??
      JSON.stringify(exportRule({ ...ruleDefaults, name: '', actions_json: [], ...draft } as unknown as Rule), null, 2),
    sentence: await draftSentence(ctx, draft, { ...offered, run_as }),
    workspace,
    message,
    isAsking,
    ...{ subjectOf: clauseSubject, isPlain, needsValue, roles },
    ...{
      inSigns: (text: unknown) => namedSigns(String(text ?? ''), offered.properties),
      signs: signsOffered(offered.properties, t),
    },
    operatorName: (op: unknown) => operatorWords(t, String(op)),
    fieldFor: (subject: { property_id?: number; field?: Field }, value: unknown) => {
      const property = offered.properties.find(({ id }) => id === subject.property_id);
      const field = subject.field ? pageField(subject.field, sources) : propertyField(property, sources);
      return shownField(field, namedSigns(valueText(value), offered.properties));
    },
    schedule: scheduleFields(ctx, draft, chosen),
    ...{ triggers: TRIGGERS, events: EVENTS, fields: FIELDS, operators: OFFERED },
    ...offered,
  });
}

/** The fields of a schedule as its expression has them. */
function scheduleFields({ locale }: Ctx, { cron_expression = '', timezone = 'UTC' }: RuleDraft, chosen?: string) {
  const rhythm = rhythmOf(cron_expression);
  const two = (number: number) => String(number).padStart(2, '0');
  const isEmptied = chosen === 'week' && rhythm.name !== 'week';
  return {
    ...rhythm,
    name: RHYTHMS.find((one) => one === chosen) ?? rhythm.name,
    time: `${two(rhythm.hour)}:${two(rhythm.minute)}`,
    days: weekdayNames(locale, 'short').map((one) => ({
      ...one,
      isChosen: !isEmptied && rhythm.weekdays.includes(one.value),
    })),
    rhythms: RHYTHMS,
    zones: [...new Set(['UTC', timezone, ...Intl.supportedValuesOf('timeZone')])],
  };
}

/** More of them are typed by whoever knows them. */
const SIGNS_MAX = 12;

function signsOffered(properties: Property[], t: Translate) {
  const own = ['title', 'today', 'actor'].map((one) => ({ sign: `{${one}}`, label: t(`automations.sign.${one}`) }));
  const named = properties
    .slice(0, SIGNS_MAX)
    .map((one) => ({ sign: signOfProperty(one, properties), label: one.name }));
  return [...own, ...named];
}

async function choices(ctx: Ctx, workspaceId: number, { collection_id = null }: RuleDraft) {
  const [places, members] = await Promise.all([
    placesIn(ctx, workspaceId),
    ctx.use(workspaces).members(ctx, workspaceId),
  ]);
  const known = await ctx.use(accounts).byIds(
    ctx,
    members.map(({ user_id }) => user_id),
  );
  const properties = await draftedProperties(ctx, collection_id);
  return {
    ...places,
    people: personChoices(known, ctx.locale),
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
const fieldsOfForm = Object.fromEntries(
  [
    ...['trigger_type', 'event', 'cron_expression', 'timezone', 'collection_id', 'include_imports'],
    ...['name', 'enabled', 'runs_as', 'least_role', 'add'],
    ...['rhythm', 'at', 'minute', 'date'],
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

/** Whether a line for a condition is wanted, or stands there and has not been filled in. */
const asksCondition = (typed: RuleFormFields): boolean =>
  typed.add === 'condition' ||
  Object.entries(typed).some(([name, value]) => {
    const [, row] = /^subject_(\d+)$/.exec(name) ?? [];
    return row !== undefined && value === '' && !(`drop_${row}` in typed);
  });

async function goOn(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const typed = request.payload as RuleFormFields & { go: string };
  const carried = readRuleDraft(typed.draft) ?? {};
  const written = typed.go === 'json' ? readWrittenRule(typed.rule) : carried;
  const before = typed.go === 'json' ? { ...written, id: carried.id } : carried;
  const workspace = await placeOf(request, before);
  const properties = await draftedProperties(ctx, before.collection_id ?? null);
  if (!written) {
    const message = ctx.app.messages.text(ctx.locale, 'automations.no_json');
    const view = { draft: carried, workspace, message, written: String(typed.rule ?? '') };
    return (await editor(request, h, view)).code(422);
  }
  const draft = typed.go === 'json' ? before : withForm(before, typed, properties);
  const chosen = [typed.rhythm ?? []].flat()[0];
  if (typed.go === 'draw') return editor(request, h, { draft, workspace, chosen, isAsking: asksCondition(typed) });
  try {
    const rule = await save(ctx, workspace.id, draft);
    return h.redirect(`${PATH}/${rule.id}/runs`).code(303);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const message = ruleRefusalText(ctx, error, draft);
    return (await editor(request, h, { draft, workspace, message, chosen })).code(error.status);
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
          ...{ ...recipeDraft(recipe, ctx.app.messages.in(ctx.locale)), enabled: true, timezone: zoneOf(ctx) },
          ...(trigger && { trigger_type: trigger }),
          ...(collection_id && { collection_id }),
        },
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
          go: Joi.valid('draw', 'save', 'json').default('draw'),
          workspace: Joi.string().allow('').max(200),
          csrf,
          ...fieldsOfForm,
          weekdays: said,
        }).pattern(
          /^(subject|op|value|drop|kind|message|people|property|setting|title|place|url|removal)_\d{1,2}$/,
          said,
        ),
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
      validate: { params: rulePath },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const rule = requestedRule(request);
      if (!asksPage(request)) return h.response(ruleAnswer(await shownRule(ctx, rule)));
      const mine = await ctx.use(workspaces).mine(ctx);
      const workspace = mine.find((one) => one.id === rule.workspace_id) ?? (await requestedWorkspace(request));
      const draft = { ...exportRule(await redactedRule(ctx, rule)), id: rule.id } as RuleDraft;
      return editor(request, h, { draft, workspace });
    },
  }),
];
