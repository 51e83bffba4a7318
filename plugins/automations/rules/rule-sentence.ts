// A rule in one sentence of the reader's language: when, if, then, and as whom.
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import { collectionPolicies, databases } from '../../databases/contract.ts';
import type { Clause, Rule } from '../model.ts';
import { conditionSentence } from './clause-words.ts';

/** Names that the reader does not see are left out. */
export async function ruleSentence(ctx: Ctx, rule: Rule): Promise<string> {
  const t = ctx.app.messages.in(ctx.locale);
  const database = await databaseName(ctx, rule.collection_id);
  const when = {
    event: () => t(`automations.event.${rule.event.replace('.', '_')}`),
    cron: () => t('automations.when.cron', { time: rule.cron_expression, zone: rule.timezone }),
    button: () => t('automations.when.button'),
  }[rule.trigger_type]();
  const place = database && rule.trigger_type === 'event' ? ` ${t('automations.in', { database })}` : '';
  const parts = [
    t('automations.sentence.when', { when: when + place }),
    ...(rule.condition_json.length ? [await conditionSentence(ctx, rule)] : []),
    t('automations.sentence.then', {
      actions: rule.actions_json.map(({ kind }) => t(`automations.action.${kind}`)).join(', '),
    }),
    await asWhom(ctx, rule),
  ];
  return `${parts.join(', ')}.`;
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
