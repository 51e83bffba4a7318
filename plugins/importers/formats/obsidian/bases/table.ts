// A base that shows all notes of one folder is a database: its notes are the rows, in the place where they were.
import type { DatabaseItem, FilterItem, PageItem, RowItem, ViewItem } from '../../../contract.ts';
import { folderId } from '../../../items/note-item.ts';
import { folderOf, stemOf } from '../../../reading/entry-path.ts';
import { type Base, type BaseCondition, type BaseView, conditionText } from './base.ts';
import type { Expression } from './expression.ts';
import { shownText } from './filter.ts';
import { columnName } from './listing.ts';

const TITLE = 'file.name';
const KINDS: Record<string, ViewItem['kind']> = { table: 'table', cards: 'gallery', list: 'list' };

/** The folder whose notes a base shows, all of them and no others; undefined when it asks for anything else. */
export function folderShown({ filter }: Base, notes: string[]): string | undefined {
  const asked = (filter && 'all' in filter ? filter.all : [filter]).filter((one) => one && !asksForNotes(one));
  const [only, ...others] = asked;
  if (!only || others.length || !('said' in only)) return undefined;
  const { said } = only;
  if (said.kind === 'compare' && said.sign === '==' && pathOf(said.left) === 'file.folder') return textIn(said.right);
  if (said.kind !== 'call' || said.name !== 'inFolder' || !said.on || pathOf(said.on) !== 'file') return undefined;
  const folder = textIn(said.args[0]);
  const hasDeeper = notes.some((path) => path.startsWith(`${folder}/`) && folderOf(path) !== folder);
  return hasDeeper ? undefined : folder;
}

/** Only notes are rows in any case. */
const asksForNotes = (condition: BaseCondition): boolean =>
  'said' in condition && /^file\.ext\s*==\s*["']md["']$/.test(condition.text.trim());

const pathOf = (one: Expression): string | undefined => (one.kind === 'name' ? one.path.join('.') : undefined);
const textIn = (one: Expression | undefined): string | undefined =>
  one?.kind === 'value' && typeof one.value === 'string' ? one.value.replace(/^\/|\/$/g, '') || undefined : undefined;

/** @param keys the properties of the notes */
export function baseDatabase(path: string, folder: string, base: Base, keys: Iterable<string>): DatabaseItem {
  const parent = folderId(folder);
  const known = new Set(keys);
  const first = base.views[0]?.order.filter((key) => known.has(key)) ?? [];
  const columns = [...new Set([...first, ...known])];
  const unsupported: Record<string, number> = {};
  const count = (kind: string): void => {
    unsupported[kind] = (unsupported[kind] ?? 0) + 1;
  };
  const isColumn = (key: string): boolean => key === TITLE || known.has(key);
  const views = base.views.map((view) => viewOf(view, isColumn, count));
  for (const _ of Object.keys(base.formulas)) count('base_formula');
  return {
    ...{ type: 'database', id: path, path, title: stemOf(path), ...(parent && { parent }) },
    properties: [
      { id: TITLE, name: columnName(base, TITLE), type: 'title' },
      ...columns.map((key) => ({ id: key, name: columnName(base, key) })),
    ],
    ...(views.length && { views }),
    description: [
      ...Object.entries(base.formulas).map(([name, formula]) => `${name} = ${formula}`),
      ...base.views.flatMap(({ name, filter }) =>
        filter && !filterOf(filter, isColumn) ? `${name}: ${conditionText(filter)}` : [],
      ),
    ].join('\n'),
    unsupported,
  };
}

function viewOf(view: BaseView, isColumn: (key: string) => boolean, count: (kind: string) => void): ViewItem {
  const { name, type, filter, sort, group, order } = view;
  const said = filter && filterOf(filter, isColumn);
  const sorts = sort.filter(({ property }) => isColumn(property));
  const shown = order.filter((key) => key !== TITLE && isColumn(key));
  if (filter && !said) count('base_filter');
  if (!KINDS[type]) count(`base_${type}`);
  for (const key of order) if (!isColumn(key)) count('base_column');
  return {
    ...{ name, kind: KINDS[type] ?? 'table' },
    ...(said && { filter: said }),
    ...(sorts.length && { sorts }),
    ...(shown.length && { shown }),
    ...(group && isColumn(group) && { group_by: group }),
  };
}

/** A note as a row. Links in its values stay on top of its page, because columns hold plain words. */
export function baseRow({ parent: _, kind: __, properties = {}, ...note }: PageItem, database: string): RowItem {
  const linked = Object.entries(properties).filter(([, value]) => JSON.stringify(value)?.includes('[['));
  const values = Object.entries(properties).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map(shownText) : typeof value === 'string' ? shownText(value) : value,
  ]);
  return {
    ...note,
    ...{ type: 'row', database, values: Object.fromEntries(values) },
    ...(linked.length && { properties: Object.fromEntries(linked) }),
  };
}

