// What readers elsewhere than in the product get of databases: tables of words, values of rows, and forms.
import type { Collection } from '../model.ts';
import type { ViewKind } from '../views/model.ts';

/** Names of the fields of forms with a field for each property, and of their parts. */
export const FIELD_NAME = /^p\d{1,10}(_(time|second|second_time|third))?$/;

/** Fields of a form as they were sent, by name. */
export type PublishedFormFields = Record<string, string | string[]>;

export interface AskedTable {
  viewId?: number;
  /** from 1 */
  page: number;
  /** of a calendar, as `2026-11`; this one if none is named */
  month?: string;
  /** where pages and files are found by the reader */
  addresses: { page(id: number): string; file(id: number): string };
}

/** A row under its title, with the values that it has. */
export interface ShownCard {
  title: string;
  href: string;
  color?: string;
  facts: ShownValue[];
  /** address of its picture, empty without one */
  cover: string;
}

export interface ShownCards {
  isGallery: boolean;
  size: string;
  fit: string;
  hasCovers: boolean;
  cards: ShownCard[];
}

export interface ShownColumn {
  /** the value that its cards have in common, or what it is called without one */
  name: { value: object } | { text: string };
  count: number;
  cards: ShownCard[];
}

export interface ShownDay {
  day: string;
  number: number;
  label: string;
  isOutside: boolean;
  isToday: boolean;
  events: { title: string; href: string; time: string }[];
}

export interface ShownMonth {
  name: string;
  weekdays: string[];
  weeks: ShownDay[][];
  /** the months around it, as `2026-11` */
  before: string;
  after: string;
  /** of the times that are shown; empty where none is */
  zone: string;
  isCut: boolean;
}

/** What some kinds of views draw instead of a table; one of them at most. */
export interface ViewDrawing {
  cards?: ShownCards;
  board?: ShownColumn[];
  month?: ShownMonth;
  /** markup of the server */
  chart?: { html: string };
}

/** Rows of a view with their values as words. */
export interface ShownTable extends ViewDrawing {
  collection: Collection;
  views: { id: number; name: string; kind: ViewKind }[];
  view: { id: number; kind: ViewKind } | null;
  columns: { id: number; name: string; isNumber: boolean }[];
  rows: { id: number; title: string; href: string; color?: string; cells: object[] }[];
  total: number;
  /** place of the first row, from 1 */
  from: number;
  hasMore: boolean;
}

export interface ShownValue {
  name: string;
  /** the value alone does not say what it is of */
  isNamed: boolean;
  value: object;
}

export interface AnsweredForm {
  typed?: PublishedFormFields;
  /** by property */
  faults?: Map<number, string>;
}

export interface PublishedForm {
  pageId: number;
  title: string;
  description: string;
  confirmation: string;
  isClosed: boolean;
  /** its fields, as the templates of databases show them */
  questions: object[];
}
