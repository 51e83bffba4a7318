// What other plugins may know of databases: the shapes of collections, properties, views and rows, and the service.
import type { Ctx } from '../../core/context.ts';
import { type Service, service } from '../../core/plugin.ts';
import type { NewRow as NewPageRow, Page } from '../pages/contract.ts';
import { ValueFault } from './types/property-type.ts';
import { typeOf } from './types/registry.ts';

export type { CalendarEvent } from './recurrence/index.ts';
export * from './tabular/index.ts';

export type Recurrence = typeof import('./recurrence/index.ts');

/** Rules that repeat and calendar files, loaded when first asked for. */
export const recurrence = (): Promise<Recurrence> => import('./recurrence/index.ts');

export const PROPERTY_TYPES = [
  ...(['title', 'text', 'long_text', 'number', 'select', 'multi_select', 'status', 'date', 'person'] as const),
  ...(['files', 'checkbox', 'url', 'email', 'phone', 'relation', 'rollup', 'formula', 'unique_id'] as const),
  ...([
    'button',
    'rating',
    'duration',
    'place',
    'created_time',
    'last_edited_time',
    'created_by',
    'last_edited_by',
  ] as const),
] as const;
export type PropertyTypeName = (typeof PROPERTY_TYPES)[number];

export const VIEW_KINDS = ['table', 'board', 'calendar', 'gallery', 'list', 'timeline', 'form', 'chart'] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

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
  /** of a formula: its text, the kind of its results, and whether they depend on who asks and when */
  expression?: string;
  result?: string;
  is_volatile?: boolean;
  /** of a unique id */
  prefix?: string;
  /** of a button */
  label?: string;
  actions?: { kind: string; property_id?: number; value?: Value; values?: Record<string, Value> }[];
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
}

export interface View {
  id: number;
  collection_id: number;
  name: string;
  kind: ViewKind;
  /** null: shared, else only this person sees it */
  created_by: number | null;
  position: number;
  updated_at: string;
  config: ViewConfig;
}

export interface Sort {
  property_id: number;
  direction: 'asc' | 'desc';
}

export interface Leaf {
  property_id: number;
  op: string;
  value?: Value;
}

export type Filter = Leaf | { and: Filter[] } | { or: Filter[] };

export interface ViewConfig {
  filter?: Filter | null;
  sorts?: Sort[];
  group_by?: number | null;
  sub_group_by?: number | null;
  visible?: number[];
  order?: number[];
  widths?: Record<string, number>;
  wrap?: boolean;
  frozen?: number;
  row_height?: string;
  date_property_id?: number | null;
  end_property_id?: number | null;
  cover?: string;
  card_size?: string;
  wip_limits?: Record<string, number>;
  wip_enforced?: boolean;
  swimlane_property_id?: number | null;
  color_rules?: { filter: Filter; color: string }[];
  aggregates?: Record<string, string>;
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
  rows: Record<string, string>;
  files: Record<string, { name: string; url: string }>;
}

export interface RowInput {
  title?: string;
  /** when it happens and repeats */
  calendar?: object | null;
  /** by property id */
  values?: Record<string, unknown>;
  icon?: string;
}

/** A property that is to be made. */
export interface NewProperty {
  name: string;
  type: PropertyTypeName;
  config?: object;
  validation?: object;
  group_name?: string;
}

export interface NewView {
  name: string;
  kind: ViewKind;
  config?: ViewConfig;
}

export interface NewDatabase {
  workspaceId: number;
  parentId: number | null;
  title: string;
  icon?: string;
  description?: string;
  /** without one of type title such a one is added */
  properties?: NewProperty[];
  /** shared ones, by the properties that there are then; without any there is one table */
  views?: (properties: Property[]) => NewView[];
  /** a reserved page of kind collection that becomes it; else one is made */
  pageId?: number;
}

export interface MadeDatabase {
  collection: Collection;
  page: Page;
}

/** A row with everything that its page starts with. */
export interface NewRow extends RowInput, Omit<NewPageRow, 'title'> {}

/** A value as a property keeps it; undefined when it does not take it, whatever the reason. */
export function readValue(property: Pick<Property, 'type' | 'config'>, value: unknown): Value | undefined {
  try {
    return typeOf(property).read(value, { id: 0, name: '', position: 0, group_name: '', validation: {}, ...property });
  } catch (error) {
    if (error instanceof ValueFault) return undefined;
    throw error;
  }
}

/** Whether the service fills the values of this type itself. */
export const isComputed = (property: Pick<Property, 'type' | 'config'>): boolean => typeOf(property).computed === true;

export interface Collections {
  byId(ctx: Ctx, id: number): Promise<Collection | undefined>;
  /** of a page that is a database or a row of one */
  ofPage(ctx: Ctx, pageId: number): Promise<Collection | undefined>;
  properties(ctx: Ctx, id: number): Promise<Property[]>;
  /**
   * A failure leaves nothing; the caller has checked the right on the place.
   * @throws Problem not_found, page_locked, validation_failed
   */
  createDatabase(ctx: Ctx, input: NewDatabase): Promise<MadeDatabase>;
  /** @throws Problem validation_failed, conflict */
  addProperty(ctx: Ctx, id: number, input: NewProperty): Promise<Property>;
  /** another name, or more options. @throws Problem not_found, validation_failed */
  changeProperty(
    ctx: Ctx,
    id: number,
    propertyId: number,
    patch: { name?: string; config?: object },
  ): Promise<{ property: Property }>;
  /**
   * All of them or none, some hundred at a time; returns their ids in this order.
   * @throws Problem validation_failed (400) with `errors`, each with property, rule and, of several rows, `index`
   */
  addRows(ctx: Ctx, id: number, rows: NewRow[]): Promise<number[]>;
  /** All of them or none. @throws Problem not_found, page_locked, validation_failed (400) as above */
  changeRows(ctx: Ctx, changes: { id: number; change: RowInput }[]): Promise<Row[]>;
  /** values of rows as they are kept, by row and property */
  values(ctx: Ctx, rowIds: number[]): Promise<Map<number, Record<string, Value>>>;
}

export const collections: Service<Collections> = service('collections');
