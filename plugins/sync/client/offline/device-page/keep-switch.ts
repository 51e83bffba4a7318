// Whether pages are kept on this device: off until somebody says so, since others may use it, too.
import { el } from '../../../../../core/client/dom.ts';
import { number, t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { keepHere, stopKeeping } from '../keeping.ts';

const MEGABYTE = 1024 * 1024;

async function roomWords(): Promise<string> {
  const { usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  const isLasting = (await navigator.storage?.persisted?.()) ?? false;
  const size = number(Math.round((usage / MEGABYTE) * 10) / 10);
  return t(isLasting ? 'sync.offline.room_lasting' : 'sync.offline.room_loose', { size });
}

/** `changed` hears of each change that was made. */
export function keepSwitch(
  userId: number,
  name: string,
  isKept: boolean,
  changed: (isKept: boolean) => Promise<void>,
): HTMLElement {
  const box = el('input', { type: 'checkbox', class: 'switch', role: 'switch', id: 'offline-keep' });
  box.checked = isKept;
  const words = el('p', { class: 'hint' });
  const show = async () => {
    words.textContent = box.checked ? await roomWords() : t('sync.offline.keep_words');
  };
  const turn = async () => {
    const isOn = box.checked;
    const isDone = isOn ? await keepHere(userId, name) : await stopKeeping(userId);
    if (!isDone) box.checked = !isOn;
    else await changed(isOn);
    await show();
  };
  box.addEventListener('change', () => void turn().catch(failed));
  void show();
  return el(
    'div',
    { class: 'field offline-keep' },
    el('label', { class: 'offline-switch' }, box, ` ${t('sync.offline.keep')}`),
    words,
  );
}
