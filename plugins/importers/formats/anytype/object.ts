// What both forms of an export of Anytype say, in one shape: objects with their properties and their blocks.
import type { Inline } from '../../../blocks/block.ts';
import { isFields, type JsonFields } from '../json/generic.ts';

export type AnytypeKind = 'page' | 'file' | 'template' | 'type' | 'participant' | 'property' | 'option' | 'other';

export interface AnytypeObject {
  /** by which other objects name it */
  id: string;
  /** path of its document */
  path: string;
  kind: AnytypeKind;
  /** e.g. `note`, `todo`, `set` */
  layout: string;
  /** of its type */
  typeId: string;
  /** by keys of properties, e.g. `name` */
  fields: JsonFields;
  /** rows of a collection */
  members: string[];
  /** types and properties whose objects a set shows */
  sources: string[];
  views: AnytypeView[];
  blocks(context: AnytypeContext): AnytypeBlock[];
}

export interface AnytypeView {
  name: string;
  /** as it is called there, in lower case */
  kind: string;
  groupBy: string;
  sorts: { key: string; isDescending: boolean }[];
  /** keys of the properties that it shows; empty: all */
  shown: string[];
  hasFilter: boolean;
}

/** What blocks are read with. */
export interface AnytypeContext {
  /** of an object in the export */
  title(id: string): string | undefined;
  /** where the file of an object lies */
  file(id: string): string | undefined;
  /** the same by its name, where only one is called so */
  fileNamed(name: string): string | undefined;
  /** the blocks are those of a set or collection, which is a database itself */
  readonly isDatabase: boolean;
  count(kind: string): void;
}

export type AnytypeBlockKind =
  | 'paragraph'
  | 'heading'
  | 'quote'
  | 'todo'
  | 'bullet'
  | 'numbered'
  | 'toggle'
  | 'callout'
  | 'code'
  | 'divider'
  | 'file'
  | 'link'
  | 'bookmark'
  | 'embed'
  | 'table'
  | 'row'
  | 'column'
  | 'group'
  | 'toc'
  | 'dataview'
  | 'none'
  | 'unknown';

export interface AnytypeBlock {
  kind: AnytypeBlockKind;
  content: Inline[];
  children: AnytypeBlock[];
  /** of a heading */
  level?: number;
  /** of a heading that hides what is below it */
  isToggle?: boolean;
  isChecked?: boolean;
  /** icon of a callout */
  icon?: string;
  /** of the letters, and of what is behind them */
  color?: string;
  background?: string;
  /** of code: its lines; of an embed: its source */
  text?: string;
  /** language of code, or what draws an embed, in lower case */
  language?: string;
  /** type of a file in lower case */
  media?: string;
  name?: string;
  /** object that it shows or leads to */
  target?: string;
  url?: string;
  description?: string;
  /** cells of a table, and how many rows head it */
  rows?: Inline[][][];
  hasHeader?: boolean;
  /** as it stands in the export, where nothing is known of its kind */
  raw?: JsonFields;
}

/** Text that can be stored; its length stays, since places in it are counted. */
export const storableText = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : '';

export const fieldsIn = (value: unknown): JsonFields => (isFields(value) ? value : {});
export const listOf = (value: unknown): JsonFields[] => (Array.isArray(value) ? value.filter(isFields) : []);
export const idsListed = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => storableText(one) || []);

/** What a table of this code says of a name from outside, and nothing that every object has. */
export const entryOf = <T>(table: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Blocks nest no deeper than this; what lies deeper stands beside. */
export const NESTING_MAX = 40;
