// What types have in common whose values are lists of ids: of people, files or rows.
import Joi from 'joi';
import type { Property, Value } from '../../../model.ts';
import type { FormFieldType } from '../form-field.ts';
import { type PropertyType, ValueFault, type ValueNames, wrongType } from '../property-type.ts';

const REFS_MAX = 1000;
const MAX_ID = 2_147_483_647;

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID;

function readIds(what: string) {
  return (value: unknown, { config }: Property): Value => {
    if (value === null) return null;
    if (!Array.isArray(value) || !value.every(isId)) throw wrongType(`a list of ids of ${what}`);
    const ids = [...new Set(value)];
    if (ids.length > REFS_MAX) throw new ValueFault('max_length', `must have at most ${REFS_MAX}`);
    if (config.multiple === false && ids.length > 1) throw new ValueFault('max_length', 'must be only one');
    return ids.length ? ids : null;
  };
}

const multiple = Joi.boolean().default(true);

export const idsField: FormFieldType = { kind: 'many', read: ({ list }) => list.map(Number) };

export function idsType(
  names: 'people' | 'files' | 'rows',
  own: Partial<PropertyType> & Pick<PropertyType, 'icon'>,
): PropertyType {
  const nameOf = (known: ValueNames, one: number) =>
    names === 'people' ? known.user(one) : names === 'files' ? known.file(one) : known.row(one);
  return {
    compares: 'refs',
    isMany: true,
    names,
    rules: ['required', 'min_length', 'max_length'],
    read: readIds(names),
    refs: (value) => value as number[],
    cells: (value) => (value as number[]).map((ref_id) => ({ ref_id })),
    words: (value, _property, known) => (value as number[]).flatMap((one) => nameOf(known, one) ?? []).join(', '),
    fromColumn: { value: ({ value }) => value },
    ...own,
    config: { multiple, ...own.config },
  };
}
