// A rule in one sentence of the reader's language: when, if, then, and as whom.
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import { collectionPolicies, databases } from '../../databases/contract.ts';
import type { Clause, Rule } from '../model.ts';
import { conditionSentence } from './clause-words.ts';
import { scheduleWords, zoneName } from './schedule-words.ts';
import { toldNames } from './told-names.ts';

/** Names that the reader does not see are left out. */
export async function ruleSentence(ctx: Ctx, rule: Rule): Promise<string> {
  const t = ctx.app.messages.in(ctx.locale);
  const database = await databaseName(ctx, rule.collection_id);
  const place = database ? ` ${t('automations.in', { database })}` : '';
  const when = (words: string) => t('automations.sentence.when', { when: words });
  const start = {
    event: () => when(t(`automations.event.${rule.event.replace('.', '_')}`) + place),
    cron: () => scheduleSentence(ctx, rule),
    button: () => when(t('automations.when.button')),
  }[rule.trigger_type]();
  const parts = [
    start,
    ...(rule.condition_json.length ? [await conditionSentence(ctx, rule)] : []),
    t('automations.sentence.then', { actions: (await actionPhrases(ctx, rule)).join(', ') || '…' }),
    await asWhom(ctx, rule),
  ];
  return `${parts.join(', ')}.`;
}

/** "Every Monday at 9:00 (Berlin)", and what stands in the rule where that has no short name. */
function scheduleSentence(ctx: Ctx, rule: Rule): string {
  const t = ctx.app.messages.in(ctx.locale);
  if (!rule.cron_expression) return t('automations.trigger.cron');
  const words = scheduleWords(ctx, rule);
  const zone = zoneName(rule.timezone);
  return words ? `${words} (${zone})` : t('automations.when.cron', { time: rule.cron_expression, zone });
}

/** The kinds of what a rule does; of what people are told, to whom. */
async function actionPhrases(ctx: Ctx, rule: Rule): Promise<string[]> {
  const t = ctx.app.messages.in(ctx.locale);
  const phrases: string[] = [];
  for (const action of rule.actions_json) {
    const names = action.kind === 'notify' ? await toldNames(ctx, rule, action) : '';
    phrases.push(names ? t('automations.sentence.notify', { names }) : t(`automations.action.${action.kind}`));
  }
  return phrases;
}

export async function asWhom(ctx: Ctx, rule: Rule): Promise<string> {
  const t = ctx.app.messages.in(ctx.locale);
  if (rule.trigger_type === 'button' && rule.runs_as === 'presser') return t('automations.sentence.as_presser');
  const user = rule.run_as === null ? undefined : await ctx.use(accounts).byId(ctx, rule.run_as);
  return t('automations.sentence.as', { name: user ? user.full_name || user.login : t('automations.nobody') });
}

async function databaseName(ctx: Ctx, id: number | null): Promise<string> {
  if (id === null || !(await ctx.app.access.allows(ctx, collectionPolicies.view, id))) return '';
  const found = await ctx.use(databases).byId(ctx, id);
  return found?.name ?? '';
}

/** Whether a clause of the form is about this. */
export const clauseSubject = ({ property_id, field }: Clause): string =>
  property_id === undefined ? (field ?? '') : `p${property_id}`;
