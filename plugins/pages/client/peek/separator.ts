// The edge of the page beside another one: moved by the pointer and by keys, and remembered on this device.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';

const LEAST = 300;
/** of the window */
const MOST = 0.9;
const STEP = 20;
/** of the window, until the reader wants it otherwise */
const USUAL = 0.45;
const KEY = 'commonplace.peek-width';

const root = document.documentElement;
const most = (): number => Math.max(LEAST, Math.floor(innerWidth * MOST));
const clamp = (width: number): number => Math.min(most(), Math.max(LEAST, Math.round(width)));

function setWidth(separator: HTMLElement, width: number): void {
  const settled = clamp(width);
  root.style.setProperty('--peek', `${settled}px`);
  separator.setAttribute('aria-valuenow', String(settled));
  separator.setAttribute('aria-valuemax', String(most()));
  localStorage.setItem(KEY, String(settled));
}

export function separatorElement(): HTMLElement {
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
