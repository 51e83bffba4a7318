// Properties that name other things: people, files, rows; and places on the map.
import Joi from 'joi';
import { id } from '../../../../core/http/schema-fields.ts';
import type { Property, PropertyTypeName, Value } from '../../model.ts';
import { type Names, only, type PropertyType, ValueFault, wrongType } from './property-type.ts';
import { folded } from './text.ts';

const REFS_MAX = 1000;
const MAX_ID = 2_147_483_647;

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID;

function readIds(what: string) {
  return (value: unknown, { config }: Property): Value => {
    if (value === null) return null;
    if (!Array.isArray(value) || !value.every(isId)) throw wrongType(`a list of ids of ${what}`);
    const ids = [...new Set(value)];
    if (ids.length > REFS_MAX) throw new ValueFault('max_length', `takes at most ${REFS_MAX}`);
    if (config.multiple === false && ids.length > 1) throw new ValueFault('max_length', 'takes one only');
    return ids.length ? ids : null;
  };
}

const multiple = Joi.boolean().default(true);

function listType(
  name: PropertyTypeName,
  what: 'people' | 'files' | 'rows',
  config: Record<string, Joi.Schema> = {},
): PropertyType {
  const nameOf = (names: Names, one: number) =>
    what === 'people' ? names.user(one) : what === 'files' ? names.file(one) : names.row(one);
  return {
    name,
    compares: 'refs',
    config: { multiple, ...config },
    rules: ['required', 'min_length', 'max_length'],
    read: readIds(what),
    refs: (value) => value as number[],
    cells: (value) => (value as number[]).map((ref_id) => ({ ref_id })),
    words: (value, _property, names) => (value as number[]).flatMap((one) => nameOf(names, one) ?? []).join(', '),
  };
}

const place: PropertyType = {
  name: 'place',
  compares: 'text',
  sorts: 'text_key',
  config: {},
  rules: ['required'],
  read(value) {
    if (value === null) return null;
    if (typeof value !== 'object' || Array.isArray(value)) throw wrongType('an object with name');
    only(value, ['name', 'address', 'latitude', 'longitude']);
    const { name, address = '', latitude = null, longitude = null } = value as Record<string, unknown>;
    for (const text of [name, address])
      if (typeof text !== 'string' || text.length > 500)
        throw new ValueFault('type', 'takes a name and an address as text');
    if (!(name as string).trim()) throw new ValueFault('type', 'takes a place with a name');
    if ((latitude === null) !== (longitude === null))
      throw new ValueFault('type', 'takes latitude and longitude together');
    const within = (number: unknown, most: number) =>
      number === null || (typeof number === 'number' && Math.abs(number) <= most);
    if (!within(latitude, 90) || !within(longitude, 180))
      throw new ValueFault('range', 'takes a latitude from -90 to 90 and a longitude from -180 to 180');
    return { name, address, latitude, longitude } as Value;
  },
  cells: (value) => [{ text_key: folded(placeText(value)).slice(0, 500) }],
  words: (value) => placeText(value),
};

function placeText(value: Value): string {
  const { name, address } = value as { name: string; address: string };
  return address ? `${name}, ${address}` : name;
}

export const referenceTypes: PropertyType[] = [
  listType('person', 'people'),
  listType('files', 'files'),
  listType('relation', 'rows', {
    collection_id: id().required().description('the database whose rows are named'),
    two_way: Joi.boolean().default(false).description('adds a relation back to this one to that database'),
    reverse_name: Joi.string().trim().min(1).max(100).description('of that relation'),
    sub_items: Joi.boolean().default(false).description('of a database to itself: the rows lie inside this one'),
  }),
  place,
];
