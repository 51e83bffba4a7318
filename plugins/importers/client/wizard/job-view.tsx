// An import that was begun: its preview, how far it is, and what came of it.

import { useState } from 'preact/hooks';
import { number, t } from '../../../../core/client/messages.ts';
import { Columns } from './columns.tsx';
import { MadeItems } from './imported-items.tsx';
import { type ImportJob, type ImportSource, isBusy, type JobAction, type JobMapping, type JobReport } from './job.ts';
import { Numbers, ReportFaults, ReportWorkspaces } from './report-view.tsx';
import { ImportTree } from './tree-view.tsx';

interface Props {
  job: ImportJob;
  sources: ImportSource[];
  columnTypes: string[];
  csrf: string;
  run(name: JobAction, mapping?: JobMapping): void;
  anew(): void;
}

interface ActProps extends Pick<Props, 'job' | 'csrf' | 'run'> {
  name: JobAction;
  mapping?: JobMapping;
  kind?: string;
  label: string;
}

/** A form, so that it also works where no scripts run. */
function ActButton({ job, csrf, run, name, mapping, kind = '', label }: ActProps) {
  return (
    <form
      method="post"
      action={`/import/${job.id}/${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        run(name, mapping);
      }}
    >
      <input type="hidden" name="csrf" value={csrf} />
      <button type="submit" class={`button ${kind}`}>
        {label}
      </button>
    </form>
  );
}

const Anew = ({ anew }: Pick<Props, 'anew'>) => (
  <a
    class="button"
    href="/import?new=1"
    onClick={(event) => {
      event.preventDefault();
      anew();
    }}
  >
    {t('importers.wizard.anew')}
  </a>
);

function Busy({ job, csrf, run }: Props) {
  const { phase, done = 0, total = 0 } = job.progress;
  const words =
    job.status === 'queued'
      ? t('importers.wizard.queued')
      : total
        ? t(`importers.wizard.phase.${phase ?? 'reading'}`, { done: number(done), total: number(total) })
        : t('importers.wizard.phase.counting', { count: done });
  return (
    <>
      <h2>{job.dry_run ? t('importers.wizard.analyzing') : t('importers.wizard.running')}</h2>
      <p class="meta" role="status">
        {words}
      </p>
      <progress max={total || 1} {...(total ? { value: done } : {})} aria-label={words} />
      <p class="hint">{t('importers.wizard.leave')}</p>
      <noscript>
        <p>
          <a href={`/import?job=${job.id}`}>{t('importers.wizard.refresh')}</a>
        </p>
      </noscript>
      <div class="inline-form">
        <ActButton
          job={job}
          csrf={csrf}
          run={run}
          name="cancel"
          label={t(job.dry_run ? 'core.client.cancel' : 'importers.wizard.pause')}
        />
      </div>
    </>
  );
}

function Preview({ job, columnTypes, csrf, run, anew, report }: Props & { report: JobReport }) {
  const { pages, files, databases } = report.counts;
  const isEmpty = pages + files + databases === 0;
  const [mapping, setMapping] = useState<JobMapping>(job.mapping);
  const isChanged = JSON.stringify(mapping) !== JSON.stringify(job.mapping);
  return (
    <>
      <h2>{t('importers.wizard.preview_title')}</h2>
      <p>{isEmpty ? t('importers.wizard.preview_empty') : t('importers.wizard.preview_text')}</p>
      <Numbers report={report} />
      <ReportWorkspaces report={report} />
      {Boolean(report.tree?.length) && (
        <details>
          <summary>{t('importers.wizard.tree')}</summary>
          <ImportTree nodes={report.tree ?? []} />
        </details>
      )}
      {Boolean(report.databases?.length) && (
        <Columns databases={report.databases ?? []} types={columnTypes} mapping={mapping} set={setMapping} />
      )}
      {Boolean(report.first?.length) && (
        <details open>
          <summary>{t('importers.wizard.first', { count: report.first?.length ?? 0 })}</summary>
          <ul class="first-items">
            {report.first?.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </details>
      )}
      <ReportFaults report={report} />
      <div class="inline-form">
        {!isEmpty && (
          <ActButton
            job={job}
            csrf={csrf}
            run={run}
            name="start"
            mapping={mapping}
            kind="primary"
            label={t('importers.wizard.start')}
          />
        )}
        {isChanged && (
          <ActButton
            job={job}
            csrf={csrf}
            run={run}
            name="preview"
            mapping={mapping}
            label={t('importers.wizard.preview_again')}
          />
        )}
        <ActButton job={job} csrf={csrf} run={run} name="cancel" label={t('core.client.cancel')} />
        {isEmpty && <Anew anew={anew} />}
      </div>
    </>
  );
}

/** To where the pages lie, also when another workspace is open. */
function ToPages({ job, csrf }: Pick<Props, 'job' | 'csrf'>) {
  if (job.parent_id !== null)
    return (
      <a class="button primary" href={`/local-workspace?folder=${job.parent_id}`}>
        {t('importers.wizard.show')}
      </a>
    );
  return (
    <form method="post" action={`/api/workspaces/${job.workspace_id}/select`}>
      <input type="hidden" name="csrf" value={csrf} />
      <button type="submit" class="button primary">
        {t('importers.wizard.show')}
      </button>
    </form>
  );
}

function Ended({ job, csrf, run, anew, undoing }: Props & { undoing: boolean }) {
  const report = job.report_json.counts ? (job.report_json as JobReport) : null;
  const isWhole = report?.workspaces !== undefined;
  const wrote = report !== null && !job.dry_run && report.created + report.updated > 0;
  const isOtherwise = job.status === 'completed' && Object.keys(report?.unsupported ?? {}).length > 0;
  const state = job.undone_at ? 'undone' : isOtherwise ? 'completed_otherwise' : job.status;
  return (
    <>
      <h2 tabIndex={-1}>{t(`importers.wizard.title.${state}`)}</h2>
      {job.error && <p class="banner">{job.error}</p>}
      {job.undone_at && report?.undo && (
        <p>
          {t('importers.wizard.undone', { count: report.undo.trashed })}{' '}
          {report.undo.restored > 0 && t('importers.wizard.restored', { count: report.undo.restored })}
        </p>
      )}
      {report && !job.dry_run && <Numbers report={report} />}
      {report && <ReportFaults report={report} />}
      {report && !job.dry_run && <ReportWorkspaces report={report} />}
      {wrote && !isWhole && !job.undone_at && <MadeItems job={job} />}
      {undoing && (
        <>
          <p role="status">{t('importers.wizard.undoing')}</p>
          <progress aria-label={t('importers.wizard.undoing')} />
        </>
      )}
      <div class="inline-form">
        {wrote && !job.undone_at && !undoing && <ToPages job={job} csrf={csrf} />}
        {wrote && !isWhole && !job.undone_at && !undoing && (
          <ActButton job={job} csrf={csrf} run={run} name="undo" label={t('importers.wizard.undo')} />
        )}
        {(job.status === 'failed' || job.status === 'cancelled') && !job.undone_at && !undoing && (
          <ActButton
            job={job}
            csrf={csrf}
            run={run}
            name="start"
            label={t(job.status === 'failed' ? 'importers.wizard.retry' : 'importers.wizard.go_on')}
          />
        )}
        {!undoing && <Anew anew={anew} />}
      </div>
    </>
  );
}

export function JobView(props: Props) {
  const { job, sources } = props;
  const source = sources.find(({ name }) => name === job.source)?.title ?? job.source;
  return (
    <section class="card import-job">
      <p class="meta">
        {job.filename} · {source}
      </p>
      {isBusy(job) ? (
        <Busy {...props} />
      ) : job.status === 'preview_ready' && job.preview ? (
        <Preview {...props} report={job.preview} />
      ) : (
        <Ended {...props} undoing={'undoing' in job && !job.undone_at} />
      )}
    </section>
  );
}
