// Tables as text: CSV, TSV and other separated values, one database for each file.
import Joi from 'joi';
import type { Importer, SourceEntry } from '../../contract.ts';
import { fileItems } from '../../items/note-item.ts';
import { pathEnding } from '../../reading/entry-path.ts';
import { type TextTableOptions, textTableItems } from '../../tables/text-table.ts';

const ENDINGS = ['.csv', '.tsv', '.tab'];

const importer: Importer<Omit<TextTableOptions, 'parent'>> = {
  kind: 'importer',
  name: 'csv',
  title: 'Tables (CSV, TSV)',
  accepts: [...ENDINGS, '.txt', '.zip', 'folder'],
  options: Joi.object<Omit<TextTableOptions, 'parent'>>({
    separator: Joi.string().length(1).description('between columns; found by itself otherwise'),
    header: Joi.boolean().description('the first line names the columns; found by itself otherwise'),
  }),
  async *read(source, options) {
    const others: SourceEntry[] = [];
    for await (const entry of source.entries())
      if (ENDINGS.includes(pathEnding(entry.path)) || entry.path === source.name) yield* textTableItems(entry, options);
      else others.push(entry);
    yield* fileItems(others);
  },
};

export default importer;
