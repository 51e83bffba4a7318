// Relations of imported rows, written once all rows are there; an import that was interrupted before repeats them.
import { portions } from '../../../core/database/chunks.ts';
import { Problem } from '../../../core/http/problem.ts';
import { databases, type Value } from '../../databases/contract.ts';
import type { RowItem } from '../contract.ts';
import { itemStore } from '../store.ts';
import { cellOf } from '../tables/plan.ts';
import { readPlanned, type ValueLookup } from '../tables/values.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { DatabaseInProgress, DatabaseWriter } from './databases.ts';
import type { JobContext } from './job-context.ts';
import type { PlannedPage } from './plan.ts';
import type { KnownItem } from './previous-imports.ts';

/** Fingerprints of rows whose relations are still to be written begin with this. */
export const PENDING_RELATIONS_PREFIX = 'late:';

const AT_ONCE = 50;

interface Around {
  writer: BatchWriter;
  databases: DatabaseWriter;
  found: ValueLookup;
}

/** Makes the properties, and writes what the rows name by them. */
export async function writeRelations(run: JobContext, planned: PlannedPage[], around: Around): Promise<void> {
  const { databases: read } = around;
  const rows = Map.groupBy(planned, ({ kind, parent }) => (kind === 'row' ? parent : undefined));
  const pages = new Map(planned.map((page) => [page.id, page]));
  if (rows.size > 1) await run.pulse.tick({ phase: 'relations', done: 0, total: rows.size - 1 });
  for (const [id, held] of read.all) {
    const page = pages.get(id);
    if (!page || !held.table.columns.some((column) => read.isRelation(column))) continue;
    const whole = await read.withRelations(page, held);
    const late = (rows.get(id) ?? []).filter((row) =>
      run.known.get(row.id)?.row.fingerprint.startsWith(PENDING_RELATIONS_PREFIX),
    );
    let done = 0;
    for (const some of portions(late, AT_ONCE)) {
      await run.pulse.tick({ phase: 'relations', done, total: late.length });
      await relateSome(run, whole, some, around);
      done += some.length;
    }
  }
}

/** All of them, or each by itself when one is refused. */
async function relateSome(
  run: JobContext,
  held: DatabaseInProgress,
  planned: PlannedPage[],
  around: Around,
): Promise<void> {
  await run.requireTarget();
  try {
    await write(run, held, planned, around);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (planned.length > 1) for (const page of planned) await relateSome(run, held, [page], around);
    else run.report.warn(planned[0]?.path ?? '', 'not_saved', error.message);
  }
}

async function write(
  run: JobContext,
  held: DatabaseInProgress,
  planned: PlannedPage[],
  { writer, databases: read, found }: Around,
) {
  const { ctx, known, spool } = run;
  const changes: { id: number; change: { values: Record<string, Value> } }[] = [];
  for (const page of planned) {
    const row = (await spool.read(page.body)) as RowItem;
    const values: Record<string, Value> = {};
    for (const column of held.table.columns.filter((one) => read.isRelation(one))) {
      const property = held.properties.get(column.id);
      if (property)
        values[property.id] = readPlanned(property, column.reading, cellOf(row, column, held.table), found).value;
    }
    changes.push({ id: writer.pageId(page.id) as number, change: { values } });
  }
  await ctx.tx(async (tx) => {
    const done = await tx.use(databases).changeRows(tx, changes);
    const rows = planned.map(({ id }, index) => {
      const { kind, fingerprint } = (known.get(id) as KnownItem).row;
      const page_version = done[index]?.sync_version ?? 1;
      return known.record(id, { kind, fingerprint: fingerprint.slice(PENDING_RELATIONS_PREFIX.length), page_version });
    });
    await itemStore.save(tx, rows);
    known.remember(rows);
  });
}
