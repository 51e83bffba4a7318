// The page about this device: whether pages are kept, which and why, what waits, and what two people changed at once.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { device } from '../device.ts';
import { keeperId } from '../keeper.ts';
import { choosePin } from '../pin-dialog.ts';
import { onState, startSession, syncNow } from '../session.ts';
import { openStore, type Store } from '../store.ts';
import { drawConflicts } from './conflict-list.ts';
import { drawStatus, keepingWords } from './device-status.ts';
import { keepSwitch } from './keep-switch.ts';
import { drawKept } from './page-list.ts';
import { drawQueue } from './queue-list.ts';

/** Sections stay where they are while what is in them is drawn anew, so that nobody loses the place. */
interface Sections {
  status: HTMLElement;
  kept: HTMLElement;
  queue: HTMLElement;
  conflicts: HTMLElement;
}

function section(name: string): HTMLElement {
  const heading = el('h2', { id: `offline-${name}` }, t(`sync.offline.section.${name}`));
  return el('section', { 'aria-labelledby': `offline-${name}`, hidden: true }, heading, el('div'));
}

/** On the page that the service sends. */
export async function startDevicePage(page: HTMLElement): Promise<void> {
  const userId = Number(page.dataset.offlinePage);
  const store = keeperId() === userId ? await openStore(userId) : null;
  draw(page, userId, store, page.dataset.name ?? '');
}

/** In the frame, without a connection. */
export function drawDevicePage(store: Store, place: HTMLElement, userId: number): void {
  const page = el('div', { class: 'offline-page' }, el('h1', {}, t('sync.offline.title')));
  place.replaceChildren(page);
  draw(page, userId, store, '');
}

function draw(page: HTMLElement, userId: number, store: Store | null, name: string): void {
  const status = el('div', {}, keepingWords());
  const sections: Sections = {
    status,
    kept: section('kept'),
    queue: section('queue'),
    conflicts: section('conflicts'),
  };
  const isOn = keepSwitch(userId, name, store !== null, async (isKept) => {
    if (!isKept) return location.reload();
    const begun = await startSession(userId);
    follow(begun, userId, sections);
    // Who came here to keep a page need not choose it once more.
    const wanted = Number(new URLSearchParams(location.search).get('keep'));
    if (wanted && (await choosePin(begun, wanted))) syncNow();
  });
  const drawn = page.querySelector<HTMLElement>('[data-offline-parts]') ?? page.appendChild(el('div'));
  drawn.replaceChildren(isOn, status, sections.conflicts, sections.queue, sections.kept);
  if (store) follow(store, userId, sections);
}

/** Among the devices that the service lists. */
async function markDevice(store: Store): Promise<void> {
  const { device_id } = await device(store);
  const name = document.querySelector(`[data-device="${device_id}"] strong`);
  name?.after(' ', el('span', { class: 'badge' }, t('sync.offline.this_device')));
}

function follow(store: Store, userId: number, { status, kept, queue, conflicts }: Sections): void {
  const inside = (one: HTMLElement) => one.lastElementChild as HTMLElement;
  let isDrawing = false;
  const drawAll = async () => {
    await drawKept(store, inside(kept));
    queue.hidden = !(await drawQueue(store, userId, inside(queue)));
    kept.hidden = false;
  };
  void markDevice(store);
  void drawConflicts(inside(conflicts), conflicts).catch(() => undefined);
  onState((state) => {
    void drawStatus(store, state, status).catch(failed);
    if (isDrawing) return;
    isDrawing = true;
    drawAll()
      .catch(failed)
      .finally(() => {
        isDrawing = false;
      });
  });
}
