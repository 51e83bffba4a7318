// The page that is selected, beside the list: what the server shows of it, without leaving the list.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { lineId, lineTitle } from './actions.ts';

/** Quick steps through the list load nothing on the way. */
const WAIT_MS = 180;

export class ExplorerPreview {
  readonly #pane: HTMLElement;
  #shown = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(pane: HTMLElement) {
    this.#pane = pane;
  }

  get isOpen(): boolean {
    return !this.#pane.hidden;
  }

  show(line: HTMLElement | undefined): void {
    clearTimeout(this.#timer);
    if (!line) this.close();
    else if (this.#shown !== lineId(line)) this.#timer = setTimeout(() => this.#fill(line), WAIT_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#shown = 0;
    this.#pane.hidden = true;
    this.#pane.replaceChildren();
  }

  #fill(line: HTMLElement): void {
    this.#shown = lineId(line);
    const close = el(
      'button',
      { type: 'button', class: 'icon-button', 'aria-label': t('web.places.explorer.preview_close') },
      icon('x'),
    );
    close.addEventListener('click', () => this.close());
    const title = lineTitle(line);
    const frame = el('iframe', {
      src: `/pages/${lineId(line)}?embed=1`,
      title: t('web.places.explorer.preview_of', { title }),
      class: 'preview-frame loading',
    });
    frame.addEventListener('load', () => frame.classList.remove('loading'));
    const head = el(
      'div',
      { class: 'preview-head' },
      el('strong', {}, title),
      el('a', { class: 'button quiet', href: `/pages/${lineId(line)}` }, t('web.places.explorer.open')),
      close,
    );
    this.#pane.replaceChildren(head, frame);
    this.#pane.hidden = false;
  }
}
