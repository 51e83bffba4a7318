// What waits goes on its way also while no page is open: the browser wakes the worker once there is a connection.
import { RequestError, send } from '../../../core/client/request.ts';
import { device } from '../client/offline/device.ts';
import { sendQueue } from '../client/offline/sending.ts';
import { askStatus } from '../client/offline/service.ts';
import { closeStore, openStore, readMeta, type Store, senderLock, storeName } from '../client/offline/store.ts';
import { tellTabs } from '../client/offline/tabs.ts';
import { sendTexts } from '../client/offline/texts.ts';

interface Cookies {
  getAll(): Promise<{ name: string; value: string }[]>;
}

/** Who keeps pages in this browser. */
async function keptUser(): Promise<number | undefined> {
  const names = (await indexedDB.databases()).flatMap(({ name = '' }) => Number(name.replace(storeName(''), '')) || []);
  return names.length === 1 ? names[0] : undefined;
}

/** Of the session that there is now; without a way to know it nothing is sent. */
async function csrf(): Promise<string | undefined> {
  const { cookieStore } = globalThis as { cookieStore?: Cookies };
  return (await cookieStore?.getAll())?.find(({ name }) => /^(__Host-)?csrf$/.test(name))?.value;
}

/** Done by a page, where one is open. @throws RequestError the browser tries again */
export async function sendInBackground(): Promise<void> {
  const userId = await keptUser();
  if (userId === undefined) return;
  await navigator.locks.request(senderLock(userId), { ifAvailable: true }, async (lock) => {
    if (!lock) return tellTabs({ type: 'waiting' });
    try {
      await sendAs(userId);
    } finally {
      closeStore();
    }
  });
}

async function sendAs(userId: number): Promise<void> {
  const token = await csrf();
  if (!token || !(await isSignedIn(userId, token))) return;
  const store = await openStore(userId);
  const own = await device(store);
  // It is to be emptied: a page sends what waits before that.
  if (await isForgotten(store, own.device_id)) return;
  await sendQueue(store, own, userId, () => undefined);
  await sendTexts(store, userId, false);
}

/** Somebody else may have signed in since: nothing goes under their name. */
async function isSignedIn(userId: number, token: string): Promise<boolean> {
  // Calls read the token of a document, and tell it when nobody answers; here is none.
  Object.assign(globalThis, { document: Object.assign(new EventTarget(), { cookie: `csrf=${token}` }) });
  try {
    return (await send<{ id: number }>('GET', '/api/v2/users/me')).id === userId;
  } catch (error) {
    if (error instanceof RequestError && error.status > 0) return false;
    throw error;
  }
}

async function isForgotten(store: Store, deviceId: string): Promise<boolean> {
  if ((await readMeta(store, 'synced_at')) === undefined) return true;
  return !(await askStatus()).devices.some(({ device_id }) => device_id === deviceId);
}
