// One quiet word in the bar above every page on how this device stands; nothing where all is saved.
import { icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { DeviceState } from './state.ts';
import { loadWords } from './words.ts';

/** What is to be said, the most urgent first. */
export function badgeText({
  isOffline,
  isSignedOut,
  isFull,
  waiting,
  failed,
  conflicts,
  progress,
}: DeviceState): string {
  if (failed + conflicts > 0) return t('sync.offline.badge.needs', { count: failed + conflicts });
  if (isSignedOut) return t('sync.offline.badge.signed_out');
  if (progress) return t('sync.offline.badge.syncing', { ...progress });
  if (isOffline && waiting) return t('sync.offline.badge.offline_waiting', { count: waiting });
  if (isOffline) return t('sync.offline.badge.offline');
  if (isFull) return t('sync.offline.badge.full');
  return waiting ? t('sync.offline.badge.waiting', { count: waiting }) : '';
}

/** Also on the sign of the installed app, where the system has such. */
function showOnSign({ waiting, failed, conflicts }: DeviceState): void {
  const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> };
  setAppBadge?.call(navigator, waiting + failed + conflicts).catch(() => undefined);
}

export async function showBadge(state: DeviceState): Promise<void> {
  await loadWords();
  const badge = document.querySelector<HTMLElement>('.offline-badge');
  if (!badge) return;
  const text = badgeText(state);
  badge.hidden = text === '';
  badge.dataset.state = state.failed + state.conflicts > 0 ? 'needs' : state.isOffline ? 'offline' : 'waiting';
  if (badge.textContent !== text) badge.replaceChildren(...(state.isOffline ? [icon('cloud-off')] : []), text);
  showOnSign(state);
}
