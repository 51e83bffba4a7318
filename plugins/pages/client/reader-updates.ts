// Whoever only reads a page sees what others write: it is asked for anew, and changed where it differs.
import { onPageEvent } from '../../../core/client/page-events.ts';
import { ARTICLE_CHANGED } from '../../blocks/client/reading/article-updates.ts';
import { importNode, morph } from './reading/morph.ts';
import { runNew } from './reading/page-scripts.ts';

/** Changes come in bursts while somebody writes. */
const SOON_MS = 500;
const PAUSE_MS = 2_000;

const page = Number(/^\/pages\/(\d+)/.exec(location.pathname)?.[1]);
let isWaiting = false;
let asked = Number.NEGATIVE_INFINITY;

/** The page as it is now; nothing when it is not for this reader any more. Parsed by the browser, and never run. */
function read(): Promise<Document | null> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', `/pages/${page}${location.search}`);
    request.responseType = 'document';
    request.onload = () => resolve(request.status === 200 ? request.responseXML : null);
    request.onerror = reject;
    request.send();
  });
}

/** What the whole page must be loaded for: it is gone, or it can be written now. Nobody is torn from their own words. */
function loadAnew(): void {
  if (document.activeElement?.matches('input, textarea, select, [contenteditable]'))
    document.addEventListener('focusout', loadAnew, { once: true });
  else location.reload();
}

/** What a page may have and lack: where it stands in the page. */
const OPTIONAL: [selector: string, place: string][] = [
  ['.page-cover', '.page-head'],
  ['.page-outline', 'article.article'],
];

function show(now: Document): void {
  for (const selector of ['.page-title', '.page-head > .meta', 'article.article']) {
    const [shown, wanted] = [document.querySelector(selector), now.querySelector(selector)];
    if (!shown || !wanted) continue;
    shown.className = wanted.className;
    morph(shown, wanted);
  }
  for (const [selector, place] of OPTIONAL)
    replace(selector, now, (node) => document.querySelector(place)?.before(node));
  replace('.page-head > .page-icon', now, (node) => document.querySelector('.page-head')?.prepend(node));
  const [head, wanted] = [document.querySelector('.page-head'), now.querySelector('.page-head')];
  if (head && wanted) head.className = wanted.className;
  document.title = now.title;
  document.dispatchEvent(new Event(ARTICLE_CHANGED));
}

function replace(selector: string, now: Document, put: (node: Node) => void): void {
  const [shown, wanted] = [document.querySelector(selector), now.querySelector(selector)];
  if (shown && wanted) {
    if (!shown.isEqualNode(wanted)) shown.replaceWith(importNode(wanted));
  } else if (wanted) put(importNode(wanted));
  else shown?.remove();
}

async function follow(): Promise<void> {
  isWaiting = false;
  asked = performance.now();
  const now = await read();
  if (!now?.querySelector('article.article:not([data-page])')) return loadAnew();
  show(now);
  await runNew(now);
}

/** Nobody looks at a hidden tab. */
function look(): void {
  if (document.hidden) document.addEventListener('visibilitychange', look, { once: true });
  // Without an answer the page stays as it is until the next change.
  else follow().catch(() => undefined);
}

const concerns = (type: string, id: number): boolean =>
  type.startsWith('page.')
    ? id === page || document.querySelector(`.article .page-link[href="/pages/${id}"]`) !== null
    : type.startsWith('synced_block.') && document.querySelector(`.article [data-synced="${id}"]`) !== null;

onPageEvent((event) => {
  if (isWaiting || (event && !concerns(event.type, event.id))) return;
  isWaiting = true;
  setTimeout(look, Math.max(SOON_MS, asked + PAUSE_MS - performance.now()));
});
