// The rows of a sprint as people see them on its page: how far each is, whose it is, and which others could be planned.
import { momentText } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Property } from '../contract.ts';
import { listRows } from '../query/list-rows.ts';
import { readMany } from '../rows/rows.ts';
import { type DisplayValue, displayNamesOf, displayValue, facesOf, namesInRows } from '../rows/value-display.ts';
import { hasProgressStates, takesPeople } from '../schema/property-traits.ts';
import type { Schema } from '../schema/schema.ts';
import type { ReportRow, SprintReport } from './report.ts';
import type { Sprint } from './store.ts';

/** Rows that a search offers at once. */
const FOUND_MAX = 8;

interface SprintRow extends ReportRow {
  /** when it was done, in words */
  done: string;
  status: DisplayValue | null;
  /** id of its option */
  state: string;
  owner: DisplayValue | null;
}

export interface SprintTable {
  rows: SprintRow[];
  /** what says how far rows are, and whose they are, where the database has such properties */
  status: Property | undefined;
  owner: Property | undefined;
}

/** What says how far its rows are: the status that says what is done, or else the first one. */
export function sprintStatus(sprint: Sprint, { byId, properties }: Schema): Property | undefined {
  const done = byId.get(sprint.done_property_id ?? 0);
  return done && hasProgressStates(done) ? done : properties.find(hasProgressStates);
}

export async function sprintTable(ctx: Ctx, schema: Schema, { sprint, rows }: SprintReport): Promise<SprintTable> {
  const status = sprintStatus(sprint, schema);
  const owner = schema.properties.find(takesPeople);
  const shown = [status, owner].filter((one) => one !== undefined);
  const full = await readMany(
    ctx,
    rows.map(({ id }) => id),
  );
  const names = await namesInRows(ctx, shown, full);
  const known = displayNamesOf(names);
  const byId = new Map(full.map((row) => [row.id, row.values]));
  const untitled = ctx.app.messages.text(ctx.locale, 'databases.untitled');
  const said = (property: Property | undefined, id: number) => {
    if (!property) return null;
    const value = byId.get(id)?.[property.id] ?? null;
    return { ...displayValue(ctx, property, value, known), ...facesOf(property, value, names) };
  };
  return {
    ...{ status, owner },
    rows: rows.map((row) => ({
      ...{ ...row, title: row.title || untitled },
      done: row.done_at ? momentText(ctx, row.done_at) : '',
      status: said(status, row.id),
      state: String(byId.get(row.id)?.[status?.id ?? 0] ?? ''),
      owner: said(owner, row.id),
    })),
  };
}

/** Rows with these words that are not planned yet. */
export async function rowsToPlan(
  ctx: Ctx,
  schema: Schema,
  planned: ReportRow[],
  search: string,
): Promise<{ id: number; title: string }[]> {
  if (!search) return [];
  const known = new Set(planned.map(({ id }) => id));
  const { records } = await listRows(ctx, schema, { search }, { limit: FOUND_MAX + known.size });
  const untitled = ctx.app.messages.text(ctx.locale, 'databases.untitled');
  return records
    .filter(({ id }) => !known.has(id))
    .slice(0, FOUND_MAX)
    .map(({ id, title }) => ({ id, title: title || untitled }));
}
