// Use cases of import jobs: begin, start after a preview, map, cancel, undo, and who sees them.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { jobRecords } from '../../core/events/job-records.ts';
import { JobPostponement } from '../../core/events/jobs.ts';
import type { ListPage } from '../../core/http/pagination.ts';
import { invalid, Problem } from '../../core/http/problem.ts';
import { DAY } from '../../core/i18n/calendar-date.ts';
import type { App } from '../../core/kernel/app.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import { pagePolicies, pages } from '../pages/contract.ts';
import { workspacePolicies } from './../workspaces/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import type { ColumnMapping, FetchedFile, Importer } from './contract.ts';
import { importFolder } from './import-folder.ts';
import { type ImportProgress, ImportStop } from './job/heartbeat.ts';
import { pathEnding } from './reading/entry-path.ts';
import { importerNamed, requireAdmin } from './registry.ts';
import { ENDED, type ImportState, isCompleted, isWorking, itemStore, type JobRow, jobStore } from './store.ts';

export interface NewImport {
  workspaceId: number;
  parentId: number | null;
  source: string;
  /** what the person calls it */
  filename: string;
  dryRun: boolean;
  options: Record<string, unknown>;
  /** what a person says of columns */
  mapping?: ColumnMapping;
}

const KEEP_DAYS = 7;
const WAITING: ImportState[] = ['queued', 'preview_ready'];

export const importUploadFolder = (app: App): string => join(importFolder(app), 'incoming');

/** Begins an import of an uploaded file, which becomes the job's. @throws Problem forbidden, validation_failed */
export async function beginUpload(ctx: Ctx, input: NewImport, upload: string): Promise<JobRow> {
  await checkImport(ctx, input, pathEnding(input.filename));
  const id = randomUUID();
  const location = join(importFolder(ctx.app), id);
  await mkdir(importFolder(ctx.app), { recursive: true, mode: 0o700 });
  await rename(upload, location);
  return ctx.tx(async (tx) => {
    const job = await insert(tx, id, input, location);
    await tx.enqueue('importers.run', { id });
    return job;
  });
}

/** Begins an import of a folder or file on this machine; the caller runs it. @throws Problem */
export async function beginLocal(ctx: Ctx, input: NewImport, path: string): Promise<JobRow> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Problem('not_found', `There is nothing at ${path}.`);
  await checkImport(ctx, input, found.isDirectory() ? 'folder' : pathEnding(input.filename));
  return ctx.tx((tx) => insert(tx, randomUUID(), input, path));
}

/** Begins an import of a file that another plugin has fetched; the caller runs it. @throws Problem */
export async function beginFetched(ctx: Ctx, { path: _, place, options, ...rest }: FetchedFile): Promise<JobRow> {
  const input: NewImport = { ...rest, options, dryRun: false };
  await checkImport(ctx, input, pathEnding(input.filename));
  return ctx.tx((tx) => insert(tx, randomUUID(), input, place));
}

async function checkImport(ctx: Ctx, input: NewImport, kind: string): Promise<void> {
  const { access } = ctx.app;
  if (input.parentId !== null) await access.require(ctx, pagePolicies.addBelow, input.parentId);
  else await access.require(ctx, workspacePolicies.addContent, input.workspaceId);
  const importer = await importerNamed(ctx.app, input.source);
  if (!importer) throw invalid(['body', 'source'], 'names no import source', 'literal_error', input.source);
  if (!importer.accepts.includes(kind))
    throw invalid(
      ['body', 'file'],
      `must be ${importer.accepts.join(', ')} for ${importer.title}`,
      'value_error',
      kind,
    );
  if (importer.whole) requireAdmin(ctx.actor);
  input.options = checkOptions(importer, input.options);
}

function checkOptions(importer: Importer, options: Record<string, unknown>): Record<string, unknown> {
  const [unknown] = Object.keys(options);
  if (!importer.options && unknown) throw invalid(['body', 'options', unknown], 'is not known', 'extra_forbidden');
  const { value, error } = importer.options?.validate(options, { abortEarly: false }) ?? { value: {} };
  if (!error) return value as Record<string, unknown>;
  throw new Problem('validation_failed', error.message, {
    validation: error.details.map(({ path, message }) => ({
      loc: ['body', 'options', ...path],
      msg: message,
      type: 'value_error',
    })),
  });
}

