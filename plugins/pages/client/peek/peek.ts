// Pages beside the one that is read, as wide as the reader wants them: one that passes, and those that are kept in tabs,
// also when the page that is read leaves for another.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { addressedPage, addressPage, onAddressedPage } from '../../../../core/client/peek-address.ts';
import { onFreeEscape, type PeekRequest } from '../../../../core/client/peek-request.ts';
import { addShortcut } from '../../../../core/client/shortcuts.ts';
import { peekShortcut } from '../../shortcuts.ts';
import { PeekHead, type PeekHeadEvents } from './head.ts';
import { hasRoomBeside } from './peek-loader.ts';
import { separatorElement } from './separator.ts';
import { type KeptPage, PeekTab, pageIdOf } from './tab.ts';
import { storedPages, storePages } from './tab-storage.ts';

/** More would be more editors at once than anybody looks at: the one that was not seen for longest gives way. */
const TABS_MAX = 8;
const root = document.documentElement;

let panel: { aside: HTMLElement; head: PeekHead; closed: AbortController } | undefined;
/** The last in `seen` is shown. */
let tabs: PeekTab[] = [];
let seen: PeekTab[] = [];
/** What had the focus, and what is around it, which stays where a view draws its rows anew. */
let openers: (Element | null | undefined)[] = [];
/** What had the focus in the page that is read. */
let focusedBefore: HTMLElement | undefined;
let returning = false;
const opened: (() => void)[] = [];

export const onPeekOpened = (heard: () => void): number => opened.push(heard);

/** Whether the focus is just being given back: nobody has gone to where it is. */
export const isReturning = (): boolean => returning;

/** Where the page beside covers this one from, by its side; null while there is none. */
export const peekEdge = (): DOMRect | null => panel?.aside.getBoundingClientRect() ?? null;

const shownTab = (): PeekTab | undefined => seen.at(-1);

function remember(): void {
  const kept = tabs.filter((tab) => tab.isKept && pageIdOf(tab.page.path) !== undefined);
  const shown = shownTab();
  storePages({ pages: kept.map((tab) => tab.page), shown: Math.max(0, shown ? kept.indexOf(shown) : 0) });
}

function refresh(): void {
  const shown = shownTab();
  if (!shown) return;
  panel?.head.refresh(shown, tabs);
  const page = pageIdOf(shown.page.path);
  // Whatever lists this page marks it.
  root.dataset.peekPage = String(page ?? '');
  // Those that are kept stay, whatever the address says.
  addressPage(shown.isKept ? undefined : page);
}

function show(tab: PeekTab): void {
  seen = [...seen.filter((one) => one !== tab), tab];
  for (const one of tabs) one.show(one === tab);
  refresh();
  remember();
}

/** Of a row that its view has drawn anew, or that the address named, its own link. */
const linkOf = (page: number | undefined): Element | null =>
  document.querySelector(`a[data-row="${page}"], [data-row="${page}"] a[href]`);

function giveFocusBack(page?: number): void {
  returning = true;
  const [from, ...around] = openers;
  const link = from?.isConnected ? null : linkOf(page);
  for (const one of [from, link, link?.closest('[tabindex="0"]'), ...around]) {
    if (one?.isConnected) (one as HTMLElement).focus();
    // What cannot be seen takes no focus.
    if (one && document.activeElement === one) break;
  }
  returning = false;
  openers = [];
}

function closePanel(page: number | undefined): void {
  panel?.closed.abort();
  panel?.aside.remove();
  panel = undefined;
  delete root.dataset.peek;
  delete root.dataset.peekPage;
  addressPage(undefined);
  giveFocusBack(page);
}

function closeTab(tab: PeekTab): void {
  const hadFocus = panel?.aside.contains(document.activeElement);
  tabs = tabs.filter((one) => one !== tab);
  seen = seen.filter((one) => one !== tab);
  tab.remove();
  remember();
  const next = shownTab() ?? tabs[0];
  if (!next) {
    closePanel(pageIdOf(tab.page.path));
    return;
  }
  show(next);
  if (hadFocus && openers.length === 0) next.button.focus();
  else giveFocusBack();
}

/** What Escape ends: a page that passes, but none that is kept. */
function endPassing(): void {
  const shown = shownTab();
  if (shown && !shown.isKept) closeTab(shown);
}

/** Into the text where it is written, or else into the page. */
function focusPage(page: Document): void {
  const text = page.querySelector<HTMLElement>('.article[contenteditable="true"]');
  (text ?? page.querySelector<HTMLElement>('main'))?.focus();
}

/** To the page beside, or back to the one that is read; the caret is where it was. */
function goAside(event: KeyboardEvent): void {
  const inside = shownTab()?.frame.contentWindow;
  if (!inside) return;
  if ((event.key === 'ArrowRight') === (root.dir !== 'rtl')) {
    inside.focus();
    if (inside.document.activeElement === inside.document.body) focusPage(inside.document);
  } else if (focusedBefore?.isConnected) focusedBefore.focus();
  else focusPage(document);
}

