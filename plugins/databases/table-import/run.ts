// Reads a table into a database, some rows at a time: what does not fit is left out and said, and a restart goes on.

import { Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { accounts, actorOf } from '../../auth/contract.ts';
import type { Option, Property, RowInput, Value } from '../contract.ts';
import { collectionPolicies } from '../policies.ts';
import type { RowFault } from '../rows/row-errors.ts';
import { addRows } from '../rows/rows.ts';
import { changeProperty, createProperty } from '../schema/properties.ts';
import type { Schema } from '../schema/schema.ts';
import { OPTIONS_MAX } from '../schema/types/bases/options.ts';
import { ValueFault } from '../schema/types/property-type.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { type ColumnType, type ColumnValue, readCell, type Table } from './index.ts';
import {
  type ColumnTarget,
  checkTargets,
  kindFor,
  propertyForColumn,
  readTextTable,
  type TableFormat,
} from './mapping.ts';
import { type Intake, type IntakeFault, intakeFaults, intakeStore, targetsOf } from './store.ts';

const AT_ONCE = 500;
const FAULTS_MAX = 200;

/** The caller may edit the database. Returns the id by which the work is followed. @throws Problem validation_failed */
export async function beginTableImport(
  ctx: Ctx,
  schema: Schema,
  text: string,
  place: TableFormat,
  targets: ColumnTarget[],
): Promise<number> {
  const table = readTextTable(ctx, text, place);
  checkTargets(schema, table, targets);
  return ctx.tx(async (tx) => {
    const id = await intakeStore.insert(tx, {
      ...{ collection_id: schema.collection.id, user_id: userOf(tx).id, status: 'queued', text },
      ...{ separator: table.separator, has_header: table.hasHeader ? 1 : 0, targets_json: JSON.stringify(targets) },
      ...{ done: 0, total: table.rows.length, created: 0, faults_json: '[]', created_at: tx.now() },
    });
    await tx.enqueue('databases.import-table', { id });
    return id;
  });
}

export async function takeTable(system: Ctx, { id }: Record<string, unknown>, signal: AbortSignal): Promise<void> {
  const intake = await intakeStore.byId(system, Number(id));
  const user = intake && (await system.use(accounts).byId(system, intake.user_id));
  if (!intake || intake.status === 'completed' || !user?.is_active) return;
  const ctx = system.as(actorOf(user), 'import');
  const table = readTextTable(ctx, intake.text, {
    separator: intake.separator,
    has_header: Boolean(intake.has_header),
  });
  const columns = await prepared(ctx, intake, table);
  for (let at = intake.done; at < table.rows.length; at += AT_ONCE) {
    signal.throwIfAborted();
    await ctx.tx(async (tx) => {
      await tx.app.access.require(tx, collectionPolicies.importTable, intake.collection_id);
      await takeSome(tx, intake, columns, table.rows.slice(at, at + AT_ONCE), at);
    });
  }
  await ctx.tx((tx) => intakeStore.change(tx, intake.id, { status: 'completed', text: '' }));
}

export const failTableImport = (ctx: Ctx, { id }: Record<string, unknown>): Promise<void> =>
  ctx.tx(async (tx) => void (await intakeStore.change(tx, Number(id), { status: 'failed', text: '' })));

interface TakenColumn {
  at: number;
  name: string;
  property: Property;
  kind: ColumnType;
  /** by their names in small letters */
  options: Map<string, string>;
}

/** Makes what new properties and options it takes, once. */
async function prepared(ctx: Ctx, intake: Intake, table: Table): Promise<TakenColumn[]> {
  return ctx.tx(async (tx) => {
    const home = intake.collection_id;
    await tx.app.access.require(tx, collectionPolicies.addRow, home);
    const targets = targetsOf(intake);
    for (const [at, target] of targets.entries())
      if (target && !('property' in target)) {
        const column = table.columns[at] as Table['columns'][number];
        targets[at] = { property: (await createProperty(tx, home, propertyForColumn(column, target))).id };
      }
    await intakeStore.change(tx, intake.id, { status: 'running', targets_json: JSON.stringify(targets) });
    const columns: TakenColumn[] = [];
    for (const [at, target] of targets.entries()) {
      if (!target || !('property' in target)) continue;
      const cells = table.rows.map((row) => row[at] as string);
      const found = (await visibleSchemaById(tx, home)).byId.get(target.property);
      if (!found) continue;
      const column = table.columns[at] as Table['columns'][number];
      const property = await withOptions(tx, home, found, kindFor(found, column, cells), cells);
      const options = new Map(property.config.options?.map((one) => [one.name.toLowerCase(), one.id]));
      columns.push({ at, name: column.name, property, kind: kindFor(property, column, cells), options });
    }
    return columns;
  });
}

/** Names that a select does not know yet become its options, as many as it holds. */
async function withOptions(ctx: Ctx, home: number, property: Property, kind: ColumnType, cells: string[]) {
  if (kind.type !== 'select' && kind.type !== 'multi_select') return property;
  const options: Partial<Option>[] = [...(property.config.options ?? [])];
  const known = new Set(options.map(({ name }) => name?.toLowerCase()));
  for (const cell of cells)
    for (const name of [readCell(cell, kind) ?? []].flat() as string[])
      if (!known.has(name.toLowerCase()) && name.length <= 100 && options.length < OPTIONS_MAX) {
        known.add(name.toLowerCase());
        options.push({ name });
      }
  if (options.length === (property.config.options ?? []).length) return property;
  return (await changeProperty(ctx, home, property.id, { config: { options } })).property;
}

function readValue({ property, kind, options }: TakenColumn, cell: string): Value {
  const read: ColumnValue | undefined = readCell(cell, kind);
  if (read === undefined) throw new ValueFault('type', `cannot be “${cell.trim().slice(0, 100)}”`);
  const named = (name: string) => options.get(name.toLowerCase()) ?? name;
  const isChosen = kind.type === 'select' || kind.type === 'multi_select';
  const value = isChosen && read !== null ? (Array.isArray(read) ? read.map(named) : named(String(read))) : read;
  return propertyTypeOf(property).read(value, property);
}

async function takeSome(ctx: Ctx, intake: Intake, columns: TakenColumn[], cells: string[][], from: number) {
  const faults: IntakeFault[] = [];
  let rows = cells.map((row, index): { input: RowInput; row: number } => {
    const values: Record<string, Value> = {};
    for (const column of columns)
      try {
        values[column.property.id] = readValue(column, row[column.at] as string);
      } catch (error) {
        if (!(error instanceof ValueFault)) throw error;
        faults.push({ row: from + index + 1, column: column.name, detail: `${column.property.name} ${error.message}` });
      }
    return { input: { values }, row: from + index + 1 };
  });
  let created = 0;
  for (let refused: RowFault[] | undefined = []; refused && rows.length; ) {
    refused = await tryRows(
      ctx,
      intake.collection_id,
      rows.map(({ input }) => input),
    );
    if (!refused) created = rows.length;
    else {
      const bad = new Map(refused.map((fault) => [fault.index ?? 0, fault]));
      for (const [index, { detail }] of bad) faults.push({ row: rows[index]?.row ?? 0, column: '', detail });
      rows = rows.filter((_row, index) => !bad.has(index));
    }
  }
  const before = (await intakeStore.byId(ctx, intake.id)) as Intake;
  await intakeStore.change(ctx, intake.id, {
    done: from + cells.length,
    created: before.created + created,
    faults_json: JSON.stringify([...intakeFaults(before), ...faults].slice(0, FAULTS_MAX)),
  });
}

/** Undefined: all were made; else what is wrong with some of them, and none was. */
async function tryRows(ctx: Ctx, home: number, rows: RowInput[]): Promise<RowFault[] | undefined> {
  try {
    await addRows(ctx, home, rows);
    return undefined;
  } catch (error) {
    const faults = error instanceof Problem && error.code === 'validation_failed' ? error.extra.errors : undefined;
    if (!faults) throw error;
    return faults as RowFault[];
  }
}
