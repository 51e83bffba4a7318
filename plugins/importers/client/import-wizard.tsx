// The import from choice to report: each step is also a form of its own, so that it works without scripts.
import { useEffect, useRef, useState } from 'preact/hooks';
import { island } from '../../../core/client/island.ts';
import { t } from '../../../core/client/messages.ts';
import {
  type ImportJob,
  type ImportSource,
  isBusy,
  type JobAction,
  type JobMapping,
  map,
  performJobAction,
  read,
  withPreview,
} from './wizard/job.ts';
import { JobView } from './wizard/job-view.tsx';
import { Choose, type SourceChoice } from './wizard/source-step.tsx';
import { sendImport, type UploadProgress } from './wizard/upload.ts';

export interface WizardProps {
  sources: ImportSource[];
  workspaces: { id: number; name: string }[];
  activeId: number | null;
  maxMb: number;
  /** types that can be chosen for columns */
  columnTypes: string[];
  csrf: string;
  job: ImportJob | null;
  message: string;
}

const LOOK_MS = 700;

/** Asks how far the import is, as long as it is on its way. */
function useJob(first: ImportJob | null) {
  const [job, setJob] = useState(first);
  useEffect(() => {
    if (!job || !(isBusy(job) || awaitsUndo(job))) return;
    const timer = setTimeout(async () => {
      try {
        const next = await withPreview(await read(job.id));
        setJob(awaitsUndo(job) && !next.undone_at ? { ...next, ...({ undoing: true } as object) } : next);
      } catch {
        // The connection is told of elsewhere; the next look may succeed.
        setJob({ ...job });
      }
    }, LOOK_MS);
    return () => clearTimeout(timer);
  }, [job]);
  return [job, setJob] as const;
}

export const awaitsUndo = (job: ImportJob): boolean => 'undoing' in job;

function Wizard(props: WizardProps) {
  const [job, setJob] = useJob(props.job);
  const [sending, setSending] = useState<UploadProgress | null>(null);
  const [message, setMessage] = useState(props.message);
  const [abort, setAbort] = useState<AbortController | null>(null);

  const begin = async (chosen: SourceChoice) => {
    const controller = new AbortController();
    setAbort(controller);
    setMessage('');
    try {
      const made = await sendImport(chosen, setSending, controller.signal);
      history.replaceState(null, '', `/import?job=${made.id}`);
      setJob(made);
    } catch (error) {
      setMessage(controller.signal.aborted ? t('core.client.aborted') : (error as Error).message);
    } finally {
      setSending(null);
    }
  };
  // The second click of two finds the first on its way.
  const acting = useRef(false);
  const run = async (name: JobAction, mapping: JobMapping = {}) => {
    if (!job || acting.current) return;
    acting.current = true;
    setMessage('');
    try {
      if (Object.keys(mapping).length) await map(job.id, mapping);
      const next = await performJobAction(job.id, name);
      setJob(name === 'undo' ? { ...next, ...({ undoing: true } as object) } : next);
    } catch (error) {
      setMessage((error as Error).message);
      setJob(await withPreview(await read(job.id)).catch(() => job));
    } finally {
      acting.current = false;
    }
  };
  const anew = () => {
    history.replaceState(null, '', '/import?new=1');
    setMessage('');
    setJob(null);
  };

  return (
    <div class="wizard">
      {message && (
        <p class="banner" role="alert">
          {message}
        </p>
      )}
      {sending ? (
        <section class="card" aria-live="polite">
          <h2>{t('importers.wizard.sending')}</h2>
          <p class="meta">{sending.text}</p>
          <progress max={1} value={sending.share} aria-label={sending.text} />
          <p>
            <button type="button" class="button" onClick={() => abort?.abort()}>
              {t('core.client.cancel')}
            </button>
          </p>
        </section>
      ) : job ? (
        <JobView
          job={job}
          sources={props.sources}
          columnTypes={props.columnTypes}
          csrf={props.csrf}
          run={run}
          anew={anew}
        />
      ) : (
        <Choose {...props} begin={begin} />
      )}
    </div>
  );
}

export default island('import-wizard', Wizard);
