// Which field of a form fits a value: choices for options, people, pages and yes or no; a text for the rest.
import { inputOf, isFlagProperty, type Property, takesPeople } from '../../databases/contract.ts';
import type { Field } from '../model.ts';
import { PAGE_KINDS, PEOPLE_FIELDS } from './clause-words.ts';

export interface FieldChoice {
  value: string;
  label: string;
}

export interface RuleValueField {
  kind: 'select' | 'text' | 'number' | 'date';
  choices: FieldChoice[];
}

export interface FieldSources {
  people: { id: number; name: string }[];
  /** pages of the top of the workspace */
  tops: { id: number; title: string }[];
  t(key: string): string;
}

const plain = (kind: RuleValueField['kind']): RuleValueField => ({ kind, choices: [] });
const select = (choices: FieldChoice[]): RuleValueField => ({ kind: 'select', choices });

const people = ({ people: all }: FieldSources): RuleValueField =>
  select(all.map(({ id, name }) => ({ value: String(id), label: name })));

export function propertyField(property: Property | undefined, sources: FieldSources): RuleValueField {
  const { t } = sources;
  if (!property) return plain('text');
  if (takesPeople(property)) return people(sources);
  const input = inputOf(property);
  if (input === 'number' || input === 'date') return plain(input);
  if (isFlagProperty(property))
    return select(['true', 'false'].map((value) => ({ value, label: t(`automations.checkbox.${value}`) })));
  const options = property.config.options ?? [];
  return options.length ? select(options.map(({ id, name }) => ({ value: id, label: name }))) : plain('text');
}

export function pageField(field: Field, sources: FieldSources): RuleValueField {
  if (PEOPLE_FIELDS.includes(field)) return people(sources);
  if (field === 'kind')
    return select(PAGE_KINDS.map((value) => ({ value, label: sources.t(`automations.page_kind.${value}`) })));
  if (field !== 'parent_id') return plain('text');
  return select(
    sources.tops.map(({ id, title }) => ({ value: String(id), label: title || sources.t('automations.untitled') })),
  );
}

/** With the value as it is, so that what the list does not show stays: an option by its name, a page further down. */
export function shownField(field: RuleValueField, value: string): RuleValueField & { value: string } {
  const known = field.choices.find((one) => one.value === value || one.label === value);
  if (field.kind !== 'select' || value === '' || known) return { ...field, value: known?.value ?? value };
  return { ...field, choices: [...field.choices, { value, label: value }], value };
}
