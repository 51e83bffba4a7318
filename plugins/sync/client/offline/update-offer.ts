// A new version of the worker beside pages waits until people say that it may take over.
import { t } from '../../../../core/client/messages.ts';
import { toast } from '../../../../core/client/toast.ts';
import { loadWords } from './words.ts';

const PATIENCE_MS = 2_000;
/** The version that was offered in this tab: whoever goes on is not asked on each page. */
const OFFERED = 'offered-version';

/** Offers the one that waits, or that is about to; who begins or ends to keep pages has another one without a word. */
export function offerUpdate({ active, waiting, installing }: ServiceWorkerRegistration): void {
  const next = waiting ?? installing;
  const use = next?.scriptURL === active?.scriptURL ? offer : takeOver;
  if (waiting) void use(waiting);
  else installing?.addEventListener('statechange', () => installing.state === 'installed' && void use(installing));
}

function takeOver(worker: ServiceWorker): void {
  const { lang } = document.documentElement;
  worker.addEventListener(
    'statechange',
    () => worker.state === 'activated' && worker.postMessage({ type: 'frame', locale: lang }),
  );
  worker.postMessage({ type: 'reload' });
}

async function offer(worker: ServiceWorker): Promise<void> {
  // What a version keeps is named after it.
  const version = (await caches.keys()).filter((name) => name.startsWith('static-')).join();
  if (sessionStorage.getItem(OFFERED) === version) return;
  await loadWords();
  worker.addEventListener('statechange', () => worker.state === 'activated' && location.reload());
  const run = () => {
    worker.postMessage({ type: 'reload' });
    // The one before may still be at work for this page, and ends with it.
    setTimeout(() => location.reload(), PATIENCE_MS);
  };
  sessionStorage.setItem(OFFERED, version);
  toast(t('sync.offline.update'), { action: { label: t('sync.offline.reload'), run } });
}
