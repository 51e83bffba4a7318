// Rules that people make first: each is a start, which the editor opens with.
import type { RuleAction, RuleCondition, RuleInput } from '../model.ts';

interface Recipe extends Partial<RuleInput> {
  key: string;
}

/** What an action needs besides is chosen in the editor. */
const tell = (message: string): RuleAction[] => [{ kind: 'notify', message }];
const when = (...condition_json: RuleCondition[]) => ({ condition_json });

/** A title holds this word in the language of whoever makes the rule. */
const URGENT = 'urgent';

export const RECIPES: Recipe[] = [
  { key: 'new_row', event: 'row.created', actions_json: tell('{title} is new') },
  { key: 'done', event: 'row.updated', actions_json: tell('{title} is done') },
  {
    key: 'weekly_note',
    trigger_type: 'cron',
    cron_expression: '0 8 * * 1',
    actions_json: [{ kind: 'create_page', title: 'Week of {today}' }],
  },
  {
    key: 'daily_note',
    trigger_type: 'cron',
    cron_expression: '@daily',
    actions_json: [{ kind: 'create_page', title: '{today}' }],
  },
  { key: 'comment', event: 'comment.created', actions_json: tell('{actor} wrote about {title}') },
  { key: 'trashed', event: 'page.deleted', actions_json: tell('{actor} put {title} into the trash') },
  {
    key: 'urgent',
    event: 'page.updated',
    ...when({ field: 'title', op: 'changed' }, { field: 'title', op: 'contains', value: URGENT }),
    actions_json: tell('{title} is urgent'),
  },
  { key: 'button', trigger_type: 'button', actions_json: [{ kind: 'create_page', title: 'Meeting {today}' }] },
];

/** What the editor opens with; without a recipe of this name it is empty. */
export function recipeDraft(key: string | undefined, t: (message: string) => string): Partial<RuleInput> {
  const found = RECIPES.find((one) => one.key === key);
  if (!found) return { name: '' };
  const { key: name, condition_json, ...recipe } = found;
  const localized = condition_json?.map((one) =>
    'value' in one && one.value === URGENT ? { ...one, value: t('automations.recipe_word.urgent') } : one,
  );
  return { ...recipe, name: t(`automations.recipe.${name}`), ...(localized && { condition_json: localized }) };
}
