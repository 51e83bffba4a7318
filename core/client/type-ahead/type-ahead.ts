// What somebody types between a click and the moment in which what it opens can be written: a page, a row, a comment, a list.
import { textAfterKey } from './typed-text.ts';

/** Nothing that opens takes longer, and nobody types that long into nothing. */
const LONGEST_MS = 10_000;

/** Keeps what is typed from whatever has the focus, such as the button that was clicked, until it is taken. */
export class TypeAhead {
  readonly #end = new AbortController();
  #text = '';

  constructor() {
    const how = { capture: true, signal: this.#end.signal };
    addEventListener('keydown', (event) => this.#keep(event), how);
    // Somebody has gone elsewhere.
    addEventListener('pointerdown', () => this.take(), how);
    setTimeout(() => this.take(), LONGEST_MS);
  }

  #keep(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.take();
    const text = textAfterKey(this.#text, event);
    if (text === undefined) return;
    this.#text = text;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** From here on keys go where the focus is. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    this.#end.abort();
    return text;
  }
}
