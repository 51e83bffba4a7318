// A place: its name, and where it is.
import type { Value } from '../../../model.ts';
import { foldSearchText } from '../bases/text.ts';
import { only, type PropertyType, ValueFault, wrongType } from '../property-type.ts';

function read(value: unknown): Value {
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) throw wrongType('an object with name');
  only(value, ['name', 'address', 'latitude', 'longitude']);
  const { name, address = '', latitude = null, longitude = null } = value as Record<string, unknown>;
  for (const text of [name, address])
    if (typeof text !== 'string' || text.length > 500)
      throw new ValueFault('type', 'must have a name and an address as text');
  if (!(name as string).trim()) throw new ValueFault('type', 'must have a name');
  if ((latitude === null) !== (longitude === null))
    throw new ValueFault('type', 'must have latitude and longitude together');
  const within = (number: unknown, most: number) =>
    number === null || (typeof number === 'number' && Math.abs(number) <= most);
  if (!within(latitude, 90) || !within(longitude, 180))
    throw new ValueFault('range', 'must have a latitude from -90 to 90 and a longitude from -180 to 180');
  return { name, address, latitude, longitude } as Value;
}

function words(value: Value): string {
  const { name, address } = value as { name: string; address: string };
  return address ? `${name}, ${address}` : name;
}

export const placeType: PropertyType = {
  icon: 'house',
  compares: 'text',
  sorts: 'text_key',
  config: {},
  rules: ['required'],
  read,
  cells: (value) => [{ text_key: foldSearchText(words(value)).slice(0, 500) }],
  words,
  formulaKind: 'text',
  toFormula: (value) => (value === null ? null : (value as { name: string }).name),
  formField: {
    kind: 'place',
    parts(value) {
      const { name = '', address = '' } = (value ?? {}) as { name?: string; address?: string };
      return { value: name, second: address };
    },
    read({ text, part }, before) {
      if (text === '') return null;
      const { latitude = null, longitude = null } = (before ?? {}) as Record<string, Value>;
      return { name: text, address: part('second'), latitude, longitude };
    },
  },
  fromColumn: { value: ({ value }) => (typeof value === 'string' ? { name: value } : value) },
};
