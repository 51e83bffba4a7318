// One change of any number of rows: what is set is written once at the end, with the other side of relations and rollups.
import type { Ctx } from '../../../core/kernel/context.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { type Property, propertyRights, type Value } from '../contract.ts';
import { storageOf } from '../model.ts';
import { announceRows } from '../notifications.ts';
import { takesPeople } from '../schema/property-traits.ts';
import { fullSchemaById, type Schema } from '../schema/schema.ts';
import { collectionStore } from '../schema/store.ts';
import { isEmptyValue } from '../schema/types/property-type.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';
import { schemaJobs } from '../schema-change/store.ts';
import { type RowFault, refuse } from './row-errors.ts';
import {
  cellStore,
  keptValues,
  parseRowValues,
  type RowValues,
  rowStore,
  type StoredCell,
  type StoredRow,
  uniqueStore,
} from './store.ts';
import { uniqueFault, uniqueHash } from './value-validation.ts';

/** A row while it is being changed. */
export interface EditedRow {
  stored: StoredRow;
  values: RowValues;
  /** properties by id */
  changed: Map<number, Property>;
  /** nothing of it is stored yet */
  fresh: boolean;
  /** of its schema */
  moved: Property[];
  /** of its database */
  job: number | null;
  /** place in the request, for faults */
  index?: number;
}

/** A value that has changed, from what to what. */
export interface ValueChange {
  row: EditedRow;
  property: Property;
  before: Value;
  after: Value;
}

/** Sets what follows from these values. */
export type RecomputeStep = (edit: Edit, steps: ValueChange[]) => Promise<void>;

const same = (a: Value, b: Value): boolean => JSON.stringify(a) === JSON.stringify(b);

export class Edit {
  readonly ctx: Ctx;
  /** a unique value that is taken is written all the same: what people type together is never thrown away */
  isTolerant = false;
  readonly #rows = new Map<number, EditedRow>();
  readonly #schemas = new Map<number, Schema>();
  #steps: ValueChange[] = [];

  constructor(ctx: Ctx, ...schemas: Schema[]) {
    this.ctx = ctx;
    for (const schema of schemas) this.#schemas.set(schema.collection.id, schema);
  }

