// Tables of trackers, told apart by the names of their columns.
import { asana } from './asana.ts';
import { clickup } from './clickup.ts';
import { csvBoard, hasColumns, readCsvTable } from './csv-board.ts';
import type { IssueBoard } from './issue-database.ts';
import { isJiraCsv, jiraCsv } from './jira-csv.ts';
import { linear } from './linear.ts';
import { TODOIST_SIGNS, todoistBoard } from './todoist.ts';

/** The board, and whether the file ends within a record; undefined for a table that no tracker writes. */
export function trackerCsv(
  id: string,
  title: string,
  text: string,
): { board: IssueBoard; isOpen: boolean } | undefined {
  const table = readCsvTable(text);
  const { isOpen } = table;
  if (isJiraCsv(table)) return { board: jiraCsv(id, title, table), isOpen };
  if (hasColumns(table, TODOIST_SIGNS)) return { board: todoistBoard(id, title, table), isOpen };
  const tracker = [clickup, asana, linear].find(({ signs }) => hasColumns(table, signs));
  return tracker && { board: csvBoard(id, title, table, tracker), isOpen };
}