const insert = (ctx: Ctx, id: string, input: NewImport, location: string): Promise<JobRow> =>
  jobStore.insert(ctx, {
    id,
    workspace_id: input.workspaceId,
    parent_id: input.parentId,
    user_id: actorId(ctx),
    source: input.source,
    filename: input.filename.toWellFormed().replaceAll('\0', '').slice(0, 255),
    location,
    dry_run: input.dryRun ? 1 : 0,
    options_json: JSON.stringify(input.options),
    mapping_json: JSON.stringify(input.mapping ?? {}),
  });

/** Another process has the job, or has not yet noticed that it was cancelled and started again. */
export class ImportBusy extends JobPostponement {
  constructor(id: string, until: string) {
    super(`import ${id} is held by another process`, until);
  }
}

function held({ id, status, lease_until }: JobRow, now: string): ImportBusy {
  const soon = new Date(Date.parse(now) + 1000).toISOString();
  return new ImportBusy(id, isWorking(status) && lease_until && lease_until > soon ? lease_until : soon);
}

/** As a job of the queue. @throws ImportBusy */
export async function workQueued(ctx: Ctx, id: string, signal: AbortSignal): Promise<void> {
  try {
    await work(ctx, id, signal);
  } catch (error) {
    // Whoever took it over, or started it again, has a job of the queue for it.
    if (!(error instanceof ImportStop) || signal.aborted) throw error;
  }
}

/** An import whose every attempt took its process with it would otherwise do so for ever. */
export async function failImport(ctx: Ctx, id: string): Promise<void> {
  const job = await jobStore.byId(ctx, id);
  if (!job || !isWorking(job.status)) return;
  const error = 'The server ended during each attempt. Run the import again: what is there is not imported twice.';
  await ctx.use(pages).discard(ctx, await itemStore.unfilled(ctx, id));
  await ctx.tx((tx) => jobStore.end(tx, id, job.lease_owner, { status: 'failed', error }));
}

/** Takes the job and works on it; quiet when it has ended meanwhile. @throws ImportBusy */
export async function work(
  system: Ctx,
  id: string,
  signal: AbortSignal,
  listener?: (progress: ImportProgress) => void,
  { prune = false, file }: { prune?: boolean; file?: string } = {},
): Promise<void> {
  const owner = `${system.app.instance}:${randomUUID()}`;
  const waiting = await jobStore.byId(system, id);
  if (!waiting || (waiting.status !== 'queued' && !isWorking(waiting.status))) return;
  const status = waiting.dry_run ? 'analyzing' : 'running';
  const job = await system.tx((tx) => jobStore.take(tx, id, owner, ['queued', 'analyzing', 'running'], status));
  if (!job) throw held((await jobStore.byId(system, id)) ?? waiting, system.now());
  const { runImport } = await import('./job/run-job.ts');
  await runImport(system, job, { jobId: id, owner, signal, prune, file, ...(listener && { listener }) });
  const ended = await jobStore.byId(system, id);
  if (ended && isCompleted(ended.status) && isUpload(system.app, job)) await rm(job.location, { force: true });
}

const isUpload = (app: App, { id, location }: JobRow): boolean => location === join(importFolder(app), id);

const refused = (what: string): Problem => new Problem('conflict', `The import cannot be ${what} in this state.`);

/** After a preview, or again after a failure. @throws Problem conflict */
export async function startImport(ctx: Ctx, id: string): Promise<JobRow> {
  return ctx.tx(async (tx) => {
    const change = { status: 'queued', dry_run: 0, error: '', undone_at: null } as const;
    const job = await jobStore.move(tx, id, ['preview_ready', 'failed', 'cancelled'], change);
    if (!job) throw refused('started');
    await tx.enqueue('importers.run', { id });
    return job;
  });
}

/** Once more without writing, e.g. with another mapping. @throws Problem conflict */
export async function previewAgain(ctx: Ctx, id: string): Promise<JobRow> {
  return ctx.tx(async (tx) => {
    const job = await jobStore.move(tx, id, ['preview_ready'], { status: 'queued' });
    if (!job) throw refused('previewed');
    await tx.enqueue('importers.run', { id });
    return job;
  });
}

/** What is written stays; the run stops before its next item. @throws Problem conflict */
export async function cancelImport(ctx: Ctx, id: string): Promise<JobRow> {
  return ctx.tx(async (tx) => {
    const job = await jobStore.move(tx, id, ['queued', 'analyzing', 'preview_ready', 'running'], {
      status: 'cancelled',
    });
    if (!job) throw refused('cancelled');
    return job;
  });
}

