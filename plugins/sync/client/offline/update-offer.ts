// A new version of the worker beside pages waits until people say that it may take over.
import { t } from '../../../../core/client/messages.ts';
import { toast } from '../../../../core/client/toast.ts';
import { loadWords } from './words.ts';

const PATIENCE_MS = 2_000;

/** Offers the one that waits, or that is about to. */
export function offerUpdate({ waiting, installing }: ServiceWorkerRegistration): void {
  if (waiting) void offer(waiting);
  else installing?.addEventListener('statechange', () => installing.state === 'installed' && void offer(installing));
}

async function offer(worker: ServiceWorker): Promise<void> {
  await loadWords();
  worker.addEventListener('statechange', () => worker.state === 'activated' && location.reload());
  const run = () => {
    worker.postMessage({ type: 'reload' });
    // The one before may still be at work for this page, and ends with it.
    setTimeout(() => location.reload(), PATIENCE_MS);
  };
  toast(t('sync.offline.update'), { action: { label: t('sync.offline.reload'), run } });
}
