// Types of columns that texts do not tell: HTML names them, and every status of Notion begins with the same states.
import type { PropertyItem } from '../../contract.ts';
import { groupOf } from '../issue-trackers/issue-database.ts';
import type { RowPage } from './rows.ts';

const TYPES = new Map<string, PropertyItem['type']>([
  ['person', 'person'],
  ['created_by', 'person'],
  ['last_edited_by', 'person'],
  ['status', 'status'],
  ['select', 'select'],
  ['multi_select', 'multi_select'],
]);
const STATES = new Map<string, 'todo' | 'doing' | 'done'>([
  ['not started', 'todo'],
  ['in progress', 'doing'],
  ['done', 'done'],
]);

/** The type of a column that its pages or its values name; undefined where it is found like any other. */
export function notionColumnType(name: string, texts: string[], pages: RowPage[]): PropertyItem['type'] {
  const said = pages.map(({ types }) => types?.get(name)).find((type) => type !== undefined);
  if (said) return TYPES.get(said);
  const groups = texts.map((text) => STATES.get(text.toLowerCase()));
  const isStatus = groups.every(Boolean) && (groups.includes('todo') || groups.includes('doing'));
  return isStatus ? 'status' : undefined;
}

/** A column of such a type, with the groups of its states. */
export function typedProperty(name: string, type: NonNullable<PropertyItem['type']>, texts: string[]): PropertyItem {
  if (type !== 'status') return { name, type };
  const group = (state: string) => STATES.get(state.toLowerCase()) ?? groupOf(state);
  return { name, type, options: [...new Set(texts)].map((state) => ({ name: state, group: group(state) })) };
}
