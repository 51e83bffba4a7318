// A second page beside the one that is read: opened by Alt and a click on its link, as wide as the reader wants it.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { onFreeEscape, onPeekEnd, onPeekWhole, type PeekStep } from '../../../../core/client/peek-request.ts';

const LEAST = 300;
/** of the window */
const MOST = 0.9;
const STEP = 20;
/** of the window, until the reader wants it otherwise */
const USUAL = 0.45;
const KEY = 'commonplace.peek-width';
const PLACE_KEY = 'commonplace.peek-place';

const root = document.documentElement;
const most = (): number => Math.max(LEAST, Math.floor(innerWidth * MOST));
const clamp = (width: number): number => Math.min(most(), Math.max(LEAST, Math.round(width)));

let panel: { aside: HTMLElement; frame: HTMLIFrameElement; close: HTMLElement; closed: AbortController } | undefined;
let step: PeekStep | undefined;
/** What had the focus, and what is around it, which stays where a view draws its rows anew. */
let openers: (Element | null | undefined)[] = [];
let returning = false;
const opened: (() => void)[] = [];

export const onPeekOpened = (heard: () => void): number => opened.push(heard);

/** Whether the focus is just being given back: nobody has gone to where it is. */
export const isReturning = (): boolean => returning;

/** Where the page beside covers this one from, by its side; null while there is none. */
export const peekEdge = (): DOMRect | null => panel?.aside.getBoundingClientRect() ?? null;

function setWidth(separator: HTMLElement, width: number): void {
  const settled = clamp(width);
  root.style.setProperty('--peek', `${settled}px`);
  separator.setAttribute('aria-valuenow', String(settled));
  separator.setAttribute('aria-valuemax', String(most()));
  localStorage.setItem(KEY, String(settled));
}

function separatorElement(): HTMLElement {
  const separator = el('div', {
    class: 'peek-separator',
    role: 'separator',
    tabindex: 0,
    'aria-orientation': 'vertical',
    'aria-label': t('pages.client.peek_width'),
    'aria-valuemin': LEAST,
  });
  const isRtl = root.dir === 'rtl';
  const now = (): number => Number(separator.getAttribute('aria-valuenow'));
  separator.addEventListener('pointerdown', (event) => {
    separator.setPointerCapture(event.pointerId);
    // A frame takes the pointer from the page around it.
    root.dataset.peekDragged = '';
  });
  separator.addEventListener('pointermove', (event) => {
    if (separator.hasPointerCapture(event.pointerId))
      setWidth(separator, isRtl ? event.clientX : innerWidth - event.clientX);
  });
  separator.addEventListener('lostpointercapture', () => {
    delete root.dataset.peekDragged;
  });
  separator.addEventListener('keydown', (event) => {
    const wanted: Record<string, number> = {
      [isRtl ? 'ArrowRight' : 'ArrowLeft']: now() + STEP,
      [isRtl ? 'ArrowLeft' : 'ArrowRight']: now() - STEP,
      Home: LEAST,
      End: most(),
    };
    const width = wanted[event.key];
    if (width === undefined) return;
    event.preventDefault();
    setWidth(separator, width);
  });
  setWidth(separator, Number(localStorage.getItem(KEY)) || innerWidth * USUAL);
  return separator;
}

export function closePeek(): void {
  panel?.closed.abort();
  panel?.aside.remove();
  panel = undefined;
  delete root.dataset.peek;
  returning = true;
  (openers.find((one) => one?.isConnected) as HTMLElement | undefined)?.focus();
  returning = false;
  openers = [];
}

/** The bar names the page while its own title is out of sight. */
function followTitle(inside: Document, title: HTMLElement): void {
  const heading = inside.querySelector('h1');
  const show = () => {
    title.textContent = heading?.textContent ?? '';
  };
  show();
  if (!heading || !inside.defaultView) return;
  new MutationObserver(show).observe(heading, { childList: true, characterData: true, subtree: true });
  new IntersectionObserver(([seen]) => title.classList.toggle('hidden', seen?.isIntersecting), {
    root: inside,
  }).observe(heading);
}

const shownId = ({ contentDocument }: HTMLIFrameElement): number =>
  Number(/^\/pages\/(\d+)/.exec(contentDocument?.location.pathname ?? '')?.[1]);

