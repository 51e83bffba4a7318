// A second page beside the one that is read: opened by Alt and a click on its link, as wide as the reader wants it.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { onPeekRequest } from '../../../../core/client/peek-request.ts';
import { pageOfLink } from './page-links.ts';

const LEAST = 300;
/** of the window */
const MOST = 0.9;
const STEP = 20;
const USUAL = 480;
const KEY = 'commonplace.peek-width';

const root = document.documentElement;
const most = (): number => Math.max(LEAST, Math.floor(innerWidth * MOST));
const clamp = (width: number): number => Math.min(most(), Math.max(LEAST, Math.round(width)));

let panel: { aside: HTMLElement; frame: HTMLIFrameElement; title: HTMLElement; whole: HTMLAnchorElement } | undefined;
let opener: HTMLElement | null = null;

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
  panel?.aside.remove();
  panel = undefined;
  delete root.dataset.peek;
  if (opener?.isConnected) opener.focus();
  opener = null;
}

const onEscape = (event: KeyboardEvent): void => {
  if (event.key === 'Escape' && !event.defaultPrevented) closePeek();
};

function build() {
  const title = el('h2', { class: 'peek-title' });
  const whole = el('a', { class: 'icon-button', 'aria-label': t('pages.client.peek_whole') }, icon('maximize-2'));
  const close = el('button', { type: 'button', class: 'icon-button', 'aria-label': t('core.client.close') }, icon('x'));
  close.addEventListener('click', closePeek);
  const frame = el('iframe', { class: 'peek-frame', title: t('pages.client.peek') });
  frame.addEventListener('load', () => {
    const inside = frame.contentDocument;
    if (!inside?.defaultView) return;
    const heading = inside.querySelector('h1');
    const showTitle = () => {
      title.textContent = heading?.textContent ?? '';
    };
    showTitle();
    if (heading)
      new MutationObserver(showTitle).observe(heading, { childList: true, characterData: true, subtree: true });
    whole.href = inside.defaultView.location.pathname;
    inside.addEventListener('keydown', onEscape);
  });
  const head = el('div', { class: 'peek-head' }, title, whole, close);
  const aside = el('aside', { class: 'peek', 'aria-label': t('pages.client.peek') }, separatorElement(), head, frame);
  aside.addEventListener('keydown', onEscape);
  document.body.append(aside);
  root.dataset.peek = '';
  close.focus();
  return { aside, frame, title, whole };
}

/** Opens the page beside this one, in place of the one that may be there. */
export function openPeek(id: number, from: HTMLElement | null): void {
  opener = from;
  panel ??= build();
  panel.frame.src = `/pages/${id}?embed=1`;
}

export function startPeek(): void {
  onPeekRequest(({ id, from }) => openPeek(id, from));
  const open = (event: Event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('main a[href]');
    const id = link && pageOfLink(link);
    if (!id) return;
    event.preventDefault();
    event.stopPropagation();
    openPeek(id, link);
  };
  // Before the editor: there a click on a link means something else.
  document.addEventListener('click', (event) => event.altKey && open(event), true);
  document.addEventListener('keydown', (event) => event.altKey && event.key === 'Enter' && open(event), true);
}
