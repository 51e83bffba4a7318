// What pages are made of and changed by, as other plugins hand it over; the contract names these.
import type { Knex } from 'knex';
import type { Block } from '../blocks/block.ts';
import type { Page, PageKind } from './contract.ts';

/** A page in the trash, and who put it there; null: nobody knows any more. */
export interface TrashedPage extends Page {
  deleted_by: number | null;
}

export interface TrashFilter {
  limit: number;
  /** a part of the title */
  q?: string;
  /** ids of the only pages that are wanted */
  among?: Knex.QueryBuilder;
}

export interface PageInput {
  workspaceId: number;
  parentId?: number | null;
  kind?: PageKind;
  title: string;
  blocks?: Block[];
  icon?: string;
  /** of the uploaded file, for kind file */
  fileId?: number;
  createdAt?: string;
  updatedAt?: string;
}

/** What a page needs to get an id before it has a body. */
export interface PagePlace {
  workspaceId: number;
  kind: PageKind;
  title: string;
  icon?: string;
  createdAt?: string;
}

/** What makes a page of a reserved id. */
export interface FilledPage {
  id: number;
  parentId: number | null;
  title: string;
  blocks?: Block[];
  /** of kind file */
  fileId?: number;
  /** of kind collection, which has no body */
  isCollection?: true;
  updatedAt?: string;
  /** made of another page: whom that names is not named anew */
  isCopy?: boolean;
}

/** Where rows come into a database. */
export interface RowsHome {
  /** of the database */
  id: number;
  /** that is the database, as it is in this transaction */
  page: Pick<Page, 'id' | 'workspace_id' | 'locked_by' | 'deleted_at'> & {
    is_locked: number;
    access_root_id: number | null;
  };
  /** of the first one among the rows */
  position: number;
}

/** A page that comes into a database as one of its rows. */
export interface NewRowPage {
  /** a reserved page that becomes it; else one is made */
  id?: number;
  title: string;
  icon?: string;
  blocks?: Block[];
  createdAt?: string;
  updatedAt?: string;
  /** people who are there; default: the actor */
  createdBy?: number;
  updatedBy?: number;
}

/** Looks and title of a page, each as the page keeps it. */
export interface PageChange {
  title?: string;
  page_icon?: string;
  cover_url?: string;
  full_width?: 0 | 1;
  font_small?: 0 | 1;
  /** its address while it is published */
  slug?: string | null;
  is_published?: 0 | 1;
}

/** Where rows of a database go: beside this one. */
export interface RowAnchor {
  id: number;
  side: 'before' | 'after';
}
