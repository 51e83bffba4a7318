// A second page beside the one that is read: opened by Alt and a click on its link, as wide as the reader wants it.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { onFreeEscape, onPeekEnd } from '../../../../core/client/peek-request.ts';

const LEAST = 300;
/** of the window */
const MOST = 0.9;
const STEP = 20;
const USUAL = 480;
const KEY = 'commonplace.peek-width';

const root = document.documentElement;
const most = (): number => Math.max(LEAST, Math.floor(innerWidth * MOST));
const clamp = (width: number): number => Math.min(most(), Math.max(LEAST, Math.round(width)));

let panel: { aside: HTMLElement; frame: HTMLIFrameElement; close: HTMLElement; closed: AbortController } | undefined;
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
  setWidth(separator, Number(localStorage.getItem(KEY)) || USUAL);
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

function build() {
  const title = el('h2', { class: 'peek-title hidden' });
  const whole = el('a', { class: 'icon-button', 'aria-label': t('pages.client.peek_whole') }, icon('maximize-2'));
  const close = el('button', { type: 'button', class: 'icon-button', 'aria-label': t('core.client.close') }, icon('x'));
  close.addEventListener('click', closePeek);
  const frame = el('iframe', { class: 'peek-frame', title: t('pages.client.peek') });
  frame.addEventListener('load', () => {
    const inside = frame.contentDocument;
    if (!inside?.defaultView) return;
    followTitle(inside, title);
    whole.href = inside.defaultView.location.pathname;
  });
  const closed = new AbortController();
  onFreeEscape(closePeek, closed.signal);
  onPeekEnd(frame, closePeek);
  const head = el('div', { class: 'peek-head' }, title, whole, close);
  const aside = el('aside', { class: 'peek', 'aria-label': t('pages.client.peek') }, separatorElement(), head, frame);
  document.body.append(aside);
  root.dataset.peek = '';
  return { aside, frame, close, closed };
}

/** Opens the page beside this one, in place of the one that may be there. */
export function openPeek(id: number, from: HTMLElement | null, path = `/pages/${id}?embed=1`): void {
  const had = panel?.aside.contains(document.activeElement) ? null : document.activeElement;
  openers = [from, from?.parentElement?.closest('[tabindex]'), had];
  panel ??= build();
  panel.close.focus();
  for (const heard of opened) heard();
  panel.frame.src = path;
}
