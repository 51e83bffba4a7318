// Sets and collections of Anytype as databases: which objects are their rows, and with which columns and views.
import type { DatabaseItem, PropertyItem, ViewItem } from '../../contract.ts';
import { type AnytypeObject, entryOf, storableText } from './object.ts';
import type { AnytypeSpace } from './space.ts';
import { writtenKeys } from './values.ts';

export interface AnytypeTable {
  object: AnytypeObject;
  rows: AnytypeObject[];
  /** objects that it shows, too, and that are rows of another one */
  elsewhere: AnytypeObject[];
  /** ids of its members that the export leaves out */
  missing: string[];
  /** keys of its properties */
  columns: string[];
}

export const isTable = ({ layout, members, sources }: AnytypeObject): boolean =>
  /^(?:set|collection)$/.test(layout) || members.length > 0 || sources.length > 0;

/** Collections say what is in them; a set shows all objects of a type or with a property. First come, first served. */
export function anytypeTables(pages: AnytypeObject[], space: AnytypeSpace): AnytypeTable[] {
  const taken = new Set<string>();
  const byType = Map.groupBy(pages, ({ typeId }) => typeId);
  const all = pages.filter(isTable);
  const live = new Map(pages.map((page) => [page.id, page]));
  return [...all.filter(({ members }) => members.length), ...all.filter(({ members }) => !members.length)].map(
    (object) => {
      const shown = object.members.length
        ? object.members.flatMap((id) => live.get(id) ?? [])
        : shownBy(object.sources, byType, pages, space);
      const unique = [...new Set(shown)].filter((one) => one !== object);
      const rows = unique.filter((one) => !isTable(one) && !taken.has(one.id));
      for (const { id } of rows) taken.add(id);
      const elsewhere = unique.filter((one) => !rows.includes(one));
      const missing = object.members.filter((id) => !live.has(id));
      return { object, rows, elsewhere, missing, columns: columnsOf(object, rows) };
    },
  );
}

function shownBy(
  sources: string[],
  byType: ReadonlyMap<string, AnytypeObject[]>,
  pages: AnytypeObject[],
  space: AnytypeSpace,
): AnytypeObject[] {
  return sources.flatMap((source) => {
    const key = space.keyOfProperty(source);
    if (!key) return byType.get(source) ?? [];
    return pages.filter(({ fields }) => {
      const value = fields[key];
      return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && !value.length);
    });
  });
}

/** Those that a view shows come first. */
function columnsOf({ views }: AnytypeObject, rows: AnytypeObject[]): string[] {
  const used = new Set(rows.flatMap(writtenKeys));
  const shown = views.flatMap((view) => view.shown).filter((key) => used.has(key));
  return [...new Set([...shown, ...used])].slice(0, 200);
}

const TYPES: Record<string, PropertyItem['type']> = {
  number: 'number',
  select: 'select',
  multi_select: 'multi_select',
  date: 'date',
  checkbox: 'checkbox',
  url: 'url',
  email: 'email',
  phone: 'phone',
  files: 'files',
};

/** Undefined for one whose objects are rows of several databases, or of none. */
export function relatedTable(
  key: string,
  { rows }: AnytypeTable,
  tableOf: ReadonlyMap<string, string>,
  idsIn: (value: unknown) => string[],
): string | undefined {
  const found = new Set(rows.flatMap(({ fields }) => idsIn(fields[key])).map((id) => tableOf.get(id)));
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

/** How much can be said of a property. */
const PROPERTY_TEXT_MAX = 1000;

export const isPropertyText = (text: string | undefined): text is string =>
  text !== undefined && text.length <= PROPERTY_TEXT_MAX;

/** The type of a set that shows the objects of one type. */
export function typeShown({ object }: AnytypeTable, space: AnytypeSpace): AnytypeObject | undefined {
  const [only = '', ...others] = object.sources;
  const type = space.objects.get(only);
  return type?.kind === 'type' && !others.length ? type : undefined;
}

const VIEWS: Record<string, ViewItem['kind']> = {
  table: 'table',
  list: 'list',
  gallery: 'gallery',
  kanban: 'board',
  calendar: 'calendar',
  timeline: 'timeline',
};

export function anytypeDatabase(
  table: AnytypeTable,
  space: AnytypeSpace,
  related: (key: string) => string | undefined,
): DatabaseItem {
  const { object, columns } = table;
  const losses: Record<string, number> = {};
  const names = new Set<string>();
  const properties = columns.map((key): PropertyItem => {
    const { name, format, description } = space.property(key);
    const own = names.has(name) ? `${name} (${key})` : name;
    names.add(own);
    const database = format === 'objects' ? related(key) : undefined;
    const type = database ? 'relation' : (entryOf(TYPES, format) ?? (format ? 'text' : undefined));
    const config = isPropertyText(description) && { config: { description } };
    return { id: key, name: own, ...(type && { type }), ...(database && { database }), ...config };
  });
  const views = object.views.map((view, at): ViewItem => {
    if (view.hasFilter) losses.view_filter = (losses.view_filter ?? 0) + 1;
    const [date] = view.kind === 'calendar' ? [view.groupBy] : [];
    return {
      name: view.name || `View ${at + 1}`,
      kind: entryOf(VIEWS, view.kind) ?? 'table',
      ...(view.groupBy && !date && { group_by: view.groupBy }),
      ...(date && { date }),
      sorts: view.sorts.map(({ key, isDescending }) => ({ property: key, direction: isDescending ? 'desc' : 'asc' })),
    };
  });
  const icon = storableText(object.fields.iconEmoji);
  const description = storableText(typeShown(table, space)?.fields.description).trim();
  return {
    ...{ type: 'database', id: object.id, title: space.title(object.id) as string, properties },
    ...(description && { description }),
    ...(views.length && { views }),
    ...(icon && { icon }),
    ...(Object.keys(losses).length && { unsupported: losses }),
  };
}
