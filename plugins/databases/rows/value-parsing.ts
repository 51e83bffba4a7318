// Reads values as clients send them: by the type of each property, and only what names things its writer may see.

import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import { files } from '../../files/contract.ts';
import type { Property, Value } from '../contract.ts';
import { visibleRows } from '../query/visible-rows.ts';
import { propertyNamed } from '../schema/property-name.ts';
import type { Schema } from '../schema/schema.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';
import { caught, type RowFault, rowFault } from './row-errors.ts';
import type { RowValues } from './store.ts';
import { ruleFaults } from './value-validation.ts';

/** Values of one row by property, read but for what they name. */
export interface RowValueDraft {
  /** null: a row that is being made */
  before: RowValues | null;
  values: Map<Property, Value>;
}

/**
 * Reads the values of one request. Faults are added to `faults`; what is wrong is left out.
 * @throws Problem forbidden for what the actor may only see
 */
export function readRowValues(
  schema: Schema,
  given: Record<string, unknown>,
  before: RowValues | null,
  faults: RowFault[],
): RowValueDraft {
  const values = new Map<Property, Value>();
  for (const [key, value] of Object.entries(given)) {
    const property = propertyNamed(schema, key);
    if (!property) {
      const property_id = /^\d{1,9}$/.test(key) ? Number(key) : null;
      faults.push({ property_id, rule: 'unknown', detail: `Unknown property ${key.slice(0, 100)}.` });
    } else if (values.has(property)) faults.push(rowFault(property, 'twice', 'is named twice'));
    else if (propertyTypeOf(property).computed)
      faults.push(rowFault(property, 'read_only', 'is filled by the service'));
    else if (schema.readOnly.has(property.id))
      throw new Problem('forbidden', `You may see ${property.name} and not change it.`);
    else readOne(property, value, values, faults);
  }
  return { before, values };
}

function readOne(property: Property, value: unknown, values: Map<Property, Value>, faults: RowFault[]): void {
  try {
    // Absent is a way to say nothing in JSON, and the same as null here.
    values.set(property, propertyTypeOf(property).read(value ?? null, property));
  } catch (error) {
    faults.push(caught(property, error));
  }
}

/** Fills in what a new row starts with. */
export function addDefaults(schema: Schema, draft: RowValueDraft, faults: RowFault[]): void {
  for (const property of schema.properties) {
    const { default: start } = property.config;
    if (start !== undefined && !draft.values.has(property)) readOne(property, start, draft.values, faults);
  }
}

/** Checks the rules of what is written, and of all properties of a new row. */
export function checkRules(schema: Schema, { before, values }: RowValueDraft, faults: RowFault[]): void {
  for (const property of before ? values.keys() : schema.properties) {
    if (propertyTypeOf(property).computed) continue;
    faults.push(...ruleFaults(property, values.get(property) ?? null));
  }
}

type Kind = 'people' | 'files' | 'rows';
const kindOf = (property: Property): Kind => propertyTypeOf(property).names ?? 'rows';

/**
 * Looks up what the drafts name. What a row names already may stay though its writer does not see it, and related rows
 * that are hidden from the writer stay without being named.
 */
export async function checkReferences(ctx: Ctx, drafts: RowValueDraft[], faults: RowFault[]): Promise<void> {
  const asked: Record<Kind, Set<number>> = { people: new Set(), files: new Set(), rows: new Set() };
  const each = function* () {
    for (const draft of drafts)
      for (const [property, value] of draft.values) {
        const refs = propertyTypeOf(property).refs;
        if (!refs) continue;
        const old = (draft.before?.[property.id] ?? []) as number[];
        yield { draft, property, named: value === null ? [] : refs(value), old };
      }
  };
  for (const { property, named, old } of each()) for (const id of [...named, ...old]) asked[kindOf(property)].add(id);
  const found = await lookUp(ctx, asked);
  for (const { draft, property, named, old } of each()) {
    const known = (id: number) => isKnown(property, id, found);
    const missing = named.find((id) => !known(id) && !old.includes(id));
    if (missing !== undefined)
      faults.push(rowFault(property, 'reference', 'names something that is not visible to you'));
    if (property.type !== 'relation' || !draft.before) continue;
    const hidden = old.filter((id) => !known(id) && !named.includes(id));
    const all = [...named, ...hidden];
    draft.values.set(property, all.length ? all : null);
  }
}

interface Found {
  people: Set<number>;
  files: Set<number>;
  /** rows by their database */
  rows: Map<number, number>;
}

function isKnown(property: Property, id: number, found: Found): boolean {
  const kind = kindOf(property);
  return kind === 'rows' ? found.rows.get(id) === property.config.collection_id : found[kind].has(id);
}

async function lookUp(ctx: Ctx, asked: Record<Kind, Set<number>>): Promise<Found> {
  const { people, files: named, rows } = asked;
  const known = people.size ? await ctx.use(accounts).known(ctx, [...people]) : [];
  return {
    people: new Set(known.map(({ id }) => id)),
    files: named.size ? await ctx.use(files).readable(ctx, [...named]) : new Set(),
    rows: await visibleRows(ctx, [...rows]),
  };
}
