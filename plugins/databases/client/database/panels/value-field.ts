// A value in a form: what new rows begin with, and what a button sets.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { Property, Value } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import { members } from '../editors/choices.ts';
import type { Model } from '../model.ts';
import { readDateParts, valueList } from '../value-parts.ts';
import { parseValue, typedOf } from '../value-text.ts';
import { input, select } from './form-controls.ts';

export interface PropertyValueField {
  element: HTMLInputElement | HTMLSelectElement;
  /** null: nothing filled in. @throws UnreadableValue */
  read(): Value;
}

/** Of a type that is not computed and names no rows or files. */
export function propertyValueField(model: Model, property: Property, value: Value): PropertyValueField {
  const { compares } = clientType(property);
  if (compares === 'option') {
    const options = (property.config.options ?? []).map(({ id, name }): [string, string] => [id, name]);
    const field = select('', [['', t('databases.view.nothing')], ...options], String(value ?? ''));
    return { element: field, read: () => field.value || null };
  }
  if (compares === 'flag') {
    const answers: [string, string][] = [
      ['', t('databases.view.no')],
      ['true', t('databases.view.yes')],
    ];
    const field = select('', answers, value === true ? 'true' : '');
    return { element: field, read: () => field.value === 'true' };
  }
  if (compares === 'date') {
    const field = input('', readDateParts(value)?.start.slice(0, 10) ?? '', { type: 'date' });
    return { element: field, read: () => (field.value ? { start: field.value, end: null, timezone: null } : null) };
  }
  if (compares === 'people') {
    const field = select('', [['', t('databases.view.nothing')]], '');
    members(model)
      .then((people) => {
        field.append(
          ...people.map(({ user_id, full_name, email }) => el('option', { value: user_id }, full_name || email)),
        );
        field.value = String(valueList(value)[0] ?? '');
      })
      .catch(failed);
    return { element: field, read: () => (field.value ? [Number(field.value)] : null) };
  }
  const field = input('', typedOf(model, property, value));
  return { element: field, read: () => parseValue(model, property, field.value) };
}
