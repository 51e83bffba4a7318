// A table of tasks as a board: which of its columns mean what; all others become properties of their own.
import { readRecords, separatorOf } from '../../../../core/files/csv.ts';
import type { PropertyItem } from '../../contract.ts';
import { cleanTitle } from '../../reading/entry-path.ts';
import { UniqueIds } from '../../reading/unique-ids.ts';
import { COMMON, type IssueBoard, type TrackerIssue } from './issue-database.ts';

export interface CsvBoardTable {
  names: string[];
  rows: string[][];
  /** the file ends within a record */
  isOpen: boolean;
}

/** How a tracker writes its tasks. */
export interface CsvTracker {
  /** names of columns in lower case that only its tables have together */
  signs: string[];
  /** name in lower case → `id`, `title`, `body`, `parent` or id of a property; '' where it says the same as another one */
  columns: Record<string, string>;
  /** beside the common ones */
  properties?: PropertyItem[];
  /** by which the board is grouped */
  column?: string;
  /** what the words of a cell do not say by themselves */
  finish?(issue: TrackerIssue, cell: (name: string) => string): TrackerIssue;
}

const LISTS = new Set(['labels', 'assignee']);
const DATES = new Set(['due', 'created', 'updated', 'closed', 'started']);

export const STARTED: PropertyItem = { id: 'started', name: 'Started', type: 'date' };

export function readCsvTable(text: string): CsvBoardTable {
  const { records, isOpen } = readRecords(text, separatorOf(text));
  const [head = [], ...rows] = records;
  const width = rows.reduce((most, { length }) => Math.max(most, length), head.length);
  const names = Array.from({ length: width }, (_, at) => head[at]?.trim() || `Column ${at + 1}`);
  return { names, rows, isOpen: isOpen || (rows.at(-1)?.length ?? head.length) < head.length };
}

export const hasColumns = ({ names }: CsvBoardTable, signs: string[]): boolean => {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return signs.every((sign) => known.has(sign));
};

export function csvBoard(id: string, title: string, table: CsvBoardTable, tracker: CsvTracker): IssueBoard {
  const ids = new UniqueIds();
  const known = new Map(Object.entries(tracker.columns));
  const meanings = table.names.map((name) => known.get(name.toLowerCase()) ?? `own-${name.toLowerCase()}`);
  const own = table.names.flatMap((name, at): PropertyItem[] => {
    const meaning = meanings[at] as string;
    return meaning === `own-${name.toLowerCase()}` ? [{ id: meaning, name }] : [];
  });
  const unique = [...new Map(own.map((property) => [property.id, property])).values()];
  const cells = table.rows.map((row) => ({
    all: (meaning: string) =>
      meanings.flatMap((one, at) => (one === meaning && row[at]?.trim() ? [row[at].trim()] : [])),
    named: (name: string) => row[table.names.findIndex((one) => one.toLowerCase() === name)]?.trim() ?? '',
  }));
  const issues = cells.map(({ all, named }, at) => {
    const issue = issueOf(all, meanings, ids.of(all('id')[0] ?? String(at + 1)));
    return tracker.finish?.(issue, named) ?? issue;
  });
  nameParents(
    id,
    issues,
    cells.map(({ all }) => all('parent')[0] ?? ''),
  );
  return {
    ...{ id, title, issues },
    ...(tracker.column && issues.some(({ values }) => values[tracker.column as string]) && { column: tracker.column }),
    properties: [...(tracker.properties ?? []), ...COMMON, ...parentsOf(id), ...unique],
  };
}

function issueOf(all: (meaning: string) => string[], meanings: string[], id: string): TrackerIssue {
  const said = all('title').join(' ');
  const title = cleanTitle(said);
  const values: Record<string, unknown> = {};
  for (const meaning of new Set(meanings)) {
    const words = all(meaning);
    if (!words.length || ['', 'id', 'title', 'body', 'parent'].includes(meaning)) continue;
    if (LISTS.has(meaning)) values[meaning] = words.flatMap(listIn);
    else if (DATES.has(meaning)) values[meaning] = dateIn(words[0] as string);
    else values[meaning] = words.length > 1 ? words : dateIn(words[0] as string);
  }
  // A title that is too long for one line stays in the text.
  const isWhole = !said || title === said.replace(/\s+/g, ' ');
  const { created, updated } = values as { created?: string; updated?: string };
  delete values.updated;
  return {
    ...{ id, title, values, markdown: [...(isWhole ? [] : [said]), ...all('body')].join('\n\n') },
    ...(created && { created }),
    ...(updated && { updated }),
  };
}

/** `a, b` and `[a,b]`. */
export const listIn = (text: string): string[] =>
  text
    .replace(/^\[([\s\S]*)\]$/, '$1')
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Milliseconds and what programs write of a moment; all else is left to the reader of dates. */
export function dateIn(text: string): string {
  if (/^\d{12,14}$/.test(text)) return new Date(Number(text)).toISOString();
  const isMoment = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{4}/.test(text) && !Number.isNaN(Date.parse(text));
  return isMoment ? new Date(text).toISOString() : text;
}

export const parentsOf = (database: string): PropertyItem[] => [
  { id: 'parent', name: 'Parent', type: 'relation', database },
  { id: 'parent_name', name: 'Parent (by name)', type: 'text' },
];

/** Tasks name the one they are part of by its id, or by its title where no other one has the same. */
function nameParents(database: string, issues: TrackerIssue[], parents: string[]): void {
  const byId = new Map(issues.map(({ id }) => [id, id]));
  const byTitle = Map.groupBy(issues, ({ title }) => title);
  for (const [at, issue] of issues.entries()) {
    const said = parents[at] as string;
    if (!said || said === 'null') continue;
    const [titled, ...others] = byTitle.get(cleanTitle(said)) ?? [];
    const found = byId.get(said) ?? (others.length ? undefined : titled?.id);
    if (found === undefined || found === issue.id) issue.values.parent_name = said;
    else issue.values.parent = [`${database}#${found}`];
  }
}

/** JSON in a cell; undefined for anything else. */
export function jsonIn(cell: string): unknown {
  if (!/^\s*[[{]/.test(cell)) return undefined;
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    return undefined;
  }
}
