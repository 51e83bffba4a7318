// The title of a page that is on its way, in place of what is shown: whoever types sees it at once, and no key of it falls
// between two pages.
import { el } from '../dom.ts';
import { t } from '../messages.ts';
import { TYPED_TITLE } from '../page-events.ts';
import type { TypeAhead } from './type-ahead.ts';

/** Whoever has typed nothing for so long can be taken to the page. */
const QUIET_MS = 400;
const LONGEST_MS = 5_000;
const LOOK_MS = 50;

export class TitleDraft {
  readonly #shown = document.querySelector<HTMLElement>('#main');
  readonly #field = el('textarea', {
    ...{ class: 'title-draft', rows: 1, maxlength: 500, autocomplete: 'off' },
    ...{ 'aria-label': t('core.client.new_title'), placeholder: t('core.client.untitled') },
  });
  readonly #place = el('main', { class: this.#shown?.className ?? 'main' }, el('h1', {}, this.#field));
  readonly #end = new AbortController();
  #typedAt = Number.NEGATIVE_INFINITY;

  /** @param ahead what was typed since the click */
  constructor(ahead: TypeAhead) {
    const { signal } = this.#end;
    this.#field.addEventListener('input', () => {
      this.#typedAt = performance.now();
    });
    // What is still typed while the page is left goes with it; whoever comes back finds what they left.
    addEventListener('pagehide', () => sessionStorage.setItem(TYPED_TITLE, this.#field.value), { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && this.end(), { signal });
    if (this.#shown) this.#shown.hidden = true;
    this.#shown?.after(this.#place);
    this.goOn(ahead);
  }

  /** Takes what was typed since another click. */
  goOn(ahead: TypeAhead | null): void {
    const typed = ahead?.take();
    if (typed) this.#typedAt = performance.now();
    this.#field.value += typed ?? '';
    this.#field.focus();
  }

  /** Resolves once somebody pauses. */
  async quiet(): Promise<void> {
    const latest = performance.now() + LONGEST_MS;
    while (performance.now() < Math.min(latest, this.#typedAt + QUIET_MS))
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }

  /** Shows again what was there. */
  end(): void {
    this.#end.abort();
    this.#place.remove();
    if (this.#shown) this.#shown.hidden = false;
  }
}
