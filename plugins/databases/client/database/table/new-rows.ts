// Rows that are made by typing on the line for new ones: whoever types faster than they come writes one name after the other.
import { TypeAhead } from '../../../../../core/client/type-ahead/type-ahead.ts';
import type { Row } from '../../../model.ts';
import type { RowGroup } from '../model.ts';
import { UnreadableValue } from '../value-parts.ts';
import { parseValue } from '../value-text.ts';
import type { TableGrid } from './grid.ts';

/** What stands in the first column of a row whose words have ended before it could be written. */
function fill({ model, changes, columns }: TableGrid, row: Row, words: string): void {
  const property = columns[0]?.property;
  if (!property || !model.mayFill(row, property)) return;
  const at = { rowId: row.id, propertyId: property.id };
  try {
    void changes.set([{ ...at, value: parseValue(model, property, words) }]);
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error;
    changes.keep(at.rowId, at.propertyId, words, error.message);
  }
}

/**
 * Makes a row on the line for new ones, and another one for each Enter that was typed before it came.
 * @param edit opens the cell in which the keys are
 */
export async function typeRows(
  grid: TableGrid,
  { group, line, typed }: { group: RowGroup | null; line: number; typed: string },
  edit: (words?: string) => Promise<void>,
): Promise<void> {
  for (let [at, text] = [line, typed]; ; at += 1) {
    const ahead = new TypeAhead();
    const row = await grid.actions.newRow(group).finally(() => setTimeout(() => ahead.take()));
    if (!row) return;
    grid.draw();
    grid.go({ line: at, column: 0 });
    const [words = '', ...others] = (text + ahead.take()).split('\n');
    if (!others.length) return edit(words || undefined);
    if (words) fill(grid, row, words);
    grid.go({ line: at + 1, column: 0 });
    text = others.join('\n');
    if (!text || grid.lines.at(at + 1)?.kind !== 'new') return;
  }
}
