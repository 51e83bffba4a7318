// Properties and options found by what people call them (contract 13).
import type { Option, Property } from '../model.ts';

/** An id as a key of an object or in a path. */
export const ID = /^[1-9]\d{0,9}$/;

/** By its exact name, else without regard to case; undefined also where two could be meant. */
function byName<Named extends { name: string }>(all: readonly Named[], name: string): Named | undefined {
  const exact = all.find((one) => one.name === name);
  if (exact) return exact;
  const key = name.trim().toLowerCase();
  const [found, other] = all.filter((one) => one.name.toLowerCase() === key);
  return other ? undefined : found;
}

/** The property of this id or name, of those that the reader sees. */
export function propertyNamed(
  { byId, properties }: { byId: ReadonlyMap<number, Property>; properties: readonly Property[] },
  key: string | number,
): Property | undefined {
  const own = ID.test(String(key)) ? byId.get(Number(key)) : undefined;
  return own ?? (typeof key === 'string' ? byName(properties, key) : undefined);
}

/** The option of this id or name. */
export const optionNamed = ({ config }: Pick<Property, 'config'>, key: string): Option | undefined =>
  config.options?.find(({ id }) => id === key) ?? byName(config.options ?? [], key);
