// Pages are brought to the files that a repository has now: by hand, every hour, or when it was pushed to.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobPostponement } from '../../../core/events/jobs.ts';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts, actorOf } from '../../auth/contract.ts';
import { importRuns } from '../../importers/contract.ts';
import { adapterOf } from '../adapters/adapter-list.ts';
import { ForgeFault } from '../adapters/forge-api.ts';
import { withForge } from '../connection/access-token.ts';
import { connectionStore } from '../connection/store.ts';
import { type ForgeRow, forgeStore } from '../registration/store.ts';
import { requestSync } from './link.ts';
import { type ProjectRow, projectStore, type SyncError, type SyncReport } from './store.ts';

const MIB = 1_048_576;
/** How long a process that died keeps others from a project. */
const LEASE_MS = 60_000;
/** How soon a run that finds another at it looks again: whoever has pushed meanwhile waits for its end, and no longer. */
const AGAIN_MS = 3000;
export const SOURCE = 'forge-folder';
export const projectImportPlace = ({ id }: Pick<ProjectRow, 'id'>): string => `forge:${id}`;

/** Why nothing came of it: noted with the project, where people see it. */
class SyncFault extends Error {
  readonly reason: SyncError;
  /** the commit that brings the same every time it is fetched */
  readonly refused: string | undefined;

  constructor(reason: SyncError, cause?: unknown, refused?: string) {
    super(reason, { cause });
    this.reason = reason;
    this.refused = refused;
  }
}

/** Those that may be over soon: the job is tried again. */
const PASSING = new Set<SyncError>(['away', 'busy']);

const OF_IMPORT: Record<string, SyncError> = {
  forbidden: 'forbidden',
  not_found: 'page_gone',
  page_locked: 'locked',
};

interface Parts {
  /** as the person whose token reads the repository */
  ctx: Ctx;
  forge: ForgeRow;
  pageId: number;
  userId: number;
}

/** Who reads, where from, and where to. @throws SyncFault */
async function partsOf(system: Ctx, project: ProjectRow): Promise<Parts> {
  const { forge_id, user_id, page_id } = project;
  const forge = forge_id === null ? undefined : await forgeStore.byId(system, forge_id);
  if (!forge) throw new SyncFault('forge_gone');
  if (page_id === null) throw new SyncFault('page_gone');
  const user = user_id === null ? undefined : await system.use(accounts).byId(system, user_id);
  if (!user?.is_active) throw new SyncFault('reader_gone');
  if (!(await connectionStore.one(system, user.id, forge.id))) throw new SyncFault('not_connected');
  return { ctx: system.as(actorOf(user), 'import'), forge, pageId: page_id, userId: user.id };
}

async function importCommit(
  { ctx, forge, pageId, userId }: Parts,
  project: ProjectRow,
  commit: string,
  signal: AbortSignal,
): Promise<SyncReport> {
  const { owner, name, path } = project;
  const maxBytes = ctx.app.settings.IMPORT_MAX_MB * MIB;
  const archive = await withForge(ctx, forge, userId, (api) =>
    adapterOf(forge).archive(api, { owner, name, ref: commit }, maxBytes),
  ).catch((error: unknown) => {
    if (error instanceof ForgeFault && error.reason === 'too_large') throw new SyncFault('too_large', error, commit);
    throw error;
  });
  const folder = join(ctx.app.settings.DATA_DIR, 'forges');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${project.id}.zip`);
  try {
    await writeFile(file, archive, { mode: 0o600 });
    const { id, isComplete, error, report } = await ctx.use(importRuns).run(
      ctx,
      {
        ...{ workspaceId: project.workspace_id, parentId: pageId, source: SOURCE, place: projectImportPlace(project) },
        ...{ filename: `${owner}/${name} ${commit.slice(0, 7)}.zip`, options: path ? { path } : {}, path: file },
      },
      signal,
    );
    if (!isComplete) throw new SyncFault('import_failed', new Error(error), report.refused && commit);
    const { created, updated, skipped, warnings_total: warnings } = report;
    return { import_id: id, created, updated, skipped, warnings };
  } finally {
    await rm(file, { force: true });
  }
}

function faultOf(error: unknown): SyncFault | undefined {
  if (error instanceof SyncFault) return error;
  if (error instanceof ForgeFault) return new SyncFault(error.reason, error);
  const reason = error instanceof Problem ? OF_IMPORT[error.code] : undefined;
  return reason && new SyncFault(reason, error);
}

async function bringUpToDate(system: Ctx, project: ProjectRow, signal: AbortSignal): Promise<Partial<ProjectRow>> {
  const parts = await partsOf(system, project);
  const { owner, name, ref } = project;
  const commit = await withForge(parts.ctx, parts.forge, parts.userId, (api) =>
    adapterOf(parts.forge).head(api, { owner, name, ref }),
  );
  if (commit === project.refused_commit && project.refused_reason) return { error: project.refused_reason };
  const isNew = commit !== project.commit_id || project.error !== '';
  const report = isNew ? await importCommit(parts, project, commit, signal) : undefined;
  return {
    ...{ commit_id: commit, last_synced_at: system.now(), error: '', refused_commit: '', refused_reason: '' },
    ...(report && { report_json: JSON.stringify(report) }),
  };
}

const later = (ctx: Ctx, ms: number): string => new Date(Date.parse(ctx.now()) + ms).toISOString();

/** Keeps others from the project while `work` goes on. @throws JobPostponement */
async function alone(system: Ctx, project: ProjectRow, work: () => Promise<void>): Promise<void> {
  const { id } = project;
  const isOurs = await system.tx((tx) => projectStore.lease(tx, project, later(tx, LEASE_MS)));
  if (!isOurs) throw new JobPostponement(`repository ${id} is brought up to date already`, later(system, AGAIN_MS));
  const pulse = setInterval(() => {
    system
      .tx(async (tx) => void (await projectStore.extend(tx, id, later(tx, LEASE_MS))))
      .catch((error: unknown) => system.log.warn({ err: error, project: id }, 'a lease was not renewed'));
  }, LEASE_MS / 3).unref();
  try {
    await work();
  } finally {
    clearInterval(pulse);
  }
}

/** The job. @throws JobPostponement, or a fault of a forge that is away, to be tried again */
export async function syncProject(system: Ctx, id: number, signal: AbortSignal): Promise<void> {
  const known = await projectStore.byId(system, id);
  if (!known) return;
  const note = (change: Partial<ProjectRow>) =>
    system.tx(async (tx) => void (await projectStore.update(tx, id, { ...change, lease_until: null })));
  await alone(system, known, async () => {
    // As it is by now: somebody may have changed it while another run was at it.
    const project = await projectStore.byId(system, id);
    if (!project) return;
    try {
      await note(await bringUpToDate(system, project, signal));
    } catch (error) {
      const fault = faultOf(error);
      const refused = fault?.refused && { refused_commit: fault.refused, refused_reason: fault.reason };
      await note(fault ? { error: fault.reason, ...refused } : {});
      if (!fault) throw error;
      system.log.info({ err: fault.cause ?? fault, project: id }, 'a repository was not brought up to date');
      if (PASSING.has(fault.reason)) throw fault;
    }
  });
}

/** Every hour. */
export async function syncHourly(system: Ctx): Promise<void> {
  const due = await projectStore.hourly(system);
  await system.tx(async (tx) => {
    for (const one of due) await requestSync(tx, one);
  });
}
