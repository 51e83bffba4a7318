// The bar above the pages beside the one that is read: their tabs or the title, and what can be done with the one shown.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { type PeekTab, pageIdOf } from './tab.ts';

const PLACE_KEY = 'commonplace.peek-place';
const root = document.documentElement;

export interface PeekHeadEvents {
  goBy: (by: 1 | -1) => void;
  keep: () => void;
  close: () => void;
  /** It is about to be left for the page that it shows. */
  leave: () => void;
  chosen: (tab: PeekTab) => void;
  closed: (tab: PeekTab) => void;
}

const button = (sign: SVGSVGElement, label: string, onclick: () => void): HTMLButtonElement =>
  el('button', { type: 'button', class: 'icon-button', 'aria-label': label, onclick }, sign);

export class PeekHead {
  readonly element: HTMLElement;
  readonly whole = el('a', { class: 'icon-button', 'aria-label': t('pages.client.peek_whole') }, icon('maximize-2'));
  readonly close: HTMLButtonElement;
  readonly #title = el('h2', { class: 'peek-title' });
  readonly #tabs = el('div', { class: 'peek-tabs', role: 'tablist', 'aria-label': t('pages.client.peek') });
  readonly #before: HTMLButtonElement;
  readonly #behind: HTMLButtonElement;
  readonly #keep: HTMLButtonElement;
  readonly #place: HTMLButtonElement;
  readonly #events: PeekHeadEvents;
  #shown: PeekTab | undefined;

  constructor(events: PeekHeadEvents) {
    this.#events = events;
    this.#before = button(icon('chevron-up'), t('pages.client.peek_before'), () => events.goBy(-1));
    this.#behind = button(icon('chevron-down'), t('pages.client.peek_behind'), () => events.goBy(1));
    this.#keep = button(icon('columns-2'), t('pages.client.peek_keep'), events.keep);
    this.#place = button(icon('panel-top'), '', () => this.#changePlace());
    this.close = button(icon('x'), t('core.client.close'), events.close);
    this.whole.addEventListener('click', ({ ctrlKey, metaKey, shiftKey }) => {
      if (!ctrlKey && !metaKey && !shiftKey) events.leave();
    });
    const ends = el('span', { class: 'peek-ends' }, this.#keep, this.#place, this.whole, this.close);
    this.element = el('div', { class: 'peek-head' }, this.#before, this.#behind, this.#title, this.#tabs, ends);
  }

  /** A tab of its own, with what the pointer and keys do on it. */
  add(tab: PeekTab): void {
    const { chosen, closed } = this.#events;
    tab.button.addEventListener('click', () => chosen(tab));
    tab.button.addEventListener('auxclick', ({ button: pressed }) => pressed === 1 && closed(tab));
    tab.button.addEventListener('keydown', (event) => {
      const isRtl = root.dir === 'rtl';
      const next = isRtl ? tab.button.previousElementSibling : tab.button.nextElementSibling;
      const previous = isRtl ? tab.button.nextElementSibling : tab.button.previousElementSibling;
      const to = { ArrowRight: next, ArrowLeft: previous }[event.key];
      if (event.key === 'Delete') closed(tab);
      else if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      (to as HTMLElement | null)?.focus();
      (to as HTMLElement | null)?.click();
    });
    this.#tabs.append(tab.button);
  }

  refresh(shown: PeekTab, tabs: PeekTab[]): void {
    this.#shown = shown;
    const { path } = shown.page;
    const hasTabs = shown.isKept || tabs.length > 1;
    this.#tabs.hidden = !hasTabs;
    this.#title.hidden = hasTabs;
    this.#title.textContent = shown.title;
    this.#title.classList.toggle('hidden', shown.isTitleSeen);
    for (const tab of tabs) tab.button.classList.toggle('passing', !tab.isKept);
    this.whole.href = path.replace(/[?&]embed=1$/, '');
    this.#keep.hidden = pageIdOf(path) === undefined;
    this.#keep.ariaPressed = String(shown.isKept);
    this.#showStep(this.#before, -1);
    this.#showStep(this.#behind, 1);
    this.#showPlace();
  }

  #showStep(step: HTMLButtonElement, by: 1 | -1): void {
    step.hidden = !this.#shown?.step;
    step.disabled = this.#shown?.next(by) === undefined;
  }

  /** In the middle of the window, or beside the page, where those that are kept always are. */
  #showPlace(): void {
    const isKept = this.#shown?.isKept ?? false;
    const isCentred = !isKept && localStorage.getItem(PLACE_KEY) === 'centre';
    root.dataset.peek = isCentred ? 'centre' : 'side';
    this.#place.hidden = isKept;
    this.#place.ariaLabel = t(isCentred ? 'pages.client.peek_to_side' : 'pages.client.peek_to_centre');
    this.#place.replaceChildren(isCentred ? icon('panel-right') : icon('panel-top'));
  }

  #changePlace(): void {
    localStorage.setItem(PLACE_KEY, root.dataset.peek === 'centre' ? 'side' : 'centre');
    this.#showPlace();
  }
}
