// What a condition says in words, as its chip shows it.
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import type { Property, Row, Value } from '../../../model.ts';
import { members } from '../editors/choices.ts';
import type { Model } from '../model.ts';
import { dateValueText } from '../value-parts.ts';
import { typedOf } from '../value-text.ts';
import type { FilterCondition } from './conditions.ts';
import { filteredAs, filterOptions, operatorsOf, operatorText, RELATIVE_DAYS, VALUELESS } from './operators.ts';

/** `…` where the name is not known yet. */
export function filterValueText(model: Model, property: Property, value: Value): string {
  const compares = filteredAs(property);
  const key = String(value);
  if (compares === 'option' || compares === 'options')
    return filterOptions(property).find(({ id }) => id === key)?.name ?? t('databases.view.option_gone');
  if (compares === 'flag') return t(`databases.view.${value === true ? 'yes' : 'no'}`);
  if (compares === 'people') return key === 'me' ? t('databases.view.me') : (model.names.people[key] ?? '…');
  if (compares === 'rows') return model.names.rows[key] ?? '…';
  if (compares === 'date') return RELATIVE_DAYS.includes(key) ? t(`databases.view.day.${key}`) : dateValueText(key);
  return compares === 'text' ? key : typedOf(model, property, value);
}

/** The usual question is not said: only what is asked for. */
export function filterConditionText(model: Model, property: Property, { op, values }: FilterCondition): string {
  const { name } = property;
  const says = values.map((value) => filterValueText(model, property, value)).join(', ');
  const operator = operatorText(op, values.length);
  if (VALUELESS.test(op)) return `${name} ${operator}`;
  if (!says) return name;
  return op === operatorsOf(property).op ? `${name}: ${says}` : `${name} ${operator} ${says}`;
}

/** Reads names that no row in sight has told; true when there are more than before. */
export async function learnNames(model: Model, conditions: FilterCondition[]): Promise<boolean> {
  const unknown = (compares: string, known: Record<string, string>) =>
    conditions.flatMap(({ property_id, values }) => {
      const property = model.property(property_id);
      if (!property || filteredAs(property) !== compares) return [];
      return values.map(String).filter((id) => id !== 'me' && !(id in known));
    });
  const [people, rows] = [unknown('people', model.names.people), unknown('rows', model.names.rows)];
  if (people.length)
    for (const { user_id, full_name, email } of await members(model))
      model.learn({ people: { [user_id]: full_name || email } });
  const titles = rows.map(async (id) => {
    const row = await send<Row & Record<string, unknown>>('GET', `/api/v2/rows/${id}`);
    model.learn({ rows: { [id]: row.title || t('core.client.untitled') } });
  });
  // A row that is gone or hidden has no name here.
  await Promise.allSettled(titles);
  return people.length + rows.length > 0;
}
