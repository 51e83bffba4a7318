// Records of databases as somebody may have them from whom something in them is hidden.

import type { Ctx } from '../../../core/kernel/context.ts';
import { databases, type RedactedRecords } from '../../databases/contract.ts';
import type { ArchiveRow } from './rows.ts';
import type { NamedTable } from './tables.ts';

export class ShownRecords {
  /** databases in which something is hidden */
  readonly #redacted = new Map<number, RedactedRecords>();
  /** their rows */
  readonly #rows = new Set<number>();
  readonly #own = new Set<number>();
  /** properties by the ids under which their values are kept, where those are not their own */
  readonly #moved = new Map<number, number>();
  /** ids of these: what is kept under them is read by nobody any more */
  readonly #left = new Set<number>();

  static async of(ctx: Ctx, collectionIds: number[]): Promise<ShownRecords> {
    const records = new ShownRecords();
    const narrowed: number[] = [];
    for (const id of collectionIds) {
      const redacted = await ctx.use(databases).redactRecords(ctx, id);
      if (redacted) records.#redacted.set(id, redacted);
      for (const property of redacted?.own ?? []) records.#own.add(property);
      for (const [storage, property] of redacted?.moved ?? []) {
        records.#moved.set(storage, property);
        records.#left.add(property);
      }
      if (redacted?.hides) narrowed.push(id);
    }
    for (const id of await ctx.use(databases).rowIds(ctx, narrowed)) records.#rows.add(id);
    return records;
  }

  #cell(row: ArchiveRow): ArchiveRow | undefined {
    const storage = row.property_id as number;
    const property = this.#moved.get(storage) ?? (this.#left.has(storage) ? undefined : storage);
    return property === undefined || this.#own.has(property) ? undefined : { ...row, property_id: property };
  }

  /** Undefined: it is nothing that the reader may have. */
  of({ name, tells }: NamedTable, row: ArchiveRow): ArchiveRow | undefined {
    if (tells) return this.#rows.has(row.row_id as number) ? undefined : row;
    if (name === 'row_value' || name === 'row_unique') return this.#cell(row);
    const redacted = this.#redacted.get(row.collection_id as number);
    if (!redacted) return row;
    const config = String(row.config_json);
    if (name === 'collection_properties') return { ...row, config_json: redacted.property(row.id as number, config) };
    if (name === 'collection_views') return { ...row, config_json: redacted.view(config) };
    return name === 'collection_rows' ? { ...row, ...redacted.row(row as Parameters<RedactedRecords['row']>[0]) } : row;
  }
}