type Leaf = Extract<FilterItem, { op: string }>;

const OPPOSITES: Record<string, string> = {
  ...{ contains: 'does_not_contain', equals: 'does_not_equal', is_empty: 'is_not_empty' },
  ...{ does_not_contain: 'contains', does_not_equal: 'equals', is_not_empty: 'is_empty' },
};
const SIGNS: Record<string, string> = {
  '==': 'equals',
  '!=': 'does_not_equal',
  '>': 'gt',
  '<': 'lt',
  '>=': 'gte',
  '<=': 'lte',
};

/** The same in the language of our filters; undefined where it does not say all of it. */
export function filterOf(
  condition: BaseCondition,
  isColumn: (key: string) => boolean,
  isNot = false,
): FilterItem | undefined {
  if ('unread' in condition) return undefined;
  if ('said' in condition) return leafOf(condition.said, isColumn, isNot);
  const list = 'all' in condition ? condition.all : 'any' in condition ? condition.any : condition.none;
  const isNegated = isNot !== 'none' in condition;
  const parts = list.map((one) => filterOf(one, isColumn, isNegated));
  if (!parts.every((one) => one !== undefined)) return undefined;
  return 'all' in condition === !isNegated ? { and: parts } : { or: parts };
}

function leafOf(said: Expression, isColumn: (key: string) => boolean, isNot: boolean): FilterItem | undefined {
  const again = (one: Expression | undefined, not = isNot) => one && leafOf(one, isColumn, not);
  const joined = (parts: (FilterItem | undefined)[], isAnd: boolean): FilterItem | undefined => {
    if (!parts.every((one) => one !== undefined)) return undefined;
    return isAnd !== isNot ? { and: parts } : { or: parts };
  };
  const leaf = (property: string | undefined, op: string | undefined, value?: Leaf['value']): Leaf | undefined => {
    const kept = isNot ? OPPOSITES[op ?? ''] : op;
    if (!kept || property === undefined || !isColumn(property)) return undefined;
    return { property, op: kept, ...(value !== undefined && { value }) };
  };
  if (said.kind === 'not') return again(said.of, !isNot);
  if (said.kind === 'both' || said.kind === 'either')
    return joined([again(said.left), again(said.right)], said.kind === 'both');
  if (said.kind === 'compare') return leaf(keyOf(said.left), SIGNS[said.sign], plain(said.right));
  if (said.kind !== 'call') return undefined;
  const { name, on, args } = said;
  if (!on)
    return name === 'not' ? again(args[0], !isNot) : name === 'empty' ? leaf(keyOf(args[0]), 'is_empty') : undefined;
  if (name === 'isEmpty') return leaf(keyOf(on), 'is_empty');
  const contains = args.map((one) => {
    const value = plain(one);
    return value === undefined ? undefined : leaf(keyOf(on), 'contains', value);
  });
  if (name === 'contains') return contains[0];
  if (name !== 'containsAny' && name !== 'containsAll') return undefined;
  return joined(contains, name === 'containsAll');
}

/** The column that an expression names. */
function keyOf(one: Expression | undefined): string | undefined {
  if (one?.kind === 'call' && one.name === 'list' && !one.on) return keyOf(one.args[0]);
  return one?.kind === 'name' ? one.path.join('.').replace(/^(?:note|property)\./, '') : undefined;
}

/** A value that stands there; links as the words that columns hold of them. */
function plain(one: Expression): Leaf['value'] | undefined {
  if (one.kind === 'value') return one.value;
  const [first] = one.kind === 'call' && one.name === 'link' && !one.on ? one.args : [];
  return first?.kind === 'value' && typeof first.value === 'string' ? shownText(`[[${first.value}]]`) : undefined;
}
