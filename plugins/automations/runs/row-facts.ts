// What rows say, asked once for all rows that a rule is looked at for in one go.
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases, type Filter, type Property, type Value } from '../../databases/contract.ts';

export class RuleRowFacts {
  readonly #rowsOf: ReadonlyMap<number, number[]>;
  readonly #known = new Map<string, Promise<unknown>>();
  #properties = new Map<number, Promise<Property[]>>();

  /** `rowsOf`: ids of rows by their database */
  constructor(rowsOf: ReadonlyMap<number, number[]>) {
    this.#rowsOf = rowsOf;
  }

  /** Those that whoever acts may see. */
  properties(ctx: Ctx, collectionId: number): Promise<Property[]> {
    const known = this.#properties.get(collectionId) ?? ctx.use(databases).properties(ctx, collectionId);
    this.#properties.set(collectionId, known);
    return known;
  }

  /** Whether a filter lets a row through. @throws Problem validation_failed */
  async matches(ctx: Ctx, collectionId: number, rowId: number, filter: Filter): Promise<boolean> {
    const found = this.#once(`match ${collectionId} ${JSON.stringify(filter)}`, () =>
      ctx.use(databases).matchingAmong(ctx, collectionId, this.#rows(collectionId), filter),
    );
    return (await found).has(rowId);
  }

  /** What a property of a row holds. */
  async value(ctx: Ctx, collectionId: number, rowId: number, propertyId: number): Promise<Value | undefined> {
    const rows = this.#rows(collectionId);
    const found = this.#once(`values ${collectionId}`, () => ctx.use(databases).values(ctx, rows));
    return (await found).get(rowId)?.[propertyId];
  }

  /** What a row says, by property, as words. */
  async texts(ctx: Ctx, collectionId: number, rowId: number): Promise<Map<number, string>> {
    const rows = this.#rows(collectionId);
    const found = this.#once(`texts ${collectionId}`, () => ctx.use(databases).rowTexts(ctx, collectionId, rows));
    return (await found).get(rowId) ?? new Map();
  }

  /** Rows may have changed: what is asked from now on is read anew. */
  forget(): void {
    this.#known.clear();
  }

  #rows(collectionId: number): number[] {
    return this.#rowsOf.get(collectionId) ?? [];
  }

  #once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const known = (this.#known.get(key) as Promise<T> | undefined) ?? ask();
    this.#known.set(key, known);
    return known;
  }
}
