// Tables as text: CSV, TSV and other separated values, one database for each file.
import type { Readable } from 'node:stream';
import Joi from 'joi';
import { decode } from '../../../../core/files/text-decoding.ts';
import { parseTable } from '../../../databases/contract.ts';
import type { Importer, Item, ProblemItem, SourceEntry } from '../../contract.ts';
import { fileItems } from '../../items/note-item.ts';
import { pathEnding, stemOf } from '../../reading/entry-path.ts';
import { gridItems } from '../../tables/grid.ts';
import { CELL_MAX, mayHoldLongCells, shortenCells } from './long-cells.ts';

const ENDINGS = ['.csv', '.tsv', '.tab'];

interface Options {
  separator?: string;
  header?: boolean;
}

const importer: Importer<Options> = {
  kind: 'importer',
  name: 'csv',
  title: 'Tables (CSV, TSV)',
  accepts: [...ENDINGS, '.txt', '.zip', 'folder'],
  options: Joi.object<Options>({
    separator: Joi.string().length(1).description('between columns; found by itself otherwise'),
    header: Joi.boolean().description('the first line names the columns; found by itself otherwise'),
  }),
  async *read(source, options) {
    const others: SourceEntry[] = [];
    for await (const entry of source.entries())
      if (ENDINGS.includes(pathEnding(entry.path)) || entry.path === source.name) yield* tableItems(entry, options);
      else others.push(entry);
    yield* fileItems(others);
  },
};

export default importer;

async function* tableItems(entry: SourceEntry, { separator, header }: Options): AsyncGenerator<Item> {
  const { text, problems } = await textOf(entry, separator);
  yield* problems;
  const table = parseTable(text, {
    ...(separator && { separator }),
    ...(header !== undefined && { hasHeader: header }),
  });
  for (const kind of table.problems) yield { type: 'problem', at: entry.path, kind, because: WORDS[kind] };
  yield* gridItems({
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
