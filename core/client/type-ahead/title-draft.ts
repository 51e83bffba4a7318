// The title of a page that is on its way: whoever types sees it at once, and no key of it falls between two pages.
import { t } from '../messages.ts';
import { TYPED_TITLE } from '../page-events.ts';

/** Whoever has typed nothing for so long can be taken to the page. */
const QUIET_MS = 400;
const LONGEST_MS = 5_000;
const LOOK_MS = 50;

export class TitleDraft {
  readonly #field: HTMLTextAreaElement;
  readonly #end = new AbortController();
  #typedAt: number;
  /** letters are put together, or chosen, by an input method */
  #isComposing = false;

  /** @param field that somebody may have begun to write in */
  constructor(field: HTMLTextAreaElement) {
    const { signal } = this.#end;
    this.#field = field;
    Object.assign(field, { rows: 1, maxLength: 500, autocomplete: 'off', placeholder: t('core.client.untitled') });
    field.ariaLabel = t('core.client.new_title');
    this.#typedAt = field.value ? performance.now() : Number.NEGATIVE_INFINITY;
    const hear = ({ type }: Event) => {
      this.#isComposing = type === 'compositionupdate';
      this.#typedAt = performance.now();
    };
    for (const type of ['input', 'compositionupdate', 'compositionend']) field.addEventListener(type, hear);
    // What is still typed while the page is left goes with it; whoever comes back finds what they left.
    addEventListener('pagehide', () => sessionStorage.setItem(TYPED_TITLE, field.value), { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && this.end(), { signal });
  }

  /** Resolves once somebody pauses. */
  async quiet(): Promise<void> {
    const latest = performance.now() + LONGEST_MS;
    while (performance.now() < (this.#isComposing ? latest : Math.min(latest, this.#typedAt + QUIET_MS)))
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }

  /** Shows again what was there. */
  end(): void {
    this.#end.abort();
    this.#field.closest('main')?.remove();
  }
}
