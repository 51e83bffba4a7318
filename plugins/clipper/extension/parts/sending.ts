// Sends clips, those that wait too, and says on the button how many there are.
import { type Account, endAccount, readStored } from './account.ts';
import { browser } from './browser-api.ts';
import { type ClipBody, unplaced } from './draft.ts';
import { enqueue, type QueuedClip, removeQueuedClip, waiting } from './queue.ts';
import { call, type ServiceAnswer } from './service.ts';

export const SEND_ALARM = 'send';
const AGAIN_MINUTES = 1;
/** A clip at which the service fails each time is put aside. */
const TRIES_MAX = 5;

export interface SavedClip {
  id: number;
  page_id: number | null;
  url: string | null;
  quota: { limit: number; remaining: number; reset: number };
}

export type SendResult =
  | { state: 'saved'; clip: SavedClip }
  | { state: 'queued'; detail: string; kind: 'offline' | 'limit' | 'credential' | 'fault'; retryAfter: number }
  | { state: 'refused'; detail: string };

export async function showCount(): Promise<void> {
  const all = await waiting();
  const refused = all.filter((one) => one.refused).length;
  const { action } = browser();
  await action.setBadgeText({ text: refused ? `!${all.length}` : all.length ? String(all.length) : '' });
  await action.setBadgeBackgroundColor({ color: refused ? '#b91c1c' : '#0b6e6e' });
}

/** For a moment, where nobody sees a popup. */
export async function flash(text: string, isGood: boolean): Promise<void> {
  await browser().action.setBadgeBackgroundColor({ color: isGood ? '#15803d' : '#b91c1c' });
  await browser().action.setBadgeText({ text });
  setTimeout(() => void showCount(), 3000);
}

const sendLater = (seconds: number): void =>
  void browser().alarms.create(SEND_ALARM, { delayInMinutes: Math.max(AGAIN_MINUTES, seconds / 60) });

/** Kept first and sent then: whatever happens meanwhile, the clip is there. */
export async function sendClip(body: ClipBody): Promise<SendResult> {
  const account = await readStored('account');
  const one: QueuedClip = { client_id: body.client_id, body, added: Date.now(), owner: account?.owner };
  await enqueue(one);
  // Should the browser end the background before there is an answer, this wakes it.
  sendLater(0);
  const sent = await attempt(one, account);
  await showCount();
  return sent;
}

async function attempt(one: QueuedClip, account: Account | undefined): Promise<SendResult> {
  const answer: ServiceAnswer<SavedClip> = account
    ? await call<SavedClip>(account, 'POST', '/clip', one.body)
    : { ok: false, kind: 'credential', detail: '', retryAfter: 0 };
  if (answer.ok) {
    await removeQueuedClip(one.client_id);
    return { state: 'saved', clip: answer.body };
  }
  const tries = (one.tries ?? 0) + (answer.kind === 'fault' ? 1 : 0);
  if (answer.kind === 'refused' || tries >= TRIES_MAX) {
    await enqueue({ ...one, refused: answer.detail });
    return { state: 'refused', detail: answer.detail };
  }
  if (answer.kind === 'fault') await enqueue({ ...one, tries });
  if (answer.kind === 'credential' && account) await endAccount();
  sendLater(answer.retryAfter);
  return { state: 'queued', kind: answer.kind, detail: answer.detail, retryAfter: answer.retryAfter };
}

let sending: Promise<void> | undefined;

/** All that wait, one after the other; those that were refused stay until somebody decides. */
export function sendWaiting(): Promise<void> {
  sending ??= flush().finally(() => {
    sending = undefined;
  });
  return sending;
}

async function flush(): Promise<void> {
  const account = await readStored('account');
  if (account)
    for (const one of (await waiting()).filter(
      ({ refused, owner = account.owner }) => !refused && owner === account.owner,
    )) {
      const sent = await attempt(one, account);
      // Where the service fails at one clip, the next may be taken.
      if (sent.state === 'queued' && sent.kind !== 'fault') break;
    }
  await showCount();
}

/** One that was refused goes to the home of clips instead, where nothing can have gone. */
export async function sendHome(client_id: string): Promise<SendResult | undefined> {
  const one = (await waiting()).find((each) => each.client_id === client_id);
  if (!one) return undefined;
  const sent = await sendClip({ ...unplaced(one.body), client_id: crypto.randomUUID() });
  await removeQueuedClip(client_id);
  await showCount();
  return sent;
}
