// Groups in the order of their options, with the groups within them.
import type { Property, Value } from '../../model.ts';
import type { RowGroup } from './model.ts';

/** As the server answers it: each pair of a group and one within it. */
export type ReadGroup = RowGroup & { sub_value?: Value };

/** The value of a group as addresses write it. */
export const groupKey = (value: Value): string => (value === null ? '' : String(value));

export function orderGroups(groups: ReadGroup[], grouping?: Property, subGrouping?: Property): RowGroup[] {
  if (!subGrouping) return inOrder(grouping, groups);
  const byKey = Map.groupBy(groups, ({ value }) => groupKey(value));
  const outer = [...byKey.values()].map((all): RowGroup => {
    const made: RowGroup = { value: all[0]?.value ?? null, count: 0 };
    // A row with several values counts in each of them.
    made.subs = inOrder(
      subGrouping,
      all.map(({ sub_value = null, count }) => ({ value: sub_value, count, parent: made })),
    ).map((one) => ({ ...one, parent: made }));
    made.count = made.subs.reduce((sum, { count }) => sum + count, 0);
    return made;
  });
  return inOrder(grouping, outer);
}

/** Options without rows are groups, too; those without a value stand last. */
function inOrder(property: Property | undefined, groups: RowGroup[]): RowGroup[] {
  const options = property?.config.options ?? [];
  const missing = options.filter(({ id }) => !groups.some(({ value }) => value === id));
  const all = [...groups, ...missing.map(({ id }): RowGroup => ({ value: id, count: 0, subs: [] }))];
  const rank = ({ value }: RowGroup) =>
    value === null ? Number.MAX_SAFE_INTEGER : options.findIndex(({ id }) => id === value);
  return options.length ? all.toSorted((a, b) => rank(a) - rank(b)) : all;
}
