// A new version of the worker beside pages waits until people say that it may take over.
import { t } from '../../../../core/client/messages.ts';
import { toast } from '../../../../core/client/toast.ts';
import { loadWords } from './words.ts';

/** Offers the one that waits, or that is about to. */
export function offerUpdate({ waiting, installing }: ServiceWorkerRegistration): void {
  if (waiting) void offer(waiting);
  else installing?.addEventListener('statechange', () => installing.state === 'installed' && void offer(installing));
}

async function offer(worker: ServiceWorker): Promise<void> {
  await loadWords();
  worker.addEventListener('statechange', () => worker.state === 'activated' && location.reload());
  const run = () => worker.postMessage({ type: 'reload' });
  toast(t('sync.offline.update'), { action: { label: t('sync.offline.reload'), run } });
}
