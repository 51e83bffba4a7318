// One import from start to end: read everything, then either a preview or pages; killed in between, it goes on.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull, isUnavailable } from '../../../core/database/engine-errors.ts';
import { diskFull, Problem } from '../../../core/http/problem.ts';
import type { Ctx, UserActor } from '../../../core/kernel/context.ts';
import { accounts, actorOf } from '../../auth/contract.ts';
import { pages } from '../../pages/contract.ts';
import type { ColumnMapping, Importer } from '../contract.ts';
import { importFolder } from '../import-folder.ts';
import { fetched } from '../reading/http-fetch.ts';
import { PROGRAM_FILES } from '../reading/passed-over.ts';
import { SourceFault } from '../reading/raw-entry.ts';
import { openSource } from '../reading/source.ts';
import { importerNamed, requireAdmin } from '../registry.ts';
import { ReportBuilder } from '../report.ts';
import { type ImportState, itemStore, type JobRow, jobStore } from '../store.ts';
import { mappedDatabase } from '../tables/plan.ts';
import { importArchive } from './archive-import.ts';
import { type StoredFile, storeFiles } from './attachments.ts';
import { BatchWriter } from './batch-writer.ts';
import { DatabaseWriter } from './databases.ts';
import { tellEnd } from './end-notice.ts';
import { type ImportProgress, ImportStop, Pulse, type PulseOptions } from './heartbeat.ts';
import { JobContext } from './job-context.ts';
import { restorePrunedPages, trashMissingItems } from './missing-items.ts';
import { writeNotes } from './page-drafts.ts';
import { type ItemBody, type PlannedPage, readPlan } from './plan.ts';
import { treeOf } from './preview-tree.ts';
import { PreviousImports } from './previous-imports.ts';
import { writeRelations } from './relations.ts';
import { followRenames, placeRenamed, type RenamedItem } from './renamed-items.ts';
import { Spool } from './spool.ts';
import { createValueLookup } from './value-lookup.ts';

const MIB = 1_048_576;

export interface RunOptions extends PulseOptions {
  /** pages of what is gone from the source go into the trash */
  prune?: boolean;
  /** where the source lies, when the job names the place that it was fetched from */
  file?: string | undefined;
}

/**
 * Works on a job that this process has taken, and leaves it ended, or ready to be taken up again.
 * @throws ImportStop when it must go on elsewhere, or the error of a database that is away
 */
export async function runImport(system: Ctx, job: JobRow, options: RunOptions): Promise<void> {
  const { prune = false, file } = options;
  const tools: Tools = { report: new ReportBuilder(), pulse: new Pulse(system, options), prune, file };
  const { report } = tools;
  try {
    await work(system, job, tools);
    const done: ImportState = job.dry_run ? 'preview_ready' : report.clean ? 'completed' : 'completed_with_warnings';
    await finish(system, job, tools, { status: done, progress: tools.pulse.complete() });
  } catch (error) {
    const ended = endOf(error);
    if (!ended) {
      await jobStore.release(system, job.id, options.owner).catch(() => {});
      throw error;
    }
    if (error instanceof SourceFault) report.report.refused = true;
    if (ended.error && !(error instanceof SourceFault) && !(error instanceof Problem))
      system.log.error({ err: error, import: job.id }, 'import failed');
    await finish(system, job, tools, ended);
  }
}

/** How a job ends by an error; undefined when it does not end by it. */
function endOf(error: unknown): { status: ImportState; error: string } | undefined {
  if (error instanceof ImportStop)
    return error.why === 'cancelled' ? { status: 'cancelled', error: 'The import was cancelled.' } : undefined;
  if (isUnavailable(error)) return undefined;
  // Another is the room of a workspace, whose own words say what helps.
  if (isDiskFull(error) || (error instanceof Problem && error.message === diskFull().message))
    return { status: 'failed', error: 'The disk of the service is full. What was written so far is kept.' };
  if (error instanceof Problem && (error.code === 'forbidden' || error.code === 'not_found'))
    return { status: 'failed', error: 'The place to import into is gone, or you can no longer write there.' };
  if (error instanceof SourceFault || error instanceof Problem) return { status: 'failed', error: error.message };
  return { status: 'failed', error: 'The import stopped because of an internal error; the log of the service has it.' };
}

/** Enough for a person to see that it is the right source. */
const FIRST_MAX = 20;

interface Tools {
  report: ReportBuilder;
  pulse: Pulse;
  prune: boolean;
  file: string | undefined;
}

