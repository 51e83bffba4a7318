// Use cases of sprints: plan one over the rows of a database, put rows in and take them out, note when each is done.

import { invalid, notFound } from '../../../core/http/problem.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import type { DomainEvent } from '../../../core/kernel/domain-event.ts';
import type { Property, Value } from '../contract.ts';
import { visibleRows } from '../query/visible-rows.ts';
import { parseRowValues, rowStore } from '../rows/store.ts';
import { hasProgressStates, isEstimate, isFlagProperty } from '../schema/property-traits.ts';
import { fullSchema, type Schema } from '../schema/schema.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { type Sprint, sprintStore } from './store.ts';

export interface SprintInput {
  name?: string;
  goal?: string;
  starts_on?: string;
  ends_on?: string;
  state?: Sprint['state'];
  capacity?: number | null;
  points_property_id?: number | null;
  done_property_id?: number | null;
  add_rows?: number[];
  remove_rows?: number[];
}

export type NewSprint = SprintInput & Required<Pick<SprintInput, 'name' | 'starts_on' | 'ends_on'>>;

export function isDoneValue(property: Property | undefined, value: Value | undefined): boolean {
  if (property && isFlagProperty(property)) return value === true;
  return property?.config.options?.find(({ id }) => id === value)?.group === 'done';
}

/** As the actor sees it: properties that are hidden from them are not named. */
export async function shownSprint(ctx: Ctx, sprint: Sprint): Promise<Sprint> {
  const { byId } = await visibleSchemaById(ctx, sprint.collection_id);
  const shown = (id: number | null) => (id !== null && byId.has(id) ? id : null);
  const { points_property_id, done_property_id } = sprint;
  return { ...sprint, points_property_id: shown(points_property_id), done_property_id: shown(done_property_id) };
}

/** @throws Problem validation_failed for properties that say no such thing, or an end before the start */
function check({ byId }: Schema, sprint: Pick<Sprint, 'starts_on' | 'ends_on'> & SprintInput): void {
  if (sprint.ends_on < sprint.starts_on) throw invalid(['body', 'ends_on'], 'is before the start');
  const named = (field: 'points_property_id' | 'done_property_id', fits: (one: Property) => boolean, what: string) => {
    const id = sprint[field];
    const property = byId.get(id ?? 0);
    if (id && !(property && fits(property)))
      throw invalid(['body', field], `names no ${what} of the database`, 'value_error', id);
  };
  named('points_property_id', isEstimate, 'number or rating');
  named('done_property_id', (one) => hasProgressStates(one) || isFlagProperty(one), 'status or checkbox');
}

/** The caller may edit the database. @throws Problem not_found for rows, validation_failed */
export async function createSprint(ctx: Ctx, collectionId: number, input: NewSprint): Promise<Sprint> {
  return ctx.tx(async (tx) => {
    const schema = await visibleSchemaById(tx, collectionId);
    const { add_rows = [], remove_rows: _none, ...given } = input;
    const first = schema.properties.find(hasProgressStates);
    const done_property_id = given.done_property_id === undefined ? (first?.id ?? null) : given.done_property_id;
    check(schema, { ...given, done_property_id });
    const sprint = await sprintStore.insert(tx, {
      ...{ goal: '', state: 'planned', capacity: null, points_property_id: null, ...given, done_property_id },
      ...{ collection_id: collectionId, created_by: actorId(tx), created_at: tx.now(), updated_at: tx.now() },
    });
    await addRows(tx, schema, sprint, add_rows);
    return sprint;
  });
}

export async function changeSprint(ctx: Ctx, sprint: Sprint, input: SprintInput): Promise<Sprint> {
  return ctx.tx(async (tx) => {
    const schema = await visibleSchemaById(tx, sprint.collection_id);
    const { add_rows = [], remove_rows = [], ...change } = input;
    const { starts_on, ends_on } = sprint;
    check(schema, { starts_on, ends_on, ...change });
    const changed = await sprintStore.change(tx, sprint.id, change);
    if (remove_rows.length) await sprintStore.drop(tx, sprint.id, remove_rows);
    await addRows(tx, schema, changed, add_rows);
    return shownSprint(tx, changed);
  });
}

/** @throws Problem not_found for what is no visible row of the database */
async function addRows(ctx: Ctx, { collection }: Schema, sprint: Sprint, ids: number[]): Promise<void> {
  if (!ids.length) return;
  const visible = await visibleRows(ctx, ids);
  if (ids.some((id) => visible.get(id) !== collection.id)) throw notFound();
  // When a row was done is noted whoever plans it.
  const schema = await fullSchema(ctx, collection);
  const done = schema.byId.get(sprint.done_property_id ?? 0);
  const rows = await rowStore.byIds(ctx, [...new Set(ids)]);
  await sprintStore.add(
    ctx,
    sprint.id,
    rows.map((row) => ({
      row_id: row.page_id,
      done_at: isDoneValue(done, parseRowValues(row, schema)[done?.id ?? 0]) ? ctx.now() : null,
    })),
  );
}

/** Notes when a planned row was done, or that it is open again. */
export async function followDone(ctx: Ctx, { data, changed, timestamp }: DomainEvent): Promise<void> {
  if (!data.collection_id || !changed.some((name) => name.startsWith('values.'))) return;
  const planned = await sprintStore.open(ctx, data.id);
  const row = planned.length ? await rowStore.byId(ctx, data.id) : undefined;
  if (!row) return;
  const schema = await visibleSchemaById(ctx, row.collection_id);
  await ctx.tx(async (tx) => {
    for (const sprint of planned) {
      const property = schema.byId.get(sprint.done_property_id ?? 0);
      const done = isDoneValue(property, parseRowValues(row, schema)[property?.id ?? 0]);
      if (done !== (sprint.done_at !== null))
        await sprintStore.setDone(tx, sprint.id, data.id, done ? timestamp : null);
    }
  });
}