/** Buttons to the page before and behind, where it stands in a list. */
function stepButtons(frame: HTMLIFrameElement) {
  const go = (by: 1 | -1): boolean => {
    const id = step?.(shownId(frame), by);
    if (id !== undefined) frame.contentWindow?.location.replace(`/pages/${id}?embed=1`);
    return id !== undefined;
  };
  const button = (by: 1 | -1, label: string, sign: SVGSVGElement) =>
    el('button', { type: 'button', class: 'icon-button', 'aria-label': label, onclick: () => go(by) }, sign);
  const before = button(-1, t('pages.client.peek_before'), icon('chevron-up'));
  const behind = button(1, t('pages.client.peek_behind'), icon('chevron-down'));
  const show = () => {
    const id = shownId(frame);
    for (const [one, by] of [
      [before, -1],
      [behind, 1],
    ] as const) {
      one.hidden = !step;
      one.disabled = step?.(id, by) === undefined;
    }
  };
  return { before, behind, go, show };
}

/** In the middle of the window, or beside the page. */
function placeButton(): HTMLElement {
  const sign = (isCentred: boolean) => (isCentred ? icon('panel-right') : icon('panel-top'));
  const button = el('button', { type: 'button', class: 'icon-button' });
  const show = () => {
    const isCentred = localStorage.getItem(PLACE_KEY) === 'centre';
    root.dataset.peek = isCentred ? 'centre' : 'side';
    button.ariaLabel = t(isCentred ? 'pages.client.peek_to_side' : 'pages.client.peek_to_centre');
    button.replaceChildren(sign(isCentred));
  };
  button.addEventListener('click', () => {
    localStorage.setItem(PLACE_KEY, root.dataset.peek === 'centre' ? 'side' : 'centre');
    show();
  });
  show();
  return button;
}

/** Arrows go from page to page where they move nothing else, and Ctrl+Enter to the page as a whole. */
function obeyKeys(event: KeyboardEvent, go: (by: 1 | -1) => boolean, whole: HTMLAnchorElement): void {
  const isModified = event.ctrlKey || event.metaKey;
  if (event.defaultPrevented || event.isComposing || event.altKey || event.shiftKey) return;
  if (isModified && event.key === 'Enter') {
    event.preventDefault();
    whole.click();
    return;
  }
  const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
  const target = event.target as Element;
  if (!by || isModified || target.closest('[contenteditable="true"], input, select, textarea, [role="separator"]'))
    return;
  if (go(by)) event.preventDefault();
}

function build() {
  const title = el('h2', { class: 'peek-title hidden' });
  const whole = el('a', { class: 'icon-button', 'aria-label': t('pages.client.peek_whole') }, icon('maximize-2'));
  const close = el('button', { type: 'button', class: 'icon-button', 'aria-label': t('core.client.close') }, icon('x'));
  close.addEventListener('click', closePeek);
  const frame = el('iframe', { class: 'peek-frame', title: t('pages.client.peek') });
  const { before, behind, go, show } = stepButtons(frame);
  const obey = (event: KeyboardEvent) => obeyKeys(event, go, whole);
  frame.addEventListener('load', () => {
    const inside = frame.contentDocument;
    if (!inside?.defaultView) return;
    followTitle(inside, title);
    whole.href = inside.defaultView.location.pathname;
    inside.defaultView.addEventListener('keydown', obey);
    show();
  });
  const closed = new AbortController();
  onFreeEscape(closePeek, closed.signal);
  onPeekEnd(frame, closePeek);
  onPeekWhole(frame, () => whole.click());
  const head = el('div', { class: 'peek-head' }, before, behind, title, placeButton(), whole, close);
  head.addEventListener('keydown', obey);
  const aside = el('aside', { class: 'peek', 'aria-label': t('pages.client.peek') }, separatorElement(), head, frame);
  document.body.append(aside);
  show();
  return { aside, frame, close, closed };
}

/** Opens the page beside this one, in place of the one that may be there. */
export function openPeek(id: number, from: HTMLElement | null, path = `/pages/${id}?embed=1`, among?: PeekStep): void {
  const had = panel?.aside.contains(document.activeElement) ? null : document.activeElement;
  openers = [from, from?.parentElement?.closest('[tabindex]'), had];
  step = among;
  panel ??= build();
  panel.close.focus();
  for (const heard of opened) heard();
  panel.frame.src = path;
}
