// Views of databases: how each is set up, and the filters and orders that they hold.

import type { Value } from '../model.ts';
import type { ChartAggregate } from '../query/aggregate.ts';
import type { ChartKind, ChartSort } from './chart/chart-kinds.ts';

export const VIEW_KINDS = ['table', 'board', 'calendar', 'gallery', 'list', 'timeline', 'form', 'chart'] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

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

export interface FilterLeaf {
  property_id: number;
  op: string;
  value?: Value;
}

export type Filter = FilterLeaf | { and: Filter[] } | { or: Filter[] };

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
  /** of a timeline: a relation of the database to itself that names the rows that come before */
  dependency_property_id?: number | null;
  zoom?: 'week' | 'month' | 'quarter';
  /** what a calendar shows at once */
  mode?: 'month' | 'week' | 'day';
  cover?: string;
  card_size?: string;
  /** whether the pictures of cards fill their frame, or are seen whole */
  cover_fit?: 'crop' | 'fit';
  /** which values have the name of their property beside them on cards: those that do not say what they are, by itself */
  card_names?: 'needed' | 'all' | 'none';
  wip_limits?: Record<string, number>;
  wip_enforced?: boolean;
  swimlane_property_id?: number | null;
  color_rules?: { filter: Filter; color: string }[];
  aggregates?: Record<string, string>;
  chart_kind?: ChartKind;
  chart_aggregate?: ChartAggregate;
  chart_property_id?: number | null;
  chart_interval?: 'day' | 'month' | 'year';
  chart_sort?: ChartSort | null;
  form?: FormConfig;
}

/** What a person may change of a view for themselves. */
export type ViewDraft = Required<Pick<ViewConfig, 'filter' | 'sorts'>>;

export interface FormQuestion {
  property_id: number;
  /** instead of the name of the property */
  label?: string;
  hint?: string;
  required?: boolean;
  /** asked only if the answer to that question is this: text, the id of an option, or `true` */
  when?: { property_id: number; value: string } | null;
}

/** What a form asks for: each answer becomes a row. */
export interface FormConfig {
  title?: string;
  description?: string;
  confirmation?: string;
  closes_at?: string | null;
  /** people who may only read can answer, too */
  for_readers?: boolean;
  questions?: FormQuestion[];
}

/** More than a glance takes in hides the titles of the other rows. */
const CARD_PROPERTIES = 5;

/** Of its columns, with the title first, those that a view shows: cards and lines begin with some until somebody chooses. */
export function glanceColumns<Column>(view: Pick<View, 'kind' | 'config'> | undefined, columns: Column[]): Column[] {
  const isGlance = view?.kind === 'board' || view?.kind === 'gallery' || view?.kind === 'list';
  return isGlance && !view.config.visible ? columns.slice(0, CARD_PROPERTIES + 1) : columns;
}
