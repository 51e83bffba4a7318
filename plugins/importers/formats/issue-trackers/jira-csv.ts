// Issues of Jira as its CSV has them: columns that come several times, texts in wiki markup, and dates of its own form.
import { blocksPlainText } from '../../../blocks/plain-text.ts';
import type { CommentItem, PropertyItem } from '../../contract.ts';
import type { HtmlPage } from '../../conversion/html/read.ts';
import { storageBlocks } from '../confluence/storage.ts';
import { type CsvBoardTable, hasColumns, parentsOf } from './csv-board.ts';
import { COMMON, type IssueBoard, type TrackerIssue } from './issue-database.ts';

/** Its columns by what they mean. */
const COLUMNS: [RegExp, string][] = [
  [/^(issue )?key$/i, 'key'],
  [/^issue type$/i, 'type'],
  [/^status$/i, 'status'],
  [/^priority$/i, 'priority'],
  [/^assignee$/i, 'assignee'],
  [/^reporter$/i, 'reporter'],
  [/^labels?$/i, 'labels'],
  [/^due( date)?$/i, 'due'],
  [/^created$/i, 'created'],
  [/^resolved$/i, 'closed'],
];
/** The issue that one is part of, by its key or its number. */
const PARENTS = ['parent key', 'parent', 'parent id'];

export const isJiraCsv = (table: CsvBoardTable): boolean =>
  hasColumns(table, ['key', 'summary']) || hasColumns(table, ['issue key', 'summary']);

export function jiraCsv(id: string, title: string, { names, rows }: CsvBoardTable): IssueBoard {
  const ids = names.map((name) => COLUMNS.find(([pattern]) => pattern.test(name))?.[1] ?? name.toLowerCase());
  const quiet = new Set(['summary', 'description', 'comment', ...PARENTS, ...COMMON.map((one) => one.id)]);
  const own = [...new Set(ids)]
    .filter((one) => !quiet.has(one))
    .map((one): PropertyItem => ({ id: one, name: names[ids.indexOf(one)] as string }));
  const cells = rows.map(
    (row) =>
      (one: string): string[] =>
        ids.flatMap((key, at) => (key === one && row[at]?.trim() ? [isoJiraDate(row[at].trim())] : [])),
  );
  const keyOf = (all: (typeof cells)[number], at: number): string => all('key')[0] ?? String(at + 1);
  const keys = new Map(
    cells.flatMap((all, at) => [...all('issue id'), ...all('key')].map((name) => [name, keyOf(all, at)])),
  );
  const issues = cells.map((all, at): TrackerIssue => {
    const key = keyOf(all, at);
    const values = Object.fromEntries(
      [...new Set(ids)].filter((one) => !quiet.has(one) || isCommon(one)).map((one) => [one, cellValue(one, all(one))]),
    );
    const parent = PARENTS.flatMap(all)[0];
    const found = parent === undefined ? undefined : keys.get(parent);
    const above = found && found !== key ? { parent: [`${id}#${found}`] } : parent && { parent_name: parent };
    const [created, updated] = [all('created')[0], all('updated')[0]];
    return {
      ...{ id: key, title: all('summary').join(' '), values: { ...values, ...above } },
      ...bodyOf(key, withAddresses(all('description').join('\n\n'), all('attachment'))),
      comments: all('comment').map((cell) => commentIn(key, cell)),
      ...(created && { created }),
      ...(updated && { updated }),
    };
  });
  return { id, title, properties: [...COMMON, ...parentsOf(id), ...own], issues };
}

const isCommon = (one: string): boolean => COMMON.some(({ id }) => id === one);

function cellValue(column: string, all: string[]): unknown {
  if (column === 'labels') return all.flatMap((cell) => cell.split(/[;\s]+/));
  return all.length > 1 ? all : all[0];
}

/** Pictures that a text names are attachments: "date;author;name;address". */
function withAddresses(text: string, attachments: string[]): string {
  const addresses = new Map(attachments.map((cell) => cell.split(';')).map((parts) => [parts[2], parts[3] ?? '']));
  return text.replace(/!([^!\s|][^!|\n]{0,300})((?:\|[^!\n]*)?)!/g, (whole, name: string, look: string) => {
    const address = addresses.get(name);
    return address && /^https?:/.test(address) ? `!${address}${look}!` : whole;
  });
}

/** A text in wiki markup. */
function bodyOf(key: string, text: string): HtmlPage {
  return storageBlocks(text, { places: { page: () => undefined, user: (id) => id }, page: key, key: '', isWiki: true });
}

/** "date;author;text" */
function commentIn(key: string, cell: string): CommentItem {
  const [, created = '', author = '', text = cell] = /^([^;]{4,40});([^;]{0,100});([\s\S]*)$/.exec(cell) ?? [];
  const said = blocksPlainText(bodyOf(key, text).blocks);
  return { text: said || text, ...(author && { author }), ...(created && { created: isoJiraDate(created) }) };
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const JIRA_DATE = /^(\d{1,2})\/([A-Z][a-z]{2})\/(\d{2}|\d{4})(?:\s+(\d{1,2}):(\d\d)(?:\s*([AP])M)?)?$/;

/** `02/Jan/26 10:00 AM` as `2026-01-02 10:00`, and without a time at midnight; anything else stays as it is. */
export function isoJiraDate(text: string): string {
  const [whole, day = '', name = '', year = '', hours = '0', minutes = '00', half] = JIRA_DATE.exec(text) ?? [];
  const month = MONTHS.indexOf(name) / 3 + 1;
  if (whole === undefined || !Number.isInteger(month) || month < 1) return text;
  const two = (value: number): string => String(value).padStart(2, '0');
  const hour = half ? (Number(hours) % 12) + (half === 'P' ? 12 : 0) : Number(hours);
  const date = `${year.padStart(4, '20')}-${two(month)}-${two(Number(day))}`;
  return hour || Number(minutes) ? `${date} ${two(hour)}:${minutes}` : date;
}
