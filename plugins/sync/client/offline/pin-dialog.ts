// Chooses whether a page stays on this device: alone, with all that is below it, or only as long as other reasons keep it.
import { type DialogAction, openDialog } from '../../../../core/client/dialog.ts';
import { el, on } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { failed, toast } from '../../../../core/client/toast.ts';
import { pins, setPin } from './reasons.ts';
import type { Store } from './store.ts';

/** The entry of a page's menu; it leads to the page about this device where nothing is kept yet. */
const ENTRY = 'a[href^="/offline?keep="]';

export async function choosePin(store: Store, id: number): Promise<boolean> {
  const pin = (await pins(store)).find((one) => one.id === id);
  const actions: DialogAction[] = [
    ...(pin ? [{ label: t('sync.offline.pin.none'), value: 'none' }] : []),
    { label: t('sync.offline.pin.alone'), value: 'alone' },
    { label: t('sync.offline.pin.all'), value: 'all', kind: 'primary' },
  ];
  const chosen = await openDialog(t('sync.offline.pin.title'), [el('p', {}, t('sync.offline.pin.words'))], actions);
  if (!chosen) return false;
  await setPin(store, id, chosen === 'none' ? null : { isWithAll: chosen === 'all' });
  toast(t(chosen === 'none' ? 'sync.offline.pin.dropped' : 'sync.offline.pin.kept'));
  return true;
}

export function offerPins(store: Store, changed: () => void): void {
  on(document, 'click', ENTRY, (event, link) => {
    event.preventDefault();
    const id = Number(new URL((link as HTMLAnchorElement).href).searchParams.get('keep'));
    choosePin(store, id)
      .then((isChanged) => isChanged && changed())
      .catch(failed);
  });
}
