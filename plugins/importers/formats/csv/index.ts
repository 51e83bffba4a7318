// Tables as text: CSV, TSV and other separated values, one database for each file.
import Joi from 'joi';
import { parseTable } from '../../../databases/contract.ts';
import type { Importer, Item, SourceEntry } from '../../contract.ts';
import { pathEnding, stemOf } from '../../reading/entry-path.ts';
import { gridItems } from '../../tables/grid.ts';

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
    for await (const entry of source.entries())
      if (ENDINGS.includes(pathEnding(entry.path)) || entry.path === source.name) yield* tableItems(entry, options);
  },
};

export default importer;

async function* tableItems(entry: SourceEntry, { separator, header }: Options): AsyncGenerator<Item> {
  const text = await entry.text();
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

const WORDS = {
  cut_off: 'The file ends within a record; what was there is kept.',
  uneven: 'Rows have different numbers of cells; missing ones are empty.',
  more_rows: 'The file has more rows than are read; the rest was left out.',
  more_columns: 'The file has more columns than are read; the rest was left out.',
};
