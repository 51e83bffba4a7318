// Formula properties: read when they are set up, computed with every change of what they use, or when they are read.

import { invalid } from '../../../core/http/problem.ts';
import { type Ctx, zoneOf } from '../../../core/kernel/context.ts';
import { type Config, type Property, type PropertyTypeName, seenAs, type Value } from '../contract.ts';
import {
  type Circumstances,
  computingOrder,
  dependencies,
  type EvaluationResult,
  evaluateFormula,
  type FormulaFault,
  type FormulaProperty,
  type Program,
  parseFormula,
  programKind,
  readableFormula,
  storedFormula,
  type ValueKind,
} from '../formula/index.ts';
import type { Edit, EditedRow, ValueChange } from '../rows/row-edit.ts';
import { isDateProperty } from './property-traits.ts';
import type { Schema } from './schema.ts';
import { kindOfResult, resultOf } from './types/formula/index.ts';
import type { PropertyType } from './types/property-type.ts';
import { typeNamed } from './types/registry.ts';

const seenType = (property: Property): PropertyType => typeNamed(seenAs(property).type);

/** Their values come from elsewhere than the row: they are looked up when a row is read. */
function isElsewhere(property: Property): boolean {
  const { names, pageColumn } = seenType(property);
  return names !== undefined || pageColumn !== undefined;
}

/** As what a formula sees a property; undefined for what it cannot see. */
function kindIn({ type, config }: Property): ValueKind | undefined {
  if (type === 'formula') return config.result === undefined ? undefined : kindOfResult(config.result);
  if (type !== 'rollup') return typeNamed(type).formulaKind;
  if (config.result === undefined) return undefined;
  const { formulaKind: kind, isMany } = typeNamed(config.result as PropertyTypeName);
  return kind === undefined || config.function !== 'show' || isMany ? kind : { list: kind };
}

export const formulaSchema = (properties: Property[]): FormulaProperty[] =>
  properties.flatMap((property) => {
    const kind = kindIn(property);
    return kind === undefined ? [] : [{ id: property.id, name: property.name, kind }];
  });

const CIRCLE = 'would make the formula depend on itself';

/** A formula as it would be of the property `self`: its program, or its fault, which for a circle is `'circle'`. */
export function checkedFormula(
  schema: Schema,
  expression: string,
  self?: number,
): { ok: true; program: Program } | { ok: false; error: FormulaFault | 'circle' } {
  const parsed = parseFormula(expression, formulaSchema(schema.properties));
  if (!parsed.ok || self === undefined) return parsed;
  const uses = new Map([...usesOf(schema), [self, dependencies(parsed.program).properties]]);
  return computingOrder(uses).ok ? parsed : { ok: false, error: 'circle' };
}

/**
 * The formula as it is kept: properties by id, with the kind of its results.
 * @throws Problem validation_failed with the place of the fault, or for a circle
 */
export function readFormula(schema: Schema, config: Config, self?: number): Config {
  const parsed = checkedFormula(schema, config.expression as string, self);
  if (!parsed.ok) {
    const { error } = parsed;
    const reason = error === 'circle' ? CIRCLE : `${error.detail} (line ${error.line}, column ${error.column})`;
    throw invalid(['body', 'config', 'expression'], reason, 'value_error');
  }
  const { properties, circumstances } = dependencies(parsed.program);
  const used = properties.map((id) => schema.byId.get(id) as Property);
  const isVolatile = circumstances.length > 0 || used.some((one) => isElsewhere(one) || one.config.is_volatile);
  const { is_volatile: _old, ...rest } = config;
  return {
    ...rest,
    expression: storedFormula(parsed.program),
    result: resultOf(programKind(parsed.program)),
    ...(isVolatile ? { is_volatile: true } : {}),
  };
}

interface Formula {
  property: Property;
  program: Program;
  uses: number[];
}

const known = new WeakMap<Property[], Formula[]>();

/** Formulas of a schema in the order in which they are computed; those that no longer make sense are left out. */
function formulasOf({ properties }: Schema): Formula[] {
  const kept = known.get(properties);
  if (kept) return kept;
  const all = formulaSchema(properties);
  const found = new Map<number, Formula>();
  for (const property of properties.filter(({ type }) => type === 'formula')) {
    const parsed = parseFormula(property.config.expression as string, all);
    if (parsed.ok)
      found.set(property.id, { property, program: parsed.program, uses: dependencies(parsed.program).properties });
  }
  const ordered = computingOrder(new Map([...found].map(([id, { uses }]) => [id, uses])));
  const formulas = ordered.ok ? ordered.order.flatMap((id) => found.get(id) ?? []) : [];
  known.set(properties, formulas);
  return formulas;
}

const usesOf = (schema: Schema): Map<number, number[]> =>
  new Map(formulasOf(schema).map(({ property, uses }) => [property.id, uses]));

const FIXED: Circumstances = { now: 0, zone: 'UTC', user: null };

/** A stored value as formulas take it. */
function taken(property: Property, value: Value, number: number): unknown {
  const { type, config } = property;
  if (type !== 'rollup') return takenAs(property, value, number);
  const shown = seenAs(property);
  const one = (member: Value): unknown => {
    if (isDateProperty(shown) && typeof member === 'string') return { start: member, end: null, timezone: null };
    return takenAs(shown, member, typeof member === 'number' ? member : number);
  };
  const isList = config.function === 'show' && !typeNamed(shown.type).isMany && Array.isArray(value);
  return isList ? value.map(one) : value === null ? null : one(value);
}

function takenAs(property: Property, value: Value, number: number): unknown {
  const { toFormula } = typeNamed(property.type);
  return toFormula ? toFormula(value, property, number) : value;
}