/** Of queued undos, of which there is one at a time. */
const undoKey = (id: string): string => `import-undo:${id}`;

/** @throws Problem conflict while it runs, and when it was undone or is about to be */
export async function requestUndo(ctx: Ctx, id: string): Promise<JobRow> {
  return ctx.tx(async (tx) => {
    const job = await jobStore.move(tx, id, ENDED, {});
    if (!job || job.undone_at || (await jobRecords.hasKey(tx, undoKey(id)))) throw refused('undone');
    await checkUndo(tx, job);
    await tx.enqueue('importers.undo', { id, user_id: actorId(tx) }, { uniqueKey: undoKey(id) });
    return job;
  });
}

/** @throws Problem conflict for what came in as workspaces of its own */
export async function checkUndo(ctx: Ctx, { source }: JobRow): Promise<void> {
  if (!(await importerNamed(ctx.app, source))?.whole) return;
  throw new Problem('conflict', 'An archive cannot be undone as a whole: delete the workspaces that it created.');
}

/** Sources with databases are read with it. @throws Problem conflict once the job runs */
export async function mapImport(ctx: Ctx, id: string, mapping: object): Promise<JobRow> {
  return ctx.tx(async (tx) => {
    const job = await jobStore.move(tx, id, WAITING, { mapping_json: JSON.stringify(mapping) });
    if (!job) throw refused('mapped');
    return job;
  });
}

/** Own jobs and those of owned workspaces, newest first. */
export async function listImports(ctx: Ctx, limit: number, offset: number): Promise<ListPage<JobRow>> {
  const { actor } = ctx;
  if (actor.type !== 'user' || actor.isAdmin) return jobStore.page(ctx, 'all', limit, offset);
  const mine = await ctx.use(workspaces).mine(ctx);
  const ids = (role?: string) => mine.filter((one) => !role || one.role === role).map(({ id }) => id);
  return jobStore.page(ctx, { userId: actor.id, member: ids(), owned: ids('owner') }, limit, offset);
}

/** What a job made or changed; pages that the actor may not see are named without their ids. */
export async function importedItems(ctx: Ctx, { id }: JobRow, limit: number, offset: number) {
  const { items, total } = await itemStore.page(ctx, id, limit, offset);
  const visible = await ctx.use(pages).versions(
    ctx,
    items.flatMap(({ page_id }) => page_id ?? []),
  );
  const shown = items.map(({ kind, external_id, page_id, created_by_job }) => ({
    kind,
    name: external_id.slice(external_id.indexOf('/') + 1),
    page_id: page_id !== null && visible.has(page_id) ? page_id : null,
    is_new: created_by_job === id,
  }));
  return { items: shown, total };
}

/** Every minute: a job whose process died goes on if its upload is here, else it ends as failed. */
export async function recoverImports(ctx: Ctx): Promise<void> {
  for (const job of await jobStore.abandoned(ctx)) {
    if (isUpload(ctx.app, job)) {
      if (!(await jobRecords.isUnderWay(ctx, 'importers.run', { id: job.id })))
        await ctx.enqueue('importers.run', { id: job.id });
      continue;
    }
    const error = 'What ran this import was interrupted; run it again to complete it.';
    await ctx.use(pages).discard(ctx, await itemStore.unfilled(ctx, job.id));
    await ctx.tx((tx) => jobStore.end(tx, job.id, job.lease_owner, { status: 'failed', error }));
  }
}

/** Daily: uploads of jobs that ended or were left waiting a week ago, and uploads that never got a job. */
export async function purgeImports(ctx: Ctx): Promise<void> {
  const before = Date.parse(ctx.now()) - KEEP_DAYS * DAY;
  const folder = importFolder(ctx.app);
  const kept = new Set(await jobStore.idsSince(ctx, new Date(before).toISOString()));
  for (const base of [folder, importUploadFolder(ctx.app)]) {
    for (const entry of await readdir(base, { withFileTypes: true }).catch(() => [])) {
      const path = join(base, entry.name);
      if (!entry.isFile() || kept.has(entry.name.replace(/\.items$/, ''))) continue;
      if ((await stat(path)).mtimeMs < before) await rm(path, { force: true });
    }
  }
}