  /** rows that are being made */
  get fresh(): EditedRow[] {
    return [...this.#rows.values()].filter((row) => row.fresh);
  }

  /** All there is of it, whoever changes the rows. @throws Problem not_found */
  async schema(collectionId: number): Promise<Schema> {
    const known = this.#schemas.get(collectionId) ?? (await fullSchemaById(this.ctx, collectionId));
    this.#schemas.set(collectionId, known);
    return known;
  }

  /** The database at the other end of a relation, which may be gone for good. */
  async schemaThere({ config }: Property): Promise<Schema | undefined> {
    const id = config.collection_id as number;
    return this.#schemas.has(id) || (await collectionStore.byId(this.ctx, id)) ? this.schema(id) : undefined;
  }

  /** A row whose page has just been made. */
  add(stored: StoredRow, index?: number): EditedRow {
    const { moved = [], collection } = this.#schemas.get(stored.collection_id) ?? {};
    const job = collection?.schema_job_id ?? null;
    const row: EditedRow = { stored, values: {}, changed: new Map(), fresh: true, moved, job, index };
    this.#rows.set(stored.page_id, row);
    return row;
  }

  /** Rows by id, held until the transaction ends; those that are gone are absent. */
  async rows(ids: number[]): Promise<EditedRow[]> {
    const missing = ids.filter((id) => !this.#rows.has(id));
    const held = missing.length ? await rowStore.hold(this.ctx, [...new Set(missing)]) : [];
    for (const stored of held) {
      const { moved, collection } = await this.schema(stored.collection_id);
      const values = parseRowValues(stored, { moved });
      const job = collection.schema_job_id;
      this.#rows.set(stored.page_id, { stored, values, changed: new Map(), fresh: false, moved, job });
    }
    return ids.flatMap((id) => this.#rows.get(id) ?? []);
  }

  set(row: EditedRow, property: Property, value: Value): void {
    const before = row.values[property.id] ?? null;
    const after = isEmptyValue(value) ? null : value;
    if (same(before, after)) return;
    if (after === null) delete row.values[property.id];
    else row.values[property.id] = after;
    row.changed.set(property.id, property);
    this.#steps.push({ row, property, before, after });
  }

  /** What was set since this was asked last. */
  takeSteps(): ValueChange[] {
    const steps = this.#steps;
    this.#steps = [];
    return steps;
  }

  /**
   * Completes the change by these steps, again and again until nothing follows any more, and writes it. Returns the rows
   * that have changed.
   * @throws Problem validation_failed (400) when a unique value is taken, or a row would lie inside itself
   */
  async finish(recompute: readonly RecomputeStep[]): Promise<EditedRow[]> {
    let steps = this.takeSteps();
    const own = new Set(steps.map(({ row }) => row));
    for (let depth = 0; (depth === 0 || steps.length) && depth < DEPTH_MAX; depth++) {
      for (const step of recompute) await step(this, steps);
      steps = this.takeSteps();
    }
    const changed = [...this.#rows.values()].filter((row) => row.fresh || row.changed.size);
    await this.#write(changed);
    await this.#keepUnique(changed);
    const homes = new Set(changed.filter((row) => !row.fresh).map(({ stored }) => stored.collection_id));
    if (homes.size) await collectionStore.touchRows(this.ctx, [...homes]);
    await markChanged(this.ctx, changed);
    await announceComputed(
      this.ctx,
      changed.filter((row) => !row.fresh && !own.has(row)),
    );
    return changed;
  }

  async #write(rows: EditedRow[]): Promise<void> {
    const fresh = rows.filter((row) => row.fresh);
    await rowStore.insert(this.ctx, fresh.map(storedOf));
    const known = rows.filter((row) => !row.fresh);
    await followRules(this.ctx, known);
    await rowStore.setValues(this.ctx, known.map(storedOf));
    await cellStore.remove(
      this.ctx,
      known.map(({ stored, changed }) => ({
        row_id: stored.page_id,
        property_ids: [...changed.values()].map(storageOf),
      })),
    );
    await cellStore.insert(this.ctx, rows.flatMap(cellsOf));
  }

  /** What is given up is free for others of this change. */
  async #keepUnique(rows: EditedRow[]): Promise<void> {
    const claims = rows.flatMap((row) =>
      [...row.changed.values()]
        .filter(({ validation }) => validation.unique)
        .map((property) => ({ row, property, value: row.values[property.id] ?? null })),
    );
    const byProperty = Map.groupBy(claims, ({ property }) => property.id);
    const faults: RowFault[] = [];
    for (const some of byProperty.values()) {
      const id = storageOf((some[0] as (typeof some)[0]).property);
      const known = some.filter(({ row }) => !row.fresh).map(({ row }) => row.stored.page_id);
      if (known.length) await uniqueStore.release(this.ctx, known, [id]);
      const wanted = some.filter(({ value }) => value !== null);
      const taken = await uniqueStore.take(
        this.ctx,
        id,
        wanted.map(({ row, value }) => ({ row_id: row.stored.page_id, value_hash: uniqueHash(value) })),
      );
      for (const { row, property } of wanted)
        if (!taken.has(row.stored.page_id))
          faults.push({ ...uniqueFault(property), ...(row.index === undefined ? {} : { index: row.index }) });
    }
    if (!this.isTolerant) refuse(faults);
  }
}

/** Jobs that fill rows anew look once more at those that have changed meanwhile. */
async function markChanged(ctx: Ctx, rows: EditedRow[]): Promise<void> {
  for (const [job, some] of Map.groupBy(rows, ({ job }) => job))
    if (job)
      await schemaJobs.mark(
        ctx,
        job,
        some.map(({ stored }) => stored.page_id),
      );
}

/** Whom a row names may decide who sees it: then all that is known of rights is void. */
async function followRules(ctx: Ctx, rows: EditedRow[]): Promise<void> {
  const named = rows.flatMap(({ changed, stored }) =>
    [...changed.values()].flatMap((one) => (takesPeople(one) ? { id: one.id, home: stored.collection_id } : [])),
  );
  if (!named.length) return;
  const ids = [...new Set(named.map(({ id }) => id))];
  const ruling = new Set(await ctx.find(propertyRights)?.ruling(ctx, ids));
  for (const home of new Set(named.flatMap((one) => (ruling.has(one.id) ? one.home : [])))) {
    const collection = await collectionStore.byId(ctx, home);
    if (collection) await ctx.use(workspaces).bumpEpoch(ctx, collection.workspace_id);
  }
}

export const announceComputed = (ctx: Ctx, rows: EditedRow[]): Promise<void> =>
  announceRows(ctx, new Set(rows.map(({ stored }) => stored.collection_id)));

/** As it is stored when the change is complete. */
export const storedOf = ({ stored, values, moved }: EditedRow): StoredRow => ({
  ...stored,
  values_json: keptValues(values, { moved }),
});

/** How far a change reaches through relations and rollups of rollups. */
const DEPTH_MAX = 20;

function cellsOf({ stored, values, changed }: EditedRow): StoredCell[] {
  return [...changed.values()].flatMap((property) =>
    cellsOfValue(stored.page_id, property, values[property.id] ?? null),
  );
}

export function cellsOfValue(row_id: number, property: Property, value: Value): StoredCell[] {
  if (value === null) return [];
  return propertyTypeOf(property)
    .cells(value, property)
    .map((cell, ord) => ({ property_id: storageOf(property), row_id, ord, ...cell }));
}
