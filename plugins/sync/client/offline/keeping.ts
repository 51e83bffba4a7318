// Begins and ends to keep pages on this device.
import { confirmed } from '../../../../core/client/dialog.ts';
import { t } from '../../../../core/client/messages.ts';
import { setKeeper, wipe } from './keeper.ts';
import { waitingNow } from './state.ts';
import { openStore } from './store.ts';

/** Whether it is so afterwards. */
export async function keepHere(userId: number, name: string): Promise<boolean> {
  const store = await openStore(userId);
  const workspaceId = Number(document.getElementById('menu')?.dataset.workspace) || 0;
  await store.put('meta', { name, workspaceId }, 'person');
  setKeeper(userId);
  // A refusal is shown where people see how much there is.
  await navigator.storage?.persist?.();
  await untilKept();
  return true;
}

/** Who goes offline right away has all that pages need. */
const WORKER_MS = 15_000;

/** Until the worker that keeps pages has taken over, where there are workers and this one gets ready. */
function untilKept(): Promise<void> {
  const { serviceWorker } = navigator;
  document.dispatchEvent(new Event('commonplace:keeper'));
  const { controller } = serviceWorker ?? {};
  if (!controller || controller.scriptURL.endsWith('?keep=1')) return Promise.resolve();
  return new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
    setTimeout(resolve, WORKER_MS);
  });
}

/** Whether all is gone afterwards: what waits is asked about first. */
export async function stopKeeping(userId: number): Promise<boolean> {
  if (!(await mayBeLost(userId))) return false;
  await wipe(userId);
  return true;
}

/** Whether nothing waits, or somebody gives it up. */
export async function mayBeLost(userId: number): Promise<boolean> {
  const { waiting, failed } = await waitingNow(await openStore(userId), userId);
  return (
    waiting + failed === 0 ||
    confirmed(t('sync.offline.lose_title'), t('sync.offline.lose', { count: waiting + failed }), {
      label: t('sync.offline.lose_yes'),
      danger: true,
    })
  );
}
