// What front matter says of a database and of its rows, so that Markdown comes back as what it was: properties, views,
// and values by which rows and files find each other. Readers of Markdown see the table beside it.
import {
  columnFacts,
  databases,
  type Filter,
  isComputed,
  isDateProperty,
  type Property,
  type View,
} from '../../../databases/contract.ts';
import type { Bundle, ExportNode } from '../../export-source.ts';
import { relativePath } from '../../file-names.ts';
import type { Layout } from '../../layout.ts';

/** Of what a property is set up with, what means nothing outside this installation or is found anew. */
const LEFT = new Set([
  ...['options', 'collection_id', 'reverse_property_id', 'relation_property_id', 'property_id', 'function'],
  ...['result', 'is_volatile', 'default', 'sub_items', 'actions'],
]);

/** From the note of one page to that of another; no name in an export has a sign that links would write otherwise. */
export const pathFrom = (layout: Layout, from: ExportNode, to: ExportNode): string =>
  decodeURIComponent(relativePath(layout.path(from), layout.path(to)));

/** Rows that are asked for at a time. */
const BATCH = 500;

export async function databaseHead(bundle: Bundle, layout: Layout, node: ExportNode): Promise<object> {
  const [found] = await bundle.ctx.use(databases).describe(bundle.ctx, [node.id]);
  const properties = found?.properties ?? [];
  const views = (found?.views ?? []).filter(({ created_by }) => created_by === null);
  return {
    properties: properties.map((property) => propertyHead(bundle, layout, node, property)),
    views: views.map((view) => viewHead(bundle, node, properties, view)),
  };
}

function propertyHead(bundle: Bundle, layout: Layout, node: ExportNode, { name, type, config }: Property): object {
  const kept = Object.entries(config).filter(([key]) => !LEFT.has(key));
  const options = (config.options ?? []).map(({ name: option, color, group }) => ({
    ...{ name: option, color },
    ...(group && { group }),
  }));
  const other =
    columnFacts(type).names === 'rows' && config.collection_id ? bundle.databasePage(config.collection_id) : undefined;
  return {
    ...{ name, type },
    ...(options.length && { options }),
    ...(kept.length && { config: Object.fromEntries(kept) }),
    ...(other && { database: pathFrom(layout, node, other) }),
  };
}

function viewHead(bundle: Bundle, node: ExportNode, properties: Property[], { name, kind, config }: View): object {
  const nameOf = (id: number | null | undefined) => properties.find((one) => one.id === id)?.name;
  const filter = config.filter ? namedFilter(config.filter, properties) : undefined;
  if (config.filter && !filter) {
    const reason = `The filter of the view "${name}" names what Markdown has no words for; it is left out.`;
    bundle.warnings.push({ item: node.title, reason });
  }
  const sorts = (config.sorts ?? []).flatMap(({ property_id, direction }) => {
    const property = nameOf(property_id);
    return property === undefined ? [] : [{ property, direction }];
  });
  const shown = (config.order ?? config.visible ?? [])
    .filter((id) => !config.visible || config.visible.includes(id))
    .flatMap((id) => nameOf(id) ?? []);
  const [group, date] = [nameOf(config.group_by), nameOf(config.date_property_id)];
  return {
    ...{ name, kind },
    ...(group && { group_by: group }),
    ...(date && { date }),
    ...(filter && { filter }),
    ...(sorts.length && { sorts }),
    ...(config.visible && shown.length && { shown }),
  };
}

/** A filter by names; undefined where it names people, rows, or several things at once. */
function namedFilter(filter: Filter, properties: Property[]): object | undefined {
  if ('and' in filter || 'or' in filter) {
    const [key, parts] = 'and' in filter ? ['and', filter.and] : ['or', filter.or];
    const named = (parts as Filter[]).map((part) => namedFilter(part, properties));
    return named.every((one) => one !== undefined) ? { [key as string]: named } : undefined;
  }
  const property = properties.find(({ id }) => id === filter.property_id);
  if (!property || columnFacts(property.type).names) return undefined;
  const { value } = filter;
  if (value === undefined || value === null) return { property: property.name, op: filter.op };
  if (typeof value === 'object') return undefined;
  const option = property.config.options?.find(({ id }) => id === value)?.name;
  return { property: property.name, op: filter.op, value: option ?? value };
}

/** Values of the rows of a database that are inside, by row and by name, where a table shows less than there is. */
export async function exactValues(
  bundle: Bundle,
  layout: Layout,
  rowIds: number[],
  columns: Property[],
): Promise<Map<number, Record<string, unknown>>> {
  const made = new Map<number, Record<string, unknown>>();
  const exact = columns.filter((column) => isExact(column));
  for (let at = 0; exact.length && at < rowIds.length; at += BATCH)
    for (const row of await bundle.ctx.use(databases).rows(bundle.ctx, rowIds.slice(at, at + BATCH))) {
      const node = bundle.nodes.get(row.id);
      if (!node) continue;
      const said: Record<string, unknown> = {};
      for (const column of exact) {
        const value = await exactValue(bundle, layout, node, column, row.values[column.id]);
        if (value !== undefined) said[column.name] = value;
      }
      made.set(row.id, said);
    }
  return made;
}

/** What a cell of a table says in fewer words: places of rows and files, times with their zone, names with commas. */
function isExact(property: Property): boolean {
  const { isMany, names } = columnFacts(property.type);
  return !isComputed(property) && (isDateProperty(property) || (isMany && names !== 'people'));
}

async function exactValue(
  bundle: Bundle,
  layout: Layout,
  node: ExportNode,
  property: Property,
  value: unknown,
): Promise<unknown> {
  if (value === null || value === undefined) return undefined;
  if (isDateProperty(property)) return value;
  const ids = [value].flat() as (number | string)[];
  const { names, hasOptions } = columnFacts(property.type);
  if (hasOptions) return ids.flatMap((id) => property.config.options?.find((one) => one.id === id)?.name ?? []);
  if (names === 'rows')
    return ids.flatMap((id) => {
      const other = bundle.nodes.get(Number(id));
      return other ? pathFrom(layout, node, other) : [];
    });
  await layout.prepare(ids.map(Number));
  const links = layout.links(node, await bundle.links(node, []));
  return ids.flatMap((id) => decodeURIComponent(links.file(Number(id))?.href ?? '') || []);
}
