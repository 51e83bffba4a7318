// The drawing of a source: while somebody writes it the last good one stays, paler, as long as the source is half typed.
import { el } from '../../../../core/client/dom.ts';

/** What is wrong is said once nobody types any more. */
const FAULT_MS = 600;

export class LiveDrawing {
  readonly dom = el('div', { class: 'drawing' });
  readonly fault = el('p', { class: 'fault', role: 'status' });
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows what `make` draws, of several at once the last; `source` in its place at once where nobody is writing that. */
  async show(make: () => Promise<Element>, source?: string): Promise<void> {
    const turn = ++this.#turn;
    const [drawn, fault] = await make().then(
      (made) => [made, ''] as const,
      (error) => [null, error instanceof Error ? error.message : String(error)] as const,
    );
    if (turn !== this.#turn) return;
    this.stop();
    const shown = drawn ?? (source === undefined ? null : el('pre', {}, el('code', {}, source)));
    this.dom.classList.toggle('stale', !shown);
    if (shown) this.dom.replaceChildren(shown);
    if (shown) this.fault.textContent = fault;
    else this.#timer = setTimeout(() => this.fault.replaceChildren(fault), FAULT_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
