// A page that the service has sent, at a device that keeps pages.
import { keeperId, wipe } from './keeper.ts';
import { startSession } from './session.ts';

export async function startPageSession(): Promise<void> {
  const { user, workspace } = document.getElementById('menu')?.dataset ?? {};
  const keeper = keeperId();
  if (!user || keeper === null) return;
  // Somebody else is signed in: nothing of who was here before stays.
  if (Number(user) !== keeper) return wipe(keeper);
  const store = await startSession(keeper);
  const person = await store.get('meta', 'person');
  await store.put('meta', { ...(person as object), workspaceId: Number(workspace) || 0 }, 'person');
}
