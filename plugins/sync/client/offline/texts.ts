// Text that was written in rooms without a connection, sent while nobody has its page open; what its page does not take
// any more becomes a page of its own.

import { t } from '../../../../core/client/messages.ts';
import { answered, type KeptUpdate, keptUpdates } from '../../../../core/client/offline-text.ts';
import { RequestError, send } from '../../../../core/client/request.ts';
import { isLocal, newLocalId, wait } from './entries.ts';
import type { Store } from './store.ts';

type Stored = Required<KeptUpdate>;

const PLACE = /^pages\/(\d+)$/;
/** of a page that was made on this device */
export const LOCAL_EPOCH = 'local';

/** What one person has written that is not sent, by number of the page. */
export async function textsByPage(userId: number): Promise<Map<number, Stored[]>> {
  const all = (await answered((await keptUpdates('readonly')).getAll())) as Stored[];
  const own = all.filter(({ page }) => page.startsWith(`${userId}:`));
  return Map.groupBy(
    own.filter(({ page }) => PLACE.test(page.slice(page.indexOf(':') + 1))),
    ({ page }) => Number(page.slice(page.lastIndexOf('/') + 1)),
  );
}

export async function dropTexts(keys: number[]): Promise<void> {
  const rows = await keptUpdates('readwrite');
  for (const key of keys) rows.delete(key);
}

export const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

interface Access {
  can_edit: boolean;
  refusal: { status: number } | null;
  epoch: string | null;
}

/**
 * @param mayCopy what its page does not take becomes a page of its own; else it waits
 * @throws RequestError offline, or for what is to be tried again later
 */
export async function sendTexts(store: Store, userId: number, mayCopy = true): Promise<void> {
  for (const [id, texts] of await textsByPage(userId)) {
    const made = isLocal(id) ? await store.get('made', id) : undefined;
    if (isLocal(id) && !made) continue;
    await sendText(store, made?.page_id ?? id, texts, { isMoved: made !== undefined, mayCopy });
  }
}

/** `isMoved`: the page was made on this device, under another number. */
async function sendText(
  store: Store,
  id: number,
  texts: Stored[],
  { isMoved, mayCopy }: { isMoved: boolean; mayCopy: boolean },
): Promise<void> {
  const access = await accessTo(id);
  const epoch = texts[0]?.scope.split(':').at(-1);
  const isPassing = access?.refusal?.status === 423 && (await isReadOnly());
  if (isPassing) return;
  if (!access?.can_edit || (!isMoved && access.epoch !== epoch)) {
    if (mayCopy) await copy(store, id, texts);
    return;
  }
  for (const { key, update } of texts) {
    const body = new Blob([update.slice()], { type: 'application/octet-stream' });
    await send('POST', `/api/pages/${id}/updates`, body);
    await dropTexts([key]);
  }
}

/** For a while nobody writes anything: what waits goes on waiting, and becomes no page of its own. */
async function isReadOnly(): Promise<boolean> {
  const { read_only } = await send<{ read_only: boolean }>('GET', '/api/v2/sync/status');
  return read_only;
}

async function accessTo(id: number): Promise<Access | undefined> {
  try {
    return await send<Access>('GET', `/api/pages/${id}/access`);
  } catch (error) {
    if (error instanceof RequestError && (error.status === 404 || error.status === 403)) return undefined;
    throw error;
  }
}

/** The text as it was on this device goes beside its page, under a name that says where it comes from. */
async function copy(store: Store, id: number, texts: Stored[]): Promise<void> {
  const [page, document] = await Promise.all([store.get('pages', id), store.get('documents', id)]);
  const home = page?.workspace_id ?? (await store.getAllKeys('workspaces'))[0];
  if (home === undefined) return;
  const title = t('sync.offline.copy_title', { title: page?.title ?? String(id) });
  const parts = [...(document?.state ? [document.state] : []), ...texts.map(({ update }) => base64Of(update))];
  const target = newLocalId();
  await wait(store, {
    ...{ type: 'page_create', target, name: title, texts: [] },
    payload: { workspace_id: home, parent_id: page?.parent_id ?? null, title, update: parts },
  });
  await dropTexts(texts.map(({ key }) => key));
}
