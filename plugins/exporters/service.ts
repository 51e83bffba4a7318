// Use cases of exports: begin, work, cancel, clean up, and those that the clock makes.
import { randomUUID } from 'node:crypto';
import type { ListPage } from '../../core/http/pagination.ts';
import { invalid, notFound, Problem } from '../../core/http/problem.ts';
import { DAY } from '../../core/i18n/calendar-date.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import { pages } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { stillSees } from './access.ts';
import type { Format, ScopeKind, Target } from './contract.ts';
import { heldText } from './export-contents.ts';
import { Bundle } from './export-source.ts';
import { fileName } from './file-names.ts';
import { fileKind, formatNamed, openExport } from './formats/registry.ts';
import { exportPolicies } from './policies.ts';
import { type ExportRow, exportStore, isPending, type ScheduleRow, scheduleStore } from './store.ts';

const KEEP_DAYS = 7;
const TELL_MS = 500;

const later = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

export interface NewExport {
  format: string;
  /** with neither of the two the whole service */
  pageId?: number;
  workspaceId?: number;
  /** with what lies inside the page */
  subtree?: boolean;
  scheduled?: boolean;
}

const kindOf = ({ pageId, workspaceId, subtree }: NewExport): ScopeKind => {
  if (pageId !== undefined) return subtree ? 'subtree' : 'page';
  return workspaceId === undefined ? 'service' : 'workspace';
};

/** Type of the file of an export. */
export function mimeOf(ctx: Ctx, { format, page_id, workspace_id }: ExportRow): string {
  const found = formatNamed(ctx.app, format);
  const isService = page_id === null && workspace_id === null;
  return found ? fileKind(found, isService ? 'service' : 'page').mime : 'application/octet-stream';
}

/** The caller's right to see page or workspace has been checked. @throws Problem validation_failed, conflict, forbidden */
export async function beginExport(ctx: Ctx, input: NewExport): Promise<ExportRow> {
  const format = formatNamed(ctx.app, input.format);
  if (!format) throw invalid(['body', 'format'], 'names no format', 'literal_error', input.format);
  const kind = kindOf(input);
  if (!format.scopes.includes(kind))
    throw invalid(['body', 'format'], `cannot hold a ${kind}`, 'value_error', input.format);
  const missing = format.missing?.(ctx.app);
  if (missing) throw new Problem('conflict', missing);
  const user = userOf(ctx);
  if (kind === 'service' && !user.isAdmin)
    throw new Problem('forbidden', 'Only administrators export all workspaces at once.');
  return ctx.tx(async (tx) => {
    const row = await exportStore.insert(tx, {
      id: randomUUID(),
      user_id: user.id,
      format: format.name,
      page_id: input.pageId ?? null,
      workspace_id: input.workspaceId ?? null,
      subtree: input.subtree ? 1 : 0,
      scheduled: input.scheduled ? 1 : 0,
      name: `${fileName(await titleOf(tx, input))}.${fileKind(format, kind).ending}`,
    });
    await tx.enqueue('exporters.run', { id: row.id });
    return row;
  });
}

async function titleOf(ctx: Ctx, { pageId, workspaceId }: NewExport): Promise<string> {
  if (pageId !== undefined) return (await ctx.use(pages).byId(ctx, pageId))?.title ?? '';
  const all = await ctx.use(workspaces).all(ctx);
  return all.find(({ id }) => id === workspaceId)?.name ?? 'Commonplace';
}

/** The export was cancelled, or removed. */
class Ended extends Error {}

/** As a job of the queue. An export that cannot be made says why; any other failure is tried again. */
export async function runExport(system: Ctx, id: string, signal: AbortSignal): Promise<void> {
  const row = await system.tx((tx) => exportStore.move(tx, id, ['queued', 'running'], { status: 'running' }));
  if (!row) return;
  try {
    await make(system, row, signal);
  } catch (error) {
    if (error instanceof Ended) return;
    if (!(error instanceof Problem)) throw error;
    await system.tx((tx) => exportStore.move(tx, id, ['running'], { status: 'failed', error: error.message }));
  }
}

async function make(system: Ctx, row: ExportRow, signal: AbortSignal): Promise<void> {
  const user = await system.use(accounts).byId(system, row.user_id);
  if (!user?.is_active) throw new Problem('forbidden', 'The account is no longer active.');
  const ctx = system.as(actorOf(user));
  const target = await targetOf(ctx, row);
  const bundle = await Bundle.open(ctx, target, telling(system, row.id, signal));
  const content = await openExport(formatNamed(ctx.app, row.format) as Format, bundle);
  const stored = await system.app.storage.put(content, row.name.split('.').at(-1) as string, Number.MAX_SAFE_INTEGER);
  const holds_json = heldText(await bundle.held());
  const report = {
    pages: bundle.nodes.size,
    warnings: bundle.warnings.slice(0, 200),
    warnings_total: bundle.warnings.length,
  };
  const done = await system.tx((tx) =>
    exportStore.move(tx, row.id, ['running'], {
      ...{ status: 'completed', report_json: JSON.stringify(report), holds_json },
      ...{ filename: stored.filename, size: stored.size, sha256: stored.sha256 },
      expires_at: row.scheduled ? null : later(tx.now(), KEEP_DAYS * DAY),
    }),
  );
  if (!done) await system.app.storage.delete(stored.filename);
}

