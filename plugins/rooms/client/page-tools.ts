// Follows what happens to pages elsewhere, by one socket of this tab, for the parts of the page that show it.
import { on } from '../../../core/client/dom.ts';
import { forgetKeptText } from '../../../core/client/offline-text.ts';
import { type PageEvent, tellPageEvent } from '../../../core/client/page-events.ts';

const RETRY_FIRST_MS = 1_000;
const RETRY_MOST_MS = 60_000;
/** Where sockets do not get through, nobody tries for ever. */
const ATTEMPTS = 5;
/** All who are told of changed rights ask, and not all at once. */
const SPREAD_MS = 500;
/** So old, counted from the request of it, a page may say what is no longer so. */
const LATE_MS = 5_000;
const GONE = new Set([401, 403, 404]);

/** `asks`: where there is a tree, who is on its pages; and on a page that is read, that somebody is here. */
const { follow, asks = '' } = document.querySelector<HTMLElement>('[data-follow]')?.dataset ?? {};
const self = Number(follow);
let failures = 0;
let wasOpen = false;

/** What is not for this reader any more goes from the screen, and the page that comes instead says so. */
async function lookAgain(): Promise<void> {
  const { status, type } = await fetch(location.href, { method: 'HEAD', redirect: 'manual' });
  // Words that were not stored are kept by who shows them, who also knows how to sign in again beside them.
  if (GONE.has(status) || (type === 'opaqueredirect' && !document.querySelector('[contenteditable="true"]')))
    location.reload();
  else tellPageEvent(null);
}

/** Without an answer everything stays as it is until the next change. */
const look = () => void lookAgain().catch(() => undefined);

/** Without an answer the tree stays as it is. */
const showFaces = (pages?: []) => import('./tree-faces.ts').then((faces) => faces.showFaces(pages), Boolean);

function open(): void {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws/events${asks}`);
  socket.onopen = () => {
    failures = 0;
    if (wasOpen && asks) showFaces();
    // What happened in between is not told again; a slow machine also comes here long after the page was made for it.
    if (wasOpen || performance.now() > LATE_MS) look();
    wasOpen = true;
  };
  socket.onmessage = ({ data }) => {
    const event = JSON.parse(data as string) as PageEvent & { actor_id: number | null; pages?: [] };
    if (event.type === 'presence') showFaces(event.pages);
    else if (event.type === 'access.changed') setTimeout(look, Math.random() * SPREAD_MS);
    else tellPageEvent({ ...event, isOwn: event.actor_id === self });
  };
  socket.onclose = ({ code }) => {
    // 4401 and the like: signed out.
    if (code >= 4400) look();
    else if (++failures < ATTEMPTS) later();
  };
}

function later(): void {
  const wait = Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 4 ** failures) * (0.5 + Math.random());
  setTimeout(() => {
    if (navigator.onLine) open();
    else addEventListener('online', open, { once: true });
  }, wait);
}

on(document, 'click', 'a[href="/auth/logout"]', forgetKeptText);

const start = () => self && 'WebSocket' in globalThis && open();
if ('requestIdleCallback' in globalThis) requestIdleCallback(start);
else setTimeout(start);
