// The history of a page: choosing another version changes what is shown in place, and everything has an address. Arrows
// go through the list, as in every list; links and forms are the way without. Beside a block stands who wrote it.
import { on } from '../../../core/client/dom.ts';
import { askPage } from '../../../core/client/fetch-document.ts';
import { moveFocus } from '../../../core/client/popover.ts';
import { ARTICLE_CHANGED } from '../../blocks/client/reading/article-updates.ts';
import { startChangeKeys } from './history/changes.ts';
import { addOlder, alignList, showChosen, startList } from './history/version-list.ts';
import { tellWriters, writersOf } from './reading/block-writers.ts';
import { importNode, morph } from './reading/morph.ts';
import { runNew } from './reading/page-scripts.ts';

const list = document.querySelector<HTMLElement>('.history-list');
const changes = startChangeKeys();

function startVersion(): void {
  changes.forget();
  const article = document.querySelector<HTMLElement>('.history-version .article[data-page]');
  if (article) tellWriters(article, () => writersOf(Number(article.dataset.page), article.dataset.version));
}

const shownAddress = (): string => location.pathname + location.search;
let shown = shownAddress();
let asked = 0;

/** The control of the new text that stands where the old one had the focus. */
function refocus(before: Element | null, section: HTMLElement): void {
  if (before?.isConnected && before !== document.body) return;
  const tab = before?.closest('.tabs') ? section.querySelector<HTMLElement>('.tabs [aria-current]') : null;
  (tab ?? section.querySelector<HTMLElement>('h2'))?.focus({ preventScroll: true });
}

/** What whoever listens hears once another version is there. */
function announce(section: HTMLElement): void {
  const status = document.querySelector('[data-history-status]');
  const said = ['h2', '.history-against > p', '.hint'].map(
    (one) => section.querySelector(one)?.firstChild?.textContent,
  );
  const count = document.querySelector<HTMLElement>('.history-jumps:not([hidden]) > [data-of]')?.textContent;
  if (status) status.textContent = [...said, count].filter(Boolean).join(' ');
}

const [SECTION, HEAD, LIST] = ['.history-version', '.history-head', '.history-list'];

/** @throws Error when it is no page of the history */
function show(now: Document, isListed: boolean): void {
  const [section, wanted] = [document, now].map((one) => one.querySelector<HTMLElement>(SECTION));
  const [head, wantedHead] = [document, now].map((one) => one.querySelector(HEAD));
  const wantedList = now.querySelector(LIST);
  if (!list || !section || !wanted || !head || !wantedHead || !wantedList) throw new Error('no page of the history');
  const before = document.activeElement;
  const made = importNode(wanted) as HTMLElement;
  section.replaceWith(made);
  morph(head, wantedHead);
  if (isListed) morph(list, wantedList);
  else showChosen(list, wantedList);
  alignList(list);
  refocus(before, made);
  announce(made);
  startVersion();
  document.dispatchEvent(new Event(ARTICLE_CHANGED));
}

/** Shows what an address of the history shows; the text stays where it was scrolled to. */
async function visit(url: URL, { isNew = true, isListed = false } = {}): Promise<void> {
  const turn = ++asked;
  document.querySelector('.history-version')?.setAttribute('aria-busy', 'true');
  try {
    const now = await askPage(url.href);
    if (turn !== asked) return;
    if (isNew) history.pushState(null, '', url.pathname + url.search);
    shown = shownAddress();
    show(now, isListed);
    await runNew(now);
  } catch {
    location.assign(url);
  }
}

const isOwn = (url: URL): boolean => url.origin === location.origin && url.pathname === location.pathname;

on(document, 'click', '.history a[href]', (event, link) => {
  const url = new URL((link as HTMLAnchorElement).href);
  const isPlain = !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const isWithin = link.closest('.article') || (link.getAttribute('rel') && link.getAttribute('rel') !== 'next');
  if (event.defaultPrevented || !isPlain || isWithin || !isOwn(url)) return;
  event.preventDefault();
  if (link.getAttribute('rel') === 'next')
    return void addOlder(link as HTMLAnchorElement).catch(() => location.assign(url));
  if (list?.matches(':popover-open')) list.hidePopover();
  void visit(url);
});

on(document, 'submit', '.history form[method="get"]', (event, form) => {
  event.preventDefault();
  const search = new URLSearchParams(new FormData(form as HTMLFormElement) as unknown as Record<string, string>);
  form.closest('details')?.removeAttribute('open');
  void visit(new URL(`?${search}`, location.href), { isListed: form.matches('.history-filter') });
});

addEventListener('popstate', () => {
  const isOther = shownAddress() !== shown;
  const [was, is] = [shown, shownAddress()].map((one) => new URL(one, location.href).searchParams.get('only') ?? 'all');
  if (isOther) void visit(new URL(location.href), { isNew: false, isListed: was !== is });
});

if (list) {
  startList(list);
  list.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLSelectElement) return;
    moveFocus(
      event,
      [...list.querySelectorAll<HTMLElement>('ol a')].filter((link) => link.checkVisibility()),
    );
  });
}
startVersion();
