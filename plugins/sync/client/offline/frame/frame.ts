// Draws what was asked for into the frame that came instead of it.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';

const frame = (): HTMLElement | null => document.querySelector('[data-offline-frame]');

export async function startFrame(): Promise<void> {
  const place = frame();
  if (!place) return;
  const again = el(
    'button',
    { type: 'button', class: 'button', onclick: () => location.reload() },
    t('sync.offline.retry'),
  );
  place.replaceChildren(el('h1', {}, t('sync.offline.nothing')), el('p', {}, t('sync.offline.nothing_words')), again);
}