/** What is exported, if the person still sees it. @throws Problem not_found */
async function targetOf(ctx: Ctx, { page_id, workspace_id, subtree }: ExportRow): Promise<Target> {
  const seen = async (resource: string, id: number) =>
    (await ctx.app.access.require(ctx, { resource, role: 'viewer' }, id)).workspaceId as number;
  if (page_id !== null)
    return { kind: subtree ? 'subtree' : 'page', pageId: page_id, workspaceId: await seen('page', page_id) };
  if (workspace_id === null) return { kind: 'service' };
  return { kind: 'workspace', workspaceId: await seen('workspace', workspace_id) };
}

/** Counts what is written, and ends the work when the export was cancelled or the process is to stop. */
function telling(system: Ctx, id: string, signal: AbortSignal): (total: number) => Promise<void> {
  let done = 0;
  let told = 0;
  return async (total) => {
    done += 1;
    if (signal.aborted) throw new Error('the process is stopping');
    if (Date.now() - told < TELL_MS) return;
    told = Date.now();
    const progress_json = JSON.stringify({ done, total });
    if (!(await system.tx((tx) => exportStore.move(tx, id, ['running'], { progress_json })))) throw new Ended();
  };
}

/** After its last attempt. */
export async function failExport(ctx: Ctx, id: string): Promise<void> {
  const error = 'The export could not be made. Try again, or make a smaller one.';
  await ctx.tx((tx) => exportStore.move(tx, id, ['queued', 'running'], { status: 'failed', error }));
}

/** @throws Problem conflict when it has ended */
export async function cancelExport(ctx: Ctx, id: string): Promise<ExportRow> {
  const row = await ctx.tx((tx) => exportStore.move(tx, id, ['queued', 'running'], { status: 'cancelled' }));
  if (!row) throw new Problem('conflict', 'The export has ended already.');
  return row;
}

/** Removes the export and its file; one that is being made ends. */
export async function removeExport(ctx: Ctx, { id, filename }: ExportRow): Promise<void> {
  await ctx.tx((tx) => exportStore.remove(tx, id));
  if (filename) await ctx.app.storage.delete(filename);
}

/** Those of the caller that they may still have, newest first. */
export async function listExports(ctx: Ctx, limit: number, offset: number): Promise<ListPage<ExportRow>> {
  const rows = [];
  for (const row of await exportStore.ofUser(ctx, userOf(ctx).id)) if (await stillSees(ctx, row)) rows.push(row);
  return { items: rows.slice(offset, offset + limit), total: rows.length };
}

/** The export with its file. @throws Problem conflict while there is none, not_found when it is kept no longer */
export function finished(row: ExportRow): ExportRow {
  if (isPending(row.status)) throw new Problem('conflict', 'The export is not ready yet.');
  if (row.status !== 'completed') throw notFound();
  return row;
}

export async function purgeExports(ctx: Ctx): Promise<void> {
  for (const row of await exportStore.expired(ctx)) await removeExport(ctx, row);
}

const EVERY_MS = { day: DAY, week: 7 * DAY };

/** From now on the workspace is exported by itself, first at once; null ends that. */
export async function setSchedule(
  ctx: Ctx,
  workspaceId: number,
  wanted: Pick<ScheduleRow, 'format' | 'every' | 'keep'> | null,
): Promise<void> {
  if (!wanted) return void (await ctx.tx((tx) => scheduleStore.remove(tx, workspaceId)));
  const format = formatNamed(ctx.app, wanted.format);
  if (!format?.scopes.includes('workspace'))
    throw invalid(['body', 'format'], 'names no format', 'literal_error', wanted.format);
  const missing = format.missing?.(ctx.app);
  if (missing) throw new Problem('conflict', missing);
  const row = { ...wanted, workspace_id: workspaceId, user_id: userOf(ctx).id, next_at: ctx.now() };
  await ctx.tx((tx) => scheduleStore.put(tx, row));
}

/** Begins what is due as whoever set it up, and lets go of what is more than is kept. */
export async function workSchedules(system: Ctx): Promise<void> {
  for (const row of await scheduleStore.due(system)) {
    const next = later(system.now(), EVERY_MS[row.every]);
    if (!(await system.tx((tx) => scheduleStore.advance(tx, row, next)))) continue;
    const user = await system.use(accounts).byId(system, row.user_id);
    const ctx = user?.is_active ? system.as(actorOf(user)) : undefined;
    const may = await ctx?.app.access.require(ctx, exportPolicies.schedule, row.workspace_id).catch(() => undefined);
    if (!ctx || !may) continue;
    try {
      await beginExport(ctx, { format: row.format, workspaceId: row.workspace_id, scheduled: true });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await tellWhyNot(ctx, row, error.message);
      continue;
    }
    const made = await exportStore.scheduled(system, row.workspace_id);
    // The one that was just begun takes a place, too.
    for (const old of made.slice(Math.max(1, row.keep - 1))) await removeExport(system, old);
  }
}

/** Whoever set it up finds the reason among their exports, and the schedules of others go on. */
async function tellWhyNot(ctx: Ctx, { user_id, workspace_id, format }: ScheduleRow, error: string): Promise<void> {
  const name = fileName(await titleOf(ctx, { format, workspaceId: workspace_id }));
  const expires_at = later(ctx.now(), KEEP_DAYS * DAY);
  const row = { id: randomUUID(), user_id, workspace_id, format, name, error, expires_at };
  await ctx.tx((tx) => exportStore.insert(tx, { ...row, scheduled: 1, status: 'failed' }));
}
