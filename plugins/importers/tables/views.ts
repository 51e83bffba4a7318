// The views of a database of the source with the properties that they name, once these are there.
import { columnFacts, type Filter, type NewView, type Property, type ViewConfig } from '../../databases/contract.ts';
import type { FilterItem, ViewItem } from '../contract.ts';

/** A property by the id that the source has for it. */
export type FindProperty = (id: string | undefined) => Property | undefined;

/** @param unsaid is called for each view whose filter no property takes */
export const importViews = (views: ViewItem[], find: FindProperty, unsaid: () => void): NewView[] =>
  views.map(({ name, kind, ...item }) => ({ name, kind, config: configOf(item, find, unsaid) }));

function configOf(item: Omit<ViewItem, 'name' | 'kind'>, find: FindProperty, unsaid: () => void): ViewConfig {
  const { group_by, date, filter, sorts = [], shown } = item;
  const [group, day] = [find(group_by)?.id, find(date)?.id];
  const said = filter && filterOf(filter, find);
  if (filter && !said) unsaid();
  const kept = shown?.flatMap((id) => find(id)?.id ?? []);
  const order = sorts.flatMap(({ property, direction }) => {
    const id = find(property)?.id;
    return id === undefined ? [] : [{ property_id: id, direction }];
  });
  return {
    ...(group && { group_by: group }),
    ...(day && { date_property_id: day }),
    ...(said && { filter: said }),
    ...(order.length && { sorts: order }),
    ...(kept?.length && { visible: kept, order: kept }),
  };
}

/** Undefined when a property does not take one of its conditions. */
function filterOf(item: FilterItem, find: FindProperty): Filter | undefined {
  const list = 'and' in item ? item.and : 'or' in item ? item.or : undefined;
  if (list) {
    const parts = list.map((one) => filterOf(one, find));
    if (!parts.every((one) => one !== undefined)) return undefined;
    return 'and' in item ? { and: parts } : { or: parts };
  }
  const { property: name, op, value } = item as Extract<FilterItem, { op: string }>;
  const property = find(name);
  if (!property) return undefined;
  if (/empty$/.test(op)) return { property_id: property.id, op };
  const taken =
    value === undefined
      ? undefined
      : columnFacts(property.type).reader?.filterValue?.(value, property, RANGES.includes(op));
  return taken === undefined ? undefined : { property_id: property.id, op, value: taken };
}

const RANGES = ['gt', 'gte', 'lt', 'lte'];
