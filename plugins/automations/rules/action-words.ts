// What a button does in the reader's words: names of pages, databases, properties and people, and never ids.
import type { Translate } from '../../../core/i18n/messages.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { collectionPolicies, databases, type Property } from '../../databases/contract.ts';
import { pagePolicies, pages } from '../../pages/contract.ts';
import { webhooks } from '../../webhooks/contract.ts';
import type { CreatePageAction, NotifyAction, Rule, RuleAction, SetPropertyAction, WebhookAction } from '../model.ts';
import { conditionSentence } from './clause-words.ts';
import { redactedRule } from './redacted-rule.ts';
import { asWhom } from './rule-sentence.ts';
import { toldNames } from './told-names.ts';

interface Reading {
  ctx: Ctx;
  t: Translate;
  rule: Rule;
}

interface NamedDatabase {
  id: number;
  name: string;
  properties: Property[];
}

/** Undefined: the reader does not see it, or it is gone. */
async function databaseNamed({ ctx }: Reading, id: number | null | undefined): Promise<NamedDatabase | undefined> {
  if (!id || !(await ctx.app.access.allows(ctx, collectionPolicies.view, id))) return undefined;
  const found = await ctx.use(databases).byId(ctx, id);
  return found && { id, name: found.name, properties: await ctx.use(databases).properties(ctx, id) };
}

async function pageNamed({ ctx, t }: Reading, id: number): Promise<string | undefined> {
  if (!(await ctx.app.access.allows(ctx, pagePolicies.view, id))) return undefined;
  const page = await ctx.use(pages).byId(ctx, id);
  return page && (page.title || t('core.client.untitled'));
}

const propertyName = ({ t }: Reading, home: NamedDatabase | undefined, id: number): string =>
  home?.properties.find((one) => one.id === id)?.name ?? t('automations.does.hidden');

/** A text with signs: those of properties by their names. */
const withNames = (reading: Reading, home: NamedDatabase | undefined, text: string): string =>
  text.replace(/\{p(\d{1,10})\}/g, (_, id) => `{${propertyName(reading, home, Number(id))}}`);

/** Values as cells say them; a text with signs, which is filled in later, as it is written. */
async function valueWords(reading: Reading, home: NamedDatabase | undefined, id: number, value: unknown) {
  const own = await databaseNamed(reading, reading.rule.collection_id);
  if (typeof value === 'string' && /\{\w+\}/.test(value)) return withNames(reading, own, value);
  const said = home && (await reading.ctx.use(databases).valueTexts(reading.ctx, home.id, { [id]: value })).get(id);
  return said || reading.t('automations.does.empty');
}

async function settingWords(reading: Reading, home: NamedDatabase | undefined, id: number, value: unknown) {
  const property = propertyName(reading, home, id);
  if (!home?.properties.some((one) => one.id === id)) return property;
  return reading.t('automations.does.value', { property, value: await valueWords(reading, home, id, value) });
}

async function creation(reading: Reading, action: CreatePageAction): Promise<string> {
  const { t, rule } = reading;
  const own = await databaseNamed(reading, rule.collection_id);
  const title = withNames(reading, own, action.title);
  if (action.parent_id !== undefined) {
    const place = (await pageNamed(reading, action.parent_id)) ?? t('automations.does.hidden_place');
    return t('automations.does.page', { title, place });
  }
  const home = await databaseNamed(reading, action.collection_id);
  const values: string[] = [];
  for (const [id, value] of Object.entries(action.values ?? {}))
    values.push(await settingWords(reading, home, Number(id), value));
  const row = t('automations.does.row', { title, place: home?.name ?? t('automations.does.hidden_place') });
  return values.length ? `${row} (${values.join(', ')})` : row;
}

async function setting(reading: Reading, { property_id, value, collection_id, filter }: SetPropertyAction) {
  const { t, rule } = reading;
  const home = await databaseNamed(reading, collection_id ?? rule.collection_id);
  const set = await settingWords(reading, home, property_id, value);
  if (collection_id === undefined) return t('automations.does.set', { set });
  const place = home?.name ?? t('automations.does.hidden_place');
  return t(filter ? 'automations.does.set_some' : 'automations.does.set_all', { set, place });
}

async function telling(reading: Reading, action: NotifyAction) {
  const { ctx, t, rule } = reading;
  const text = withNames(reading, await databaseNamed(reading, rule.collection_id), action.message);
  return t('automations.does.tell', { names: (await toldNames(ctx, rule, action)) || t('automations.nobody'), text });
}

async function sending({ ctx, t, rule }: Reading, { webhook_id, url }: WebhookAction): Promise<string> {
  const address =
    webhook_id === undefined ? url : await ctx.use(webhooks).usableAddress(ctx, webhook_id, rule.workspace_id);
  return address ? t('automations.does.send', { host: new URL(address).host }) : t('automations.action.webhook');
}

function actionWords(reading: Reading, action: RuleAction): Promise<string> {
  if (action.kind === 'create_page') return creation(reading, action);
  if (action.kind === 'set_property') return setting(reading, action);
  return action.kind === 'notify' ? telling(reading, action) : sending(reading, action);
}

/** One line for each condition phrase, action and right; what the reader does not see stays unnamed. */
export async function buttonWords(ctx: Ctx, rule: Rule): Promise<string[]> {
  const shown = await redactedRule(ctx, rule);
  const reading = { ctx, t: ctx.app.messages.in(ctx.locale), rule: shown };
  const lines = rule.condition_json.length ? [await conditionSentence(ctx, shown)] : [];
  for (const action of shown.actions_json) lines.push(await actionWords(reading, action));
  return [...lines, await asWhom(ctx, shown)];
}

/** For whoever may press it and not see rules: the kinds of what it does. */
export const buttonKinds = (ctx: Ctx, { actions_json }: Rule): string[] =>
  actions_json.map(({ kind }) => ctx.app.messages.text(ctx.locale, `automations.action.${kind}`));
