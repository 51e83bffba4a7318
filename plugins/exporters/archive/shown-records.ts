// Records of databases as somebody may have them from whom something in them is hidden.
import type { Ctx } from '../../../core/context.ts';
import { portions } from '../../../core/portions.ts';
import { collections, type Handed } from '../../collections/contract.ts';
import type { Row } from './rows.ts';
import type { ArchivedTable } from './tables.ts';

export class ShownRecords {
  /** databases in which something is hidden */
  readonly #handed = new Map<number, Handed>();
  /** their rows */
  readonly #rows = new Set<number>();
  readonly #own = new Set<number>();

  static async of(ctx: Ctx, collectionIds: number[]): Promise<ShownRecords> {
    const records = new ShownRecords();
    for (const id of collectionIds) {
      const handed = await ctx.use(collections).handed(ctx, id);
      if (handed) records.#handed.set(id, handed);
      for (const property of handed?.own ?? []) records.#own.add(property);
    }
    for (const some of portions([...records.#handed.keys()])) {
      const rows = await ctx.db('collection_rows').whereIn('collection_id', some).pluck('page_id');
      for (const id of rows) records.#rows.add(id);
    }
    return records;
  }

  /** Undefined: it is nothing that the reader may have. */
  of({ name, tells }: ArchivedTable, row: Row): Row | undefined {
    if (tells) return this.#rows.has(row.row_id as number) ? undefined : row;
    if (name === 'row_value') return this.#own.has(row.property_id as number) ? undefined : row;
    const handed = this.#handed.get(row.collection_id as number);
    if (!handed) return row;
    const config = String(row.config_json);
    if (name === 'collection_properties') return { ...row, config_json: handed.property(row.id as number, config) };
    if (name === 'collection_views') return { ...row, config_json: handed.view(config) };
    return name === 'collection_rows' ? { ...row, ...handed.row(row as Parameters<Handed['row']>[0]) } : row;
  }
}
