// How this device stands, at the top of the page about it: whether there is a connection, what waits, when all was in step.
import { el } from '../../../../../core/client/dom.ts';
import { locale, t } from '../../../../../core/client/messages.ts';
import { elapsedText } from '../../../../../core/i18n/elapsed-time.ts';
import type { DeviceState } from '../state.ts';
import { readMeta, type Store } from '../store.ts';

/** Before anything is kept, what keeping is good for; each line says one thing. */
export const keepingWords = (): HTMLElement =>
  el(
    'dl',
    { class: 'facts' },
    ...['works', 'waits', 'needs'].flatMap((one) => [
      el('dt', {}, t(`sync.offline.about.${one}`)),
      el('dd', {}, t(`sync.offline.about.${one}_words`)),
    ]),
  );

function stepTime(at: number | undefined): HTMLElement | string {
  if (at === undefined) return t('sync.offline.status.never');
  const moment = new Date(at);
  const exact = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
  const ago = elapsedText(locale(), Math.max(0, Date.now() - at), t('core.client.just_now'));
  const attributes = { datetime: moment.toISOString(), title: exact, ...(ago !== undefined && { 'data-ago': '' }) };
  return el('time', attributes, ago ?? exact);
}

function connectionWords({ isSignedOut, isOffline, progress }: DeviceState): string {
  if (isSignedOut) return t('sync.offline.badge.signed_out');
  if (progress) return t('sync.offline.badge.syncing', { ...progress });
  return t(isOffline ? 'sync.offline.status.offline' : 'sync.offline.status.online');
}

export async function drawStatus(store: Store, state: DeviceState, place: HTMLElement): Promise<void> {
  const facts: [string, HTMLElement | string][] = [
    [t('sync.offline.status.connection'), connectionWords(state)],
    [t('sync.offline.status.waiting'), t('sync.offline.status.changes', { count: state.waiting })],
    [t('sync.offline.status.in_step'), stepTime(await readMeta<number>(store, 'synced_at'))],
  ];
  place.replaceChildren(
    el('dl', { class: 'facts' }, ...facts.flatMap(([name, what]) => [el('dt', {}, name), el('dd', {}, what)])),
  );
}
