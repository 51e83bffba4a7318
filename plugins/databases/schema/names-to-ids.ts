// Names in place of ids: what clients call properties and options by, in rows, filters, sorts and groups (contract 13).
import { invalid } from '../../../core/http/problem.ts';
import type { Filter, Property, Row, Sort, Value, ViewConfig } from '../contract.ts';
import { ID, optionNamed, propertyNamed } from './property-name.ts';
import type { Schema } from './schema.ts';

type Path = (string | number)[];

/** @throws Problem validation_failed, the same whether the property is hidden or there is none */
function idOf(schema: Schema, key: string | number | undefined, at: Path): number {
  const found = key === undefined ? undefined : propertyNamed(schema, key);
  if (found) return found.id;
  // An id that is not there is refused where it is used, in words of its own.
  if (typeof key === 'number') return key;
  if (key === undefined) throw invalid(['body', ...at], 'Field required', 'missing');
  throw invalid(['body', ...at], `names no property of this database, or more than one: ${key}`, 'value_error', key);
}

const valueById = (property: Property | undefined, value: Value): Value => {
  if (!property?.config.options) return value;
  const one = (each: unknown) => (typeof each === 'string' ? (optionNamed(property, each)?.id ?? each) : each);
  return Array.isArray(value) ? (value.map(one) as Value) : (one(value) as Value);
};

/** A filter whose conditions may name properties and options by their names. */
export function filterById(schema: Schema, filter: Filter | null | undefined, at: Path): Filter | null | undefined {
  if (!filter) return filter;
  const each = (list: Filter[], key: string) =>
    list.map((one, index) => filterById(schema, one, [...at, key, index]) as Filter);
  if ('and' in filter) return { and: each(filter.and, 'and') };
  if ('or' in filter) return { or: each(filter.or, 'or') };
  const { property_id, ...rest } = filter;
  const id = idOf(schema, property_id, [...at, 'property_id']);
  return {
    property_id: id,
    ...rest,
    ...('value' in rest ? { value: valueById(schema.byId.get(id), rest.value as Value) } : {}),
  };
}

export const sortsById = (schema: Schema, sorts: Sort[] | undefined, at: Path): Sort[] | undefined =>
  sorts?.map((sort, index) => ({
    ...sort,
    property_id: idOf(schema, sort.property_id, [...at, index, 'property_id']),
  }));

/** One property that something is set to; null and undefined stay. */
export const idNamed = (
  schema: Schema,
  key: number | string | null | undefined,
  at: Path,
): number | null | undefined => (key === null || key === undefined ? key : idOf(schema, key, at));

/** An object whose keys are properties. */
export const keysById = <Each>(schema: Schema, given: Record<string, Each>, at: Path): Record<string, Each> =>
  Object.fromEntries(
    Object.entries(given).map(([key, each]) => [
      String(idOf(schema, ID.test(key) ? Number(key) : key, [...at, key])),
      each,
    ]),
  );

/** The settings of a view with ids only. */
export function configById(schema: Schema, config: ViewConfig): ViewConfig {
  const at = (name: string) => ['config', name];
  const { filter, sorts, color_rules } = config;
  return {
    ...config,
    ...(filter ? { filter: filterById(schema, filter, at('filter')) } : {}),
    ...(sorts ? { sorts: sortsById(schema, sorts, at('sorts')) } : {}),
    ...(config.group_by ? { group_by: idNamed(schema, config.group_by, at('group_by')) } : {}),
    ...(config.sub_group_by ? { sub_group_by: idNamed(schema, config.sub_group_by, at('sub_group_by')) } : {}),
    ...(color_rules
      ? {
          color_rules: color_rules.map((rule, index) => ({
            ...rule,
            filter: filterById(schema, rule.filter, ['config', 'color_rules', index, 'filter']) as Filter,
          })),
        }
      : {}),
  };
}

/** Rows whose values are keyed by the names of properties, and say the names of options. */
export function rowsByName<One extends Pick<Row, 'values'>>({ byId }: Schema, rows: One[]): One[] {
  const nameOf = (property: Property, value: unknown) =>
    property.config.options?.find(({ id }) => id === value)?.name ?? value;
  return rows.map((row) => {
    const values = Object.entries(row.values).map(([id, value]) => {
      const property = byId.get(Number(id));
      if (!property) return [id, value];
      return [
        property.name,
        Array.isArray(value) ? value.map((one) => nameOf(property, one)) : nameOf(property, value),
      ];
    });
    return { ...row, values: Object.fromEntries(values) };
  });
}