async function work(system: Ctx, job: JobRow, { report, pulse, prune, file }: Tools): Promise<void> {
  const importer = await importerNamed(system.app, job.source);
  if (!importer) throw new SourceFault(`There is no import source called ${job.source}.`);
  const person = await personOf(system, job);
  if (importer.whole) {
    requireAdmin(person);
    return importArchive(system, job, { report, pulse });
  }
  const ctx = system.as(person, 'import');
  const folder = importFolder(system.app);
  await inFolder(join(folder, `${job.id}.parts`), async (partsFolder) => {
    const source = await openSource(file ?? job.location, {
      ...{ name: job.filename, partsFolder },
      maxBytes: system.app.settings.IMPORT_MAX_MB * MIB,
      notice: (at, kind, because) =>
        kind === PROGRAM_FILES ? report.unsupported({ [kind]: 1 }) : report.warn(at, kind, because),
      fetch: (address) => fetched(system.app, address),
    });
    const spool = await Spool.open<ItemBody>(join(folder, `${job.id}.items`));
    try {
      const plan = await readAll(importer, job, source, { spool, report, pulse });
      warnWithoutPages(plan, source.name, report);
      const scope = file === undefined ? source.name : job.location;
      const known = await PreviousImports.load(ctx, job, scope, [...plan.pages, ...plan.files]);
      const run = new JobContext({ ctx, job, plan, known, report, pulse, spool, prune });
      const renamed = await followRenames(run);
      await restorePrunedPages(run);
      await writeAll(run, renamed);
      await trashMissingItems(run);
    } finally {
      await source.close();
      await spool.remove();
    }
  });
}

