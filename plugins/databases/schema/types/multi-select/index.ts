// Any number of options of a list.
import {
  namesOfOptions,
  optionCell,
  optionColumn,
  optionIdNamed,
  optionIdOf,
  optionNameOf,
  optionNames,
  optionSchema,
  optionsSchema,
  shownOptions,
  splitNames,
} from '../bases/options.ts';
import { type PropertyType, wrongType } from '../property-type.ts';

export const multiSelectType: PropertyType = {
  icon: 'list',
  compares: 'options',
  sorts: 'num',
  isMany: true,
  sketch: 'tags',
  isGrouped: true,
  config: { options: optionsSchema(optionSchema) },
  shownConfig: { options: shownOptions() },
  rules: ['required', 'min_length', 'max_length'],
  read(value, property) {
    if (value === null) return null;
    if (!Array.isArray(value)) throw wrongType('a list of ids or names of options');
    const ids = [...new Set(value.map((id) => optionIdOf(id, property)))];
    return ids.length ? ids : null;
  },
  cells: (value, property) => (value as string[]).map((id) => optionCell(id, property)),
  words: (value, property) => (value as string[]).map((id) => optionNameOf(id, property)).join(', '),
  formulaKind: { list: 'text' },
  toFormula: (value, property) => (value === null ? null : optionNames(property, value)),
  rollsUpAs: ({ options }) => ({ result: 'multi_select', options }),
  convertFrom: ({ texts }, property) => splitNames(texts).flatMap((name) => optionIdNamed(property, name) ?? []),
  formField: { kind: 'many', read: ({ list }) => list },
  fromColumn: {
    ...optionColumn,
    reading: { type: 'multi_select', options: [], separator: ',' },
    fit: (property, found) => ({
      type: 'multi_select',
      options: namesOfOptions(property),
      separator: found.type === 'multi_select' ? found.separator : ',',
    }),
    value: ({ list }, property) => list.map((name) => optionIdNamed(property, name.replace(/\s+/g, ' ').trim())),
    takesNone: true,
  },
};
