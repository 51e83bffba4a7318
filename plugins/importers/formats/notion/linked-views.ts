// Views of databases in pages of an HTML export of Notion: where all rows of one lead to rows of a database of the export, the
// page shows that database, and no copy of its rows.
import type { Block } from '../../../blocks/block.ts';
import { all, hasClass, type MarkupElement } from '../../conversion/html/tree.ts';

/** The path of the database that a row belongs to, by the address of a link to the row. */
export type DatabaseOfRow = (address: string) => string | undefined;

/** Before the path of a database, in place of a table: no text has it. */
const SIGN = '\ue000view ';

/** In place of views; how many they were. A row without a link says nothing of where it belongs. */
export function replaceViews(root: MarkupElement, databaseOf: DatabaseOfRow): number {
  let count = 0;
  for (const table of all(root, 'table').filter((one) => hasClass(one, 'collection-content'))) {
    const rows = all(table, 'tr').filter((row) => all(row, 'td').length);
    const homes = new Set(rows.map((row) => databaseOf(all(row, 'a')[0]?.attrs.href ?? '')));
    const [home, ...others] = homes;
    if (!home || others.length) continue;
    Object.assign(table, { tag: 'p', attrs: {}, children: [SIGN + home] });
    count += 1;
  }
  return count;
}

/** Those that were replaced, as blocks. */
export const withViews = (blocks: Block[]): Block[] =>
  blocks.map((block) => {
    const [first] = block.content ?? [];
    if (first?.type === 'text' && first.text.startsWith(SIGN))
      return { id: '', type: 'database', data: { source: `/${first.text.slice(SIGN.length)}` } };
    return block.children ? { ...block, children: withViews(block.children) } : block;
  });