/** A run that was killed may have left it. */
async function inFolder(path: string, use: (path: string) => Promise<void>): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true, mode: 0o700 });
  try {
    await use(path);
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

/** Where no page comes in, something went wrong that nothing else may have told of, such as a wrong kind of source. */
function warnWithoutPages({ pages: planned, files }: JobContext['plan'], name: string, report: ReportBuilder): void {
  if (planned.some(({ kind, isWritten }) => kind !== 'folder' || isWritten)) return;
  const because = `No pages were found in it: its files (${files.length}) are kept as they are. It may be of another kind.`;
  if (files.length) report.warn(name, 'no_pages', because);
  else report.warn(name, 'empty', 'The source holds nothing that this import reads.');
}

/** What an importer throws is a fault of the source; it says so instead of stopping without a word. */
async function readAll(
  importer: Importer,
  job: JobRow,
  source: Parameters<typeof readPlan>[1],
  { spool, report, pulse }: Pick<Tools, 'report' | 'pulse'> & { spool: Spool<ItemBody> },
) {
  const tick = (done: number) => pulse.tick({ phase: 'reading', done, total: 0 });
  try {
    const mapping = JSON.parse(job.mapping_json) as ColumnMapping;
    return await readPlan(importer, source, JSON.parse(job.options_json) as object, { spool, report, mapping, tick });
  } catch (error) {
    if (error instanceof ImportStop || error instanceof SourceFault || isUnavailable(error) || isDiskFull(error))
      throw error;
    throw new SourceFault(`The source cannot be read: ${(error as Error).message}`);
  }
}

async function personOf(ctx: Ctx, job: JobRow): Promise<UserActor> {
  const user = job.user_id === null ? undefined : await ctx.use(accounts).byId(ctx, job.user_id);
  if (!user?.is_active) throw new SourceFault('The account that started the import is gone.');
  return actorOf(user);
}

async function writeAll(run: JobContext, renamed: RenamedItem[]): Promise<void> {
  const { plan, job } = run;
  const files = await storeFiles(run, plan.files);
  for (const { planned } of files.values()) {
    if (planned.unsupported) run.report.unsupported({ [planned.unsupported]: 1 });
    else run.report.report.counts.files += 1;
  }
  const writer = new BatchWriter(run);
  const databases = new DatabaseWriter(run, writer);
  const found = await createValueLookup(run, writer, files);
  const around = {
    names: plan.names,
    pageId: (id: string) => writer.pageId(id),
    inTrash: (id: string) => run.known.state(id) === 'trashed',
    file: (id: string) => files.get(id)?.block,
    collectionId: (id: string) => databases.get(id)?.id,
    databases,
    found,
  };
  const wanted = withAncestors(
    plan.pages,
    plan.pages.filter(({ kind, isWritten }) => kind !== 'folder' || isWritten),
  );
  await writer.reserve(wanted);
  const referred = await writeNotes(run, writer, wanted, around);
  if (!job.dry_run) await writeRelations(run, wanted, { writer, databases, found });
  const alone = [...files.values()].filter(({ planned }) => !referred.has(planned.id));
  const folders = withAncestors(
    plan.pages,
    alone.map(({ planned }) => planned),
  ).filter((page) => !wanted.includes(page));
  await writer.reserve([...folders, ...alone.map(({ planned }) => ({ ...planned, kind: 'file' as const }))]);
  await writeNotes(run, writer, folders, around);
  if (!job.dry_run) {
    await writeFiles(run, writer, alone, new Set(renamed.map(({ id }) => id)));
    await placeRenamed(run, writer, renamed);
    await run.ctx.tx((tx) => itemStore.save(tx, run.known.outdated()));
  } else Object.assign(run.report.report, { first: firstOf(plan), tree: treeOf(plan) });
  if (plan.tables.size) run.report.report.databases = [...plan.tables.values()].map(mappedDatabase);
}

const firstOf = ({ pages }: JobContext['plan']): string[] =>
  pages
    .filter(({ kind }) => kind === 'page')
    .slice(0, FIRST_MAX)
    .map(({ path, title }) => path || title);

/** Folders are made only for what lies in them. */
function withAncestors(all: PlannedPage[], pages: { id: string; parent?: string }[]): PlannedPage[] {
  const byId = new Map(all.map((page) => [page.id, page]));
  const wanted = new Set<string>();
  for (const page of pages) {
    if (byId.has(page.id)) wanted.add(page.id);
    for (let id = page.parent; id !== undefined && !wanted.has(id); id = byId.get(id)?.parent) wanted.add(id);
  }
  return all.filter(({ id }) => wanted.has(id));
}

/** Files to which no note refers stand in the tree themselves. */
async function writeFiles(
  { known }: JobContext,
  writer: BatchWriter,
  files: StoredFile[],
  renamed: ReadonlySet<string>,
): Promise<void> {
  for (const { planned, block, fingerprint, changed } of files) {
    const state = known.state(planned.id);
    if (state === 'trashed' || (state === 'live' && !changed && !renamed.has(planned.id))) continue;
    await writer.add({
      id: planned.id,
      path: planned.path,
      action: state === 'live' ? 'update' : 'fill',
      pageId: writer.pageId(planned.id) as number,
      parentId: writer.parentOf(planned),
      title: planned.title,
      blocks: [],
      bytes: 0,
      fileId: block.fileId,
      record: { kind: 'file', fingerprint, file_id: block.fileId },
    });
  }
  await writer.flush();
}

interface End {
  status: ImportState;
  error?: string;
  /** where it came to its end by itself */
  progress?: ImportProgress;
}

/**
 * Writes the end of a job with its report and, when it wrote pages, the one event that says so. Does nothing when the
 * job is another process's by now, and only gives it back when it was started again meanwhile.
 */
async function finish(
  system: Ctx,
  job: JobRow,
  { report: { report }, pulse: { owner } }: Tools,
  { status, error = '', progress }: End,
): Promise<void> {
  // What is reserved is given up only while nobody else can fill it.
  if (!(await system.tx((tx) => jobStore.hold(tx, job.id, owner)))) return;
  await system.use(pages).discard(system, await itemStore.unfilled(system, job.id));
  const json = JSON.stringify(report);
  await system.as({ type: 'system', reason: 'import' }, 'import').tx(async (tx) => {
    // Cancelled after the last item was written: the answer was given, so it stays.
    const cancelled = (await jobStore.byId(tx, job.id))?.status === 'cancelled';
    const ended = await jobStore.end(tx, job.id, owner, {
      status: cancelled ? 'cancelled' : status,
      error,
      report_json: json,
      ...(job.dry_run ? { preview_json: json } : {}),
      ...(progress && { progress_json: JSON.stringify(progress) }),
    });
    if (!ended) return jobStore.release(tx, job.id, owner);
    if (job.dry_run) return;
    await tellEnd(tx, job, { status: cancelled ? 'cancelled' : status, error });
    const { created, updated, skipped } = report;
    await tx.emit({
      type: 'import.completed',
      data: { id: job.workspace_id, import_id: job.id, source: job.source, status, created, updated, skipped },
      workspace_id: job.workspace_id,
    });
  });
}
