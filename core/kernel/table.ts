// Tables as their owners declare them: each is named in one place, with what an archive takes of it.

/**
 * The lists that every archive begins with: its workspaces, those of them that are exported whole, its pages, and the
 * people whose own things it holds. Other rows are found by the numbers of a table before theirs.
 */
export type ArchiveList = 'workspaces' | 'homes' | 'pages' | 'people';

/** How a column of JSON or text names things; what each is, the archive knows. */
type Naming = 'blocks' | 'address' | 'icon' | 'config' | 'view' | 'views' | 'values' | 'comment';

/** How the rows of a table go into archives of people's work, and come out of them. */
export interface ArchivedTable {
  /** rows whose column is among these */
  readonly by: readonly [column: string, of: string];
  /** rows are numbered 1, 2, 3 … by their id; the others are put in order by these columns */
  readonly key?: readonly string[];
  /** column → table; null where the row is not in the archive */
  readonly refs?: Readonly<Record<string, string>>;
  /** without these rows the row itself is left out */
  readonly needs?: readonly string[];
  /** columns that are made anew, or belong to this installation */
  readonly omits?: readonly string[];
  /** columns in which things are named */
  readonly said?: Readonly<Record<string, Naming>>;
  /** only in archives of those who own all of it */
  readonly whole?: true;
  /** of the actor alone, unless the archive is whole */
  readonly personal?: string;
  /** rows that have something in this column are left out: they are deleted, or a secret guards them */
  readonly unless?: string;
  /** the row is shown with the one that this column names; without one it is in whole archives only */
  readonly within?: string;
  /** says of a row what only its values say: not to a reader from whom something in its database is hidden */
  readonly tells?: true;
  /** one that is here already with the same in these columns takes the place of the row */
  readonly same?: readonly string[];
  /** names what lies in the storage for the row: backups take it along */
  readonly stored?: string;
  /** files and people are found by what names them, and so are written last */
  readonly last?: true;
}

/** By name, what archives take of each table; where a text stands, none take it, and this is why. */
export type Tables = Readonly<Record<string, ArchivedTable | string>>;
