// A table as text, such as CSV: a database with its rows, and what was odd about it.
import type { Readable } from 'node:stream';
import { decode } from '../../../core/files/text-decoding.ts';
import { parseTable } from '../../databases/contract.ts';
import type { Item, ProblemItem, SourceEntry } from '../contract.ts';
import { stemOf } from '../reading/entry-path.ts';
import { gridItems } from './grid.ts';
import { CELL_MAX, mayHoldLongCells, shortenCells } from './long-cells.ts';

export interface TextTableOptions {
  parent?: string;
  separator?: string;
  header?: boolean;
}

/** The database of a file, and its rows. */
export async function* textTableItems(
  entry: SourceEntry,
  { parent, separator, header }: TextTableOptions = {},
): AsyncGenerator<Item> {
  const { text, problems } = await textOf(entry, separator);
  yield* problems;
  const table = parseTable(text, {
    ...(separator && { separator }),
    ...(header !== undefined && { hasHeader: header }),
  });
  for (const kind of table.problems) yield { type: 'problem', at: entry.path, kind, because: WORDS[kind] };
  yield* gridItems({
    ...(parent && { parent }),
    ...{ id: entry.path, title: stemOf(entry.path), rows: table.rows, title_column: table.title },
    names: table.columns.map(({ name }) => name),
  });
}

interface TableText {
  text: string;
  problems: ProblemItem[];
}

async function textOf(entry: SourceEntry, separator?: string): Promise<TableText> {
  if (!mayHoldLongCells(entry)) return { text: await entry.text(), problems: [] };
  const { bytes, cells } = await shortenCells(await (entry.stream as () => Promise<Readable>)(), separator);
  const { text, problem } = decode(bytes);
  const said = (kind: string, because: string): ProblemItem => ({ type: 'problem', at: entry.path, kind, because });
  const because = `Cells of more than ${CELL_MAX / 1_048_576} MiB were cut off there: ${cells}.`;
  return {
    text,
    problems: [
      ...(problem ? [said('encoding', `The text ${problem}.`)] : []),
      ...(cells ? [said('too_large', because)] : []),
    ],
  };
}

const WORDS = {
  cut_off: 'The file ends within a record; what was there is kept.',
  uneven: 'Rows have different numbers of cells; missing ones are empty.',
  more_rows: 'The file has more rows than are read; the rest was left out.',
  more_columns: 'The file has more columns than are read; the rest was left out.',
};
