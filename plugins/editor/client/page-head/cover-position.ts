// Chooses which part of a cover shows: the picture itself is the slider, by pointer and by keys.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { failed } from '../../../../core/client/toast.ts';

const STEP = 5;
const MIDDLE = 50;

const within = (at: number): number => Math.min(100, Math.max(0, Math.round(at / STEP) * STEP));

/** How far the picture reaches beyond its place, in pixels as shown. */
const hidden = (image: HTMLImageElement): number =>
  Math.max(1, (image.naturalHeight * image.clientWidth) / Math.max(1, image.naturalWidth) - image.clientHeight);

/** `save` gets the percentage that is kept; `done` is called once the picture is a picture again. */
export function placeCover(image: HTMLImageElement, save: (at: number) => Promise<void>, done: () => void): void {
  const stop = new AbortController();
  const before = Number(image.dataset.at ?? MIDDLE);
  let at = before;
  const hint = el('p', { class: 'cover-hint', id: 'cover-hint' }, t('editor.cover_hint'));

  const show = (wanted: number): void => {
    at = within(wanted);
    image.dataset.at = String(at);
    image.ariaValueNow = String(at);
    image.alt = t('editor.cover_part', { percent: at });
  };
  const finish = (isKept: boolean): void => {
    if (stop.signal.aborted) return;
    stop.abort();
    if (!isKept) show(before);
    hint.remove();
    for (const name of ['role', 'tabindex', 'aria-valuenow', 'aria-orientation', 'aria-describedby'])
      image.removeAttribute(name);
    image.alt = '';
    if (at !== before) save(at).catch(failed);
    done();
  };

  function drag(down: PointerEvent): void {
    down.preventDefault();
    image.focus();
    const from = at;
    image.setPointerCapture(down.pointerId);
    const move = (event: PointerEvent) => show(from - ((event.clientY - down.clientY) / hidden(image)) * 100);
    image.addEventListener('pointermove', move, { signal: stop.signal });
    const leave = () => image.removeEventListener('pointermove', move);
    image.addEventListener('pointerup', leave, { once: true, signal: stop.signal });
  }

  function press(event: KeyboardEvent): void {
    const moves: Record<string, number> = { ArrowUp: at - STEP, ArrowDown: at + STEP, Home: 0, End: 100 };
    const wanted = moves[event.key];
    if (wanted !== undefined) show(wanted);
    else if (event.key === 'Enter' || event.key === 'Escape') finish(event.key === 'Enter');
    else return;
    event.preventDefault();
  }

  image.tabIndex = 0;
  image.role = 'slider';
  image.ariaOrientation = 'vertical';
  image.setAttribute('aria-describedby', hint.id);
  image.after(hint);
  show(before);
  image.addEventListener('pointerdown', drag, { signal: stop.signal });
  image.addEventListener('keydown', press, { signal: stop.signal });
  image.addEventListener('blur', () => finish(true), { signal: stop.signal });
  image.scrollIntoView({ block: 'nearest' });
  image.focus();
}
