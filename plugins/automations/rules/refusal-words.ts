// Why a rule was refused, in the words of the form: the condition or action as it is numbered there, the field by its label.
import { faultText } from '../../../core/http/localized-errors.ts';
import type { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { RuleDraft } from './draft.ts';

type Path = (string | number)[];

/** Fields of the form, by the names that they have in a rule. */
const LABELS: Record<string, string> = {
  name: 'automations.name',
  event: 'automations.event',
  collection_id: 'automations.database',
  cron_expression: 'automations.time',
  timezone: 'automations.zone',
  runs_as: 'automations.runs_as',
  least_role: 'automations.least_role',
};
const ACTION_LABELS: Record<string, string> = {
  message: 'automations.message',
  user_ids: 'automations.people',
  property_id: 'automations.property',
  value: 'automations.value',
  title: 'automations.page_title',
  collection_id: 'automations.place',
  parent_id: 'automations.place',
  url: 'automations.url',
};
/** Of kinds that ask for one of several fields, the label of the one that the form has. */
const ASKED: Record<string, string> = { create_page: 'automations.place', webhook: 'automations.url' };
const NONE_OF = /^must contain at least one of /;

const pathOf = (problem: Problem): Path => problem.extra.validation?.[0]?.loc.slice(1) ?? [];

/** The refusal as a sentence. */
export function ruleRefusalText(ctx: Ctx, problem: Problem, draft: RuleDraft): string {
  const { messages } = ctx.app;
  const t = messages.in(ctx.locale);
  const [first] = problem.extra.validation ?? [];
  if (!first) return faultText(messages, ctx.locale, problem.message);
  const [list, index, field] = pathOf(problem);
  if (list === 'cron_expression' && !draft.cron_expression) return t('automations.rhythm.missing');
  const number = Number(index) + 1;
  const kind = list === 'actions_json' ? (draft.actions_json?.[Number(index)]?.kind ?? '') : '';
  const isLacking = NONE_OF.test(first.msg) && ASKED[kind] !== undefined;
  const label = isLacking ? ASKED[kind] : (kind ? ACTION_LABELS : LABELS)[String(kind ? field : list)];
  const place =
    list === 'condition_json' && index !== undefined
      ? t('automations.condition', { number })
      : kind && `${number}. ${t(`automations.action.${kind}`)}`;
  const subject = [place, label && t(label)].filter(Boolean).join(', ') || String(list ?? '');
  return `${subject}: ${faultText(messages, ctx.locale, isLacking ? 'is required' : first.msg)}`;
}
