// What readers elsewhere than in the product get of databases: tables of words, values of rows, and forms.
import type { Collection } from './shape.ts';
import type { ViewKind } from './view-shape.ts';

/** Fields of a form as they were sent, by name. */
export type Typed = Record<string, string | string[]>;

export interface AskedTable {
  viewId?: number;
  /** from 1 */
  page: number;
  /** where pages and files are found by the reader */
  addresses: { page(id: number): string; file(id: number): string };
}

/** Fifty rows of a view with their values as words. */
export interface ShownTable {
  collection: Collection;
  views: { id: number; name: string; kind: ViewKind }[];
  view: { id: number; kind: ViewKind } | null;
  columns: { id: number; name: string; isNumber: boolean }[];
  rows: { id: number; icon: string; title: string; href: string; cells: object[] }[];
  total: number;
  /** place of the first row, from 1 */
  from: number;
  hasMore: boolean;
}

export interface ShownValue {
  name: string;
  value: object;
}

export interface AnsweredForm {
  typed?: Typed;
  /** by property */
  faults?: Map<number, string>;
}

export interface ShownForm {
  pageId: number;
  title: string;
  description: string;
  confirmation: string;
  isClosed: boolean;
  /** its fields, as the templates of databases show them */
  questions: object[];
}
