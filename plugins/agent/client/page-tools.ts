// The agent from every page: beside it by its key or its menu, how many of its questions wait, and what is typed to it.
import { t } from '../../../core/client/messages.ts';
import { onPageEvent } from '../../../core/client/page-events.ts';
import { isBeside } from '../../../core/client/peek-request.ts';
import { send } from '../../../core/client/request.ts';
import { addShortcut } from '../../../core/client/shortcuts.ts';
import { failed } from '../../../core/client/toast.ts';
import { agentShortcuts } from '../shortcuts.ts';

/** Nobody is told when this fails: the next change asks again. */
async function showWaiting(link: HTMLElement): Promise<void> {
  const told = await send<{ waiting: number }>('GET', '/api/agent/status').catch(() => undefined);
  if (!told) return;
  const label = link.querySelector('.menu-label')?.textContent ?? '';
  link.dataset.unread = String(told.waiting || '');
  if (told.waiting) link.ariaLabel = t('agent.client.waiting', { name: label, count: told.waiting });
  else link.removeAttribute('aria-label');
}

function start(): void {
  const place = () => import('./parts/place.ts');
  for (const one of agentShortcuts) addShortcut(one, () => place().then(({ openAgent }) => openAgent(), failed));
  // Before whoever follows links.
  const press = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLElement>('.page-menu a[href^="/agent?page_id="]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    place().then(({ openFromMenu }) => openFromMenu(link), failed);
  };
  document.addEventListener('click', press, true);
  const link = document.querySelector<HTMLElement>('.sidebar a[href="/agent"]');
  if (link) void showWaiting(link);
  onPageEvent((event) => {
    if (event && event.type !== 'agent.changed') return;
    if (link) void showWaiting(link);
    import('./parts/tab-channel.ts').then(({ tellConversation }) => tellConversation({ conversation: null }), failed);
  });
}

if (!isBeside()) start();
const composer = document.querySelector<HTMLTextAreaElement>('textarea[data-draft]');
if (composer) import('./parts/draft.ts').then(({ startComposer }) => startComposer(composer), failed);