/** Arrows go from page to page where they move nothing else, and Ctrl+Enter to the page as a whole. */
function obeyKeys(event: KeyboardEvent): void {
  const isModified = event.ctrlKey || event.metaKey;
  if (event.defaultPrevented || event.isComposing || event.shiftKey) return;
  if (isModified && event.altKey && /^Arrow(Left|Right)$/.test(event.key)) {
    event.preventDefault();
    goAside(event);
    return;
  }
  if (event.altKey) return;
  if (isModified && event.key === 'Enter') {
    event.preventDefault();
    panel?.head.whole.click();
    return;
  }
  const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
  const target = event.target as Element;
  if (!by || isModified || target.closest('[contenteditable="true"], input, select, textarea, [role="separator"]'))
    return;
  if (shownTab()?.goBy(by)) event.preventDefault();
}

const headEvents: PeekHeadEvents = {
  goBy: (by) => shownTab()?.goBy(by),
  close: () => {
    const shown = shownTab();
    if (shown) closeTab(shown);
  },
  keep: () => {
    const shown = shownTab();
    if (!shown) return;
    shown.isKept = !shown.isKept;
    show(shown);
  },
  leave: () => {
    const shown = shownTab();
    // It goes over into the page that is read.
    if (shown) shown.isKept = false;
    remember();
  },
  chosen: show,
  closed: closeTab,
};

function followFocus({ target }: FocusEvent): void {
  if (target instanceof HTMLElement && target.closest('main')) focusedBefore = target;
}

function build(): NonNullable<typeof panel> {
  const closed = new AbortController();
  const head = new PeekHead(headEvents);
  head.element.addEventListener('keydown', obeyKeys);
  const aside = el('aside', { class: 'peek' }, separatorElement(), head.element);
  aside.ariaLabel = t('pages.client.peek');
  onFreeEscape(endPassing, closed.signal);
  // As with a dialog, whatever needs its room asks it to go.
  aside.addEventListener('cancel', endPassing);
  addEventListener('focusin', followFocus, { signal: closed.signal });
  addEventListener('pagehide', remember, { signal: closed.signal });
  addShortcut(peekShortcut, goAside);
  document.body.append(aside);
  return { aside, head, closed };
}

function addTab(page: KeptPage, isKept: boolean): PeekTab {
  panel ??= build();
  const tab: PeekTab = new PeekTab(page, isKept, {
    changed: () => {
      refresh();
      remember();
    },
    ended: () => (tab.isKept ? undefined : closeTab(tab)),
    refused: () => closeTab(tab),
    wholeWanted: () => panel?.head.whole.click(),
    keyPressed: obeyKeys,
  });
  if (tabs.length >= TABS_MAX) closeTab(seen[0] as PeekTab);
  tabs.push(tab);
  panel.head.add(tab);
  panel.aside.append(tab.frame);
  return tab;
}

/** Writes into what has the focus in a window, as a hand would. */
function typeInto({ document, KeyboardEvent: Key }: Window & typeof globalThis, text: string): void {
  for (const [at, line] of text.split('\n').entries()) {
    const enter = new Key('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    if (at > 0) document.activeElement?.dispatchEvent(enter);
    if (line) document.execCommand('insertText', false, line);
  }
}

/** What was typed meanwhile follows as soon as a text of the page there has the focus: its title, which is empty. */
function handOver(ahead: { take(): string }, { frame }: PeekTab): void {
  const follow = () => {
    const inside = frame.contentWindow as (Window & typeof globalThis) | null;
    if (document.activeElement !== frame || !inside) return;
    removeEventListener('blur', follow);
    const write = () => {
      if (!inside.document.activeElement?.matches('[contenteditable]')) return;
      inside.removeEventListener('focusin', write);
      typeInto(inside, ahead.take());
    };
    inside.addEventListener('focusin', write);
    write();
  };
  addEventListener('blur', follow, { signal: panel?.closed.signal });
}

/** Opens a page beside this one: in place of the one that passes, or, where it is to be kept, in a tab of its own. */
export function openPeek({ id, from, path = `/pages/${id}?embed=1`, step, keep = false, ahead }: PeekRequest): void {
  const had = panel?.aside.contains(document.activeElement) ? null : document.activeElement;
  openers = [from, from?.parentElement?.closest('[tabindex]'), had];
  const known = tabs.find((tab) => tab.page.path === path);
  const tab = known ?? (keep ? undefined : tabs.find((one) => !one.isKept)) ?? addTab({ path, top: 0 }, keep);
  tab.isKept ||= keep;
  if (tab !== known) tab.open(path, from instanceof HTMLAnchorElement ? from.innerText.trim() : '');
  tab.step = step;
  show(tab);
  (tab.isKept ? tab.button : panel?.head.close)?.focus();
  if (ahead) handOver(ahead, tab);
  for (const heard of opened) heard();
}

/** Back closes the page that passes, and Forward shows it again. */
function followAddress(page: number | undefined): void {
  const shown = shownTab();
  if (!page) endPassing();
  else if (!shown || shown.isKept || pageIdOf(shown.page.path) !== page) openPeek({ id: page, from: null });
}
onAddressedPage(followAddress);

/** Shows the pages again that were kept beside the one before, or the one that the address names, with them. */
export function restorePeek(): void {
  const { pages, shown } = storedPages();
  const restored = hasRoomBeside() ? pages.slice(0, TABS_MAX).map((page) => addTab(page, true)) : [];
  seen = [...restored];
  const addressed = addressedPage();
  if (addressed) followAddress(addressed);
  else if (restored[shown]) show(restored[shown]);
  for (const tab of restored) if (tab !== shownTab()) void tab.name();
}
