// A page that the service has sent, at a device that keeps pages.
import { keeperId, wipe } from './keeper.ts';
import { recordOpened } from './reasons.ts';
import { isOverdue, noteRefusal, startSession, syncNow } from './session.ts';
import { openStore } from './store.ts';

const PAGE = /^\/pages\/(\d+)$/;

export async function startPageSession(): Promise<void> {
  const { user, workspace } = document.getElementById('menu')?.dataset ?? {};
  const keeper = keeperId();
  if (!user || keeper === null) return;
  // Somebody else is signed in: nothing of who was here before stays.
  if (Number(user) !== keeper) return wipe(keeper);
  const store = await startSession(keeper);
  const person = await store.get('meta', 'person');
  await store.put('meta', { ...(person as object), workspaceId: Number(workspace) || 0 }, 'person');
  const opened = Number(PAGE.exec(location.pathname)?.[1]);
  if (!opened) return;
  await recordOpened(store, opened);
  syncNow();
}

/** On a page of nobody: a day after the session of who keeps pages here has ended, nothing of theirs stays. */
export async function startVisit(): Promise<void> {
  const keeper = keeperId();
  if (keeper === null) return;
  const store = await openStore(keeper);
  await noteRefusal(store);
  if (await isOverdue(store)) await wipe(keeper);
}