function inputOf(schema: Schema, uses: number[], values: Record<string, Value>, number: number) {
  return Object.fromEntries(
    uses.flatMap((id) => {
      const property = schema.byId.get(id);
      return property ? [[id, taken(property, values[id] ?? null, number)]] : [];
    }),
  );
}

const resultValue = (evaluated: EvaluationResult): Value => (evaluated.ok ? (evaluated.value as Value) : null);

const result = (program: Program, input: Record<number, unknown>, circumstances: Circumstances): Value =>
  resultValue(evaluateFormula(program, input, circumstances));

/** Computes anew what is stored and depends on these changes; all of it for rows that are new. */
export async function recomputeFormulas(edit: Edit, steps: ValueChange[]): Promise<void> {
  const byRow = new Map<EditedRow, ValueChange[]>(edit.fresh.map((row) => [row, []]));
  for (const step of steps) {
    const known = byRow.get(step.row);
    if (known) known.push(step);
    else byRow.set(step.row, [step]);
  }
  for (const [row, changed] of byRow) {
    const schema = await edit.schema(row.stored.collection_id);
    const touched = new Set(changed.map(({ property }) => property.id));
    for (const { property, program, uses } of formulasOf(schema)) {
      if (property.config.is_volatile || !(row.fresh || uses.some((id) => touched.has(id)))) continue;
      edit.set(row, property, compute(schema, row, program, uses));
      touched.add(property.id);
    }
  }
}

const compute = (schema: Schema, row: EditedRow, program: Program, uses: number[]): Value =>
  result(program, inputOf(schema, uses, row.values, row.stored.number), FIXED);

/**
 * The stored results of some formulas for one row, one after the other, each computed of what the row has by then; of
 * those without a meaning there are none.
 */
export function* computedFormulas(
  schema: Schema,
  values: Record<string, Value>,
  number: number,
  ids: ReadonlySet<number>,
): Generator<[Property, Value]> {
  const stored = formulasOf(schema).filter(({ property }) => ids.has(property.id) && !property.config.is_volatile);
  const known = new Set(stored.map(({ property }) => property.id));
  for (const id of ids) {
    const property = known.has(id) ? undefined : schema.byId.get(id);
    if (property) yield [property, null];
  }
  for (const { property, program, uses } of stored)
    yield [property, result(program, inputOf(schema, uses, values, number), FIXED)];
}

/** What a formula of the schema is computed from. */
export const formulaUses = (schema: Schema, id: number): number[] => usesOf(schema).get(id) ?? [];

/** Formulas that are, or use, directly or through each other, one of these properties. */
export function formulasUsing(schema: Schema, ids: number[]): Set<number> {
  const found = new Set(ids);
  for (const { property, uses } of formulasOf(schema)) if (uses.some((id) => found.has(id))) found.add(property.id);
  return new Set(formulasOf(schema).flatMap(({ property }) => (found.has(property.id) ? [property.id] : [])));
}

/** What a reader sees of a row that volatile formulas use. */
export interface FormulaRowAccess {
  number: number;
  values: Record<string, Value>;
  people(ids: number[]): { id: number; name: string }[];
  titles(ids: number[]): string[];
  files(ids: number[]): string[];
}

export const volatileFormulas = (schema: Schema): boolean =>
  formulasOf(schema).some(({ property }) => property.config.is_volatile);

export function circumstancesOf(ctx: Ctx): Circumstances {
  const { actor } = ctx;
  const user = actor.type === 'user' ? { id: actor.id, name: actor.fullName || actor.login } : null;
  return { now: Date.parse(ctx.now()), zone: zoneOf(ctx), user };
}

/** The result of a formula for a reader of the row, of the values that they see. */
export function evaluateForReader(
  schema: Schema,
  program: Program,
  row: FormulaRowAccess,
  circumstances: Circumstances,
): EvaluationResult {
  const { properties } = dependencies(program);
  const input: Record<number, unknown> = inputOf(schema, properties, row.values, row.number);
  for (const id of properties) {
    const used = schema.byId.get(id);
    if (used && isElsewhere(used)) input[id] = fromElsewhere(seenType(used), row.values[id] ?? null, row);
  }
  return evaluateFormula(program, input, circumstances);
}

/** Adds the results of volatile formulas to the values that the reader sees. */
export function addVolatile(schema: Schema, row: FormulaRowAccess, circumstances: Circumstances): void {
  for (const { property, program } of formulasOf(schema))
    if (property.config.is_volatile)
      row.values[property.id] = resultValue(evaluateForReader(schema, program, row, circumstances));
}

function fromElsewhere({ names, isMany }: PropertyType, value: Value, row: FormulaRowAccess): unknown {
  const ids = Array.isArray(value) ? (value as number[]) : [];
  if (names === 'people') return isMany ? row.people(ids) : (row.people(ids)[0] ?? null);
  if (names === 'rows') return row.titles(ids);
  return names === 'files' ? row.files(ids) : value;
}

/**
 * Properties as clients see them: formulas with the names that properties have now, and places without gaps, which would
 * tell of what somebody does not see.
 */
export function shownProperties(properties: Property[]): Property[] {
  const placed = properties.map(({ storage: _own, ...property }, position) => ({ ...property, position }));
  if (!properties.some(({ type }) => type === 'formula')) return placed;
  const all = formulaSchema(properties);
  return placed.map((property) => {
    const { expression } = property.config;
    if (property.type !== 'formula' || expression === undefined) return property;
    return { ...property, config: { ...property.config, expression: readableFormula(expression, all) } };
  });
}

/** One of them. @throws Error when the schema does not have it */
export const shownProperty = ({ properties }: Schema, id: number): Property => {
  const found = shownProperties(properties).find((one) => one.id === id);
  if (!found) throw new Error(`no property ${id}`);
  return found;
};
