// What an import says of itself: its report, its preview, and what a person says of columns.
import type { PropertyTypeName } from '../databases/contract.ts';

/** Report of a job: `report_json` of contract 8, and what else a person wants to know. */
export interface ImportReport {
  /** `pages` are notes; folders count apart */
  counts: Record<'pages' | 'folders' | 'databases' | 'rows' | 'files' | 'links' | 'comments', number>;
  created: number;
  updated: number;
  skipped: number;
  warnings: ImportWarning[];
  /** more than the list holds when it was cut */
  warnings_total: number;
  /** kind → how often; what it was is kept as text, file or unknown block */
  unsupported: Record<string, number>;
  broken_links: BrokenLink[];
  broken_links_total: number;
  /** of a preview: what would come first, as paths of the source */
  first?: string[];
  /** of a preview: the levels of the source, each cut */
  tree?: SourceTreeNode[];
  /** of a preview: what the columns of databases would become, which a mapping can change */
  databases?: MappedDatabase[];
  /** names of the workspaces that came in, or would */
  workspaces?: string[];
  /** nothing could be read of it: it is of no use to read the same once more */
  refused?: true;
  undo?: { trashed: number; restored: number; kept: ImportWarning[] };
}

export interface ImportWarning {
  item: string;
  kind: string;
  reason: string;
}

export interface BrokenLink {
  item: string;
  target: string;
  kind: 'wiki' | 'embed' | 'markdown' | 'image' | 'property';
}

export interface SourceTreeNode {
  title: string;
  kind: 'page' | 'folder' | 'database' | 'file';
  /** all that lies inside, at any depth */
  count: number;
  children?: SourceTreeNode[];
}

/** A database of the source and its columns, before they are imported. */
export interface MappedDatabase {
  id: string;
  title: string;
  rows: number;
  columns: MappedColumn[];
}

export interface MappedColumn {
  id: string;
  name: string;
  type: PropertyTypeName;
  /** some of its values as texts */
  samples: string[];
  /** how many rows have one */
  filled: number;
  /** rows whose value does not fit and is kept as text */
  misfits: number;
  /** what a person should look at: `leading_zeros`, `long_numbers`, `not_as_written`, `ambiguous_numbers`, `ambiguous_dates` */
  notes: string[];
  /** a person left it out */
  left_out?: true;
}

/** What a person says of columns: database → column → its name and type here, or that it is left out. */
/** What a person says of a column. */
export interface SaidColumn {
  name?: string;
  type?: PropertyTypeName;
  skip?: boolean;
  /** what comes first in its dates, where these could be read both ways */
  dates?: 'dmy' | 'mdy';
}

export type ColumnMapping = Record<string, Record<string, SaidColumn>>;
