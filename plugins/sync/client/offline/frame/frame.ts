// The frame that stands for every page without a connection: its tree, and in the middle what was asked for.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { answerOffline } from '../../../../../core/client/request.ts';
import { toast } from '../../../../../core/client/toast.ts';
import { startTree } from '../../../../web/client/contract.ts';
import { treeLevel } from '../answers/lists.ts';
import { isLocal } from '../entries.ts';
import { keeperId, wipe } from '../keeper.ts';
import { isOverdue, onState, startSession } from '../session.ts';
import { type DeviceUser, openStore, type PageRecord, readMeta, type Store } from '../store.ts';
import { onWord } from '../tabs.ts';
import { drawFavorites } from './own-parts.ts';
import { databaseRow, drawPage, type FrameContext } from './page.ts';
import { drawHome, drawSearch, frameNotice } from './places.ts';
import { treeRow } from './tree-row.ts';

/** More are found by the search. */
const ROWS_MAX = 1000;

const PAGE = /^\/pages\/(\d+)$/;

/** @param place what stands in the middle */
export async function startFrame(place: HTMLElement): Promise<void> {
  const again = el(
    'button',
    { type: 'button', class: 'button', onclick: () => location.reload() },
    t('sync.offline.retry'),
  );
  const userId = keeperId();
  if (!userId) return place.replaceChildren(...frameNotice('nothing', again));
  const store = await openStore(userId);
  if (await isOverdue(store)) {
    await wipe(userId);
    return place.replaceChildren(...frameNotice('nothing', again));
  }
  // What was asked for is there first; all around it comes meanwhile.
  const isEnded = (await readMeta(store, 'refused_at')) !== undefined;
  // A session that has ended shows nothing, also where nobody can say so again.
  if (isEnded) hideAll(place);
  const drawn = isEnded ? undefined : drawFrame(store, place, userId);
  await startSession(userId);
  let wasOffline = false;
  onState(({ isOffline, isSignedOut }) => {
    // Nobody reads on whose session has ended; what they wrote waits for them to come back.
    if (isSignedOut) hideAll(place);
    else if (wasOffline && !isOffline) offerPage();
    wasOffline = isOffline;
  });
  await drawn;
}

/** The page as the service has it, with all that this device does not keep. */
function offerPage(): void {
  toast(t('sync.offline.back'), { action: { label: t('sync.offline.load'), run: () => location.reload() } });
}

function hideAll(place: HTMLElement): void {
  answerOffline(async () => undefined);
  document.querySelector('.tree')?.replaceChildren();
  for (const one of ['.breadcrumb', '[data-favorites]']) document.querySelector(one)?.replaceChildren();
  document.querySelector('[data-star]')?.remove();
  const next = encodeURIComponent(location.pathname);
  const link = el(
    'a',
    { class: 'button primary', href: `/auth/login?provider=local&next=${next}` },
    t('sync.offline.sign_in'),
  );
  place.replaceChildren(...frameNotice('signed_out', link));
}

async function drawFrame(store: Store, place: HTMLElement, userId: number): Promise<void> {
  const id = Number(PAGE.exec(location.pathname)?.[1]) || null;
  const made = id !== null && isLocal(id) ? await store.get('made', id) : undefined;
  if (made) return location.replace(`/pages/${made.page_id}`);
  const page = id === null ? undefined : await store.get('pages', id);
  await drawPlace({ store, place, userId }, id, page);
  await drawSidebar(store, userId, page);
}

async function drawPlace(shown: FrameContext, id: number | null, page: PageRecord | undefined): Promise<void> {
  const { store, place, userId } = shown;
  if (id !== null) {
    // A page that was made here has another address once the service knows it.
    onWord(async ({ type }) => {
      const known = type === 'made' ? await store.get('made', id) : undefined;
      if (known) location.replace(`/pages/${known.page_id}${location.hash}`);
    });
    return drawPage(shown, id, page);
  }
  if (location.pathname === '/search') return drawSearch(store, place);
  if (location.pathname === '/offline') {
    const { drawDevicePage } = await import('../device-page/device-page.ts');
    return drawDevicePage(store, place, userId);
  }
  return drawHome(store, place);
}

async function drawSidebar(store: Store, userId: number, page: PageRecord | undefined): Promise<void> {
  const menu = document.getElementById('menu') as HTMLElement;
  const person = await readMeta<DeviceUser>(store, 'person');
  const workspaceId = page?.workspace_id ?? person?.workspaceId ?? (await store.getAllKeys('workspaces'))[0];
  const workspace = workspaceId === undefined ? undefined : await store.get('workspaces', workspaceId);
  menu.dataset.user = String(userId);
  if (!workspace) return;
  menu.dataset.workspace = String(workspace.id);
  const called = menu.querySelector<HTMLElement>('.switcher-name');
  if (called) called.textContent = workspace.name;
  const canEdit = workspace.role === 'editor' || workspace.role === 'owner';
  for (const link of menu.querySelectorAll<HTMLElement>('.section-head a')) link.hidden = !canEdit;
  const tree = menu.querySelector<HTMLElement>('.tree') as HTMLElement;
  tree.toggleAttribute('data-editable', canEdit);
  // What is refused on single pages, the service says when the change is sent.
  tree.dataset.may = canEdit ? 'rename add move trash' : '';
  const { items } = await treeLevel(store, workspace.id, null, ROWS_MAX);
  tree.replaceChildren(...items.map(treeRow));
  startTree();
  await dim(store, tree);
  await drawFavorites(store, page);
}

/** Pages that are not kept say so; what comes into sight later does, too. */
async function dim(store: Store, tree: HTMLElement): Promise<void> {
  const kept = new Set(await store.getAllKeys('documents'));
  const mark = () => {
    for (const row of tree.querySelectorAll<HTMLElement>('li[data-id]:not([data-away])')) {
      const id = Number(row.dataset.id);
      const isAway = !kept.has(id) && !databaseRow(row) && !isLocal(id);
      row.dataset.away = String(isAway);
      if (isAway) row.title = t('sync.offline.not_kept');
    }
  };
  mark();
  new MutationObserver(mark).observe(tree, { childList: true });
}
