// A lossless archive: it becomes workspaces of their own, all of them or none, instead of items below a page.
import { type ArchiveImportResult, archives } from '../../../core/files/archive-service.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { ImportReport } from '../contract.ts';
import type { ReportBuilder } from '../report.ts';
import { type JobRow, jobStore } from '../store.ts';
import { ImportStop, type Pulse } from './heartbeat.ts';

interface Tools {
  report: ReportBuilder;
  pulse: Pulse;
}

/** How often it tells that it is alive, while rows are written that nobody sees yet. */
const BEAT_MS = 10_000;

/**
 * The end of the job is written with the rows: whatever happens, an archive comes in once.
 * @throws Problem for what is no sound archive, Stopped
 */
export async function importArchive(system: Ctx, job: JobRow, { report: { report }, pulse }: Tools): Promise<void> {
  const service = system.app.use(archives);
  let stopped: ImportStop | undefined;
  let last = { done: 0, total: 0 };
  const beat = () =>
    pulse.tick({ phase: 'reading', ...last }).catch((error) => {
      if (error instanceof ImportStop) stopped = error;
    });
  const progress = (done: number, total: number): void => {
    last = { done, total };
    void beat();
  };
  const timer = setInterval(beat, BEAT_MS);
  try {
    const found = await service.look(system.app, job.location, { progress });
    describe(report, found.workspaces, found.counts);
    if (stopped) throw stopped;
    if (job.dry_run) return;
    const within = async (tx: Ctx, brought: ArchiveImportResult): Promise<void> => {
      if ((await jobStore.byId(tx, job.id))?.status === 'cancelled') throw new ImportStop('cancelled');
      describe(
        report,
        brought.workspaces.map(({ name }) => name),
        brought.counts,
      );
      report.created = report.counts.pages;
      const ended = await jobStore.end(tx, job.id, pulse.owner, {
        status: 'completed',
        // From now on it belongs to what it made.
        workspace_id: brought.workspaces[0]?.id ?? job.workspace_id,
        parent_id: null,
        report_json: JSON.stringify(report),
      });
      if (!ended) throw new ImportStop('interrupted');
    };
    await service.bring(system.app, job.location, { within, ...(job.user_id !== null && { ownerId: job.user_id }) });
  } finally {
    clearInterval(timer);
  }
}

function describe(report: ImportReport, workspaces: string[], counts: Record<string, number>): void {
  const { pages = 0, collections = 0, collection_rows: rows = 0, files = 0, comments = 0 } = counts;
  report.workspaces = workspaces;
  Object.assign(report.counts, { pages: pages - rows - collections, databases: collections, rows, files, comments });
}
