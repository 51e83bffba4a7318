// The records of databases: collections, properties, rows and their values.
import type { Page } from '../pages/contract.ts';
import { typeOfResult } from './schema/types/formula/result-type.ts';
import type { PropertyTypeName } from './schema/types/registry.ts';

export * from './views/model.ts';

export type { PropertyTypeName };

/** Any JSON value that a row keeps. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

/** A database (contract 6): what its page says of it, and its description. */
export interface Collection {
  id: number;
  page_id: number;
  workspace_id: number;
  name: string;
  icon: string;
  description: string;
  permission_type: Page['permission_type'];
  sync_version: number;
  created_by: number | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

export interface Option {
  id: string;
  name: string;
  color: string;
  /** of a status */
  group?: 'todo' | 'doing' | 'done';
}

/** What a button of a row does: `automation` starts the rule of that id. */
export interface ButtonAction {
  kind: 'set_property' | 'create_row' | 'automation';
  property_id?: number;
  value?: Value;
  values?: Record<string, Value>;
  automation_id?: number;
}

/** What came of a rule that a button of a row started. */
export interface ButtonRun {
  id: number;
  automation_id: number;
  status: 'fired' | 'skipped' | 'error';
  detail: string;
}

/** What a property is set up with; each type takes some of these. */
export interface Config {
  description?: string;
  /** not shown on pages of rows */
  hidden?: boolean;
  /** value of new rows */
  default?: Value;
  options?: Option[];
  format?: string;
  currency?: string;
  decimals?: number;
  max?: number;
  multiple?: boolean;
  /** of a relation: the database of the rows it names, and the property there that shows the way back */
  collection_id?: number;
  reverse_property_id?: number;
  /** of a relation of a database to itself: the rows it names lie inside this one, or this one inside them */
  sub_items?: 'children' | 'parent';
  /** of a rollup */
  relation_property_id?: number;
  property_id?: number;
  function?: string;
  /** of a formula: its text */
  expression?: string;
  /** of a formula the kind of its results, of a rollup the type of what it shows, and whether that depends on who asks */
  result?: string;
  is_volatile?: boolean;
  /** of a unique id */
  prefix?: string;
  /** of a button */
  label?: string;
  actions?: ButtonAction[];
}

export interface Validation {
  required?: boolean;
  unique?: boolean;
  min?: number | string;
  max?: number | string;
  min_length?: number;
  max_length?: number;
}

export interface Property {
  id: number;
  name: string;
  type: PropertyTypeName;
  config: Config;
  position: number;
  group_name: string;
  validation: Validation;
  /** id under which its values are kept, where that is not its own: they were made anew while it was in use */
  storage?: number;
}

/** Under which id the values of a property are kept. */
export const storageOf = ({ id, storage = id }: Pick<Property, 'id' | 'storage'>): number => storage;

/** How much counts as all of it where the property does not say: of stars, and of a number that is shown as a bar. */
export const RATING_MAX = 5;
export const PROGRESS_MAX = 100;

/** What is computed, as a property of the type that it comes to; all others as they are. */
export function seenAs(property: Property): Property {
  const { result = '' } = property.config;
  if (property.type === 'formula') return { ...property, type: typeOfResult(result) };
  return property.type === 'rollup' ? { ...property, type: (result || 'text') as PropertyTypeName } : property;
}

/** A row: its page, and its values by property id. */
export interface Row extends Page {
  collection_id: number;
  values: Record<string, Value>;
  calendar: Record<string, Value> | null;
}

/** Names by id of what rows refer to, as the browser gets them; what the reader does not see is absent. */
export interface NamesById {
  people: Record<string, string>;
  /** addresses of the pictures of these people */
  faces?: Record<string, string>;
  rows: Record<string, string>;
  files: Record<string, { name: string; url: string }>;
}

export interface RowInput {
  title?: string;
  /** when it happens and repeats */
  calendar?: object | null;
  /** RFC 5545 text of the same: what it says of single occurrences is kept */
  exceptions?: string;
  /** by property id */
  values?: Record<string, unknown>;
  icon?: string;
}
