// The lines of a gallery stay where they are as long as somebody is at a card that they change: it grows over the next one.

const isEditing = (): boolean => document.querySelector('[popover="auto"]:popover-open') !== null;

interface Kept {
  row: string | undefined;
  /** how high they are, and beside how many cards each stands */
  heights: string;
  columns: string;
  left: AbortController;
}

export class KeptLines {
  readonly #root: HTMLElement;
  #kept: Kept | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
    // Before anything comes of the press.
    root.addEventListener('click', (event) => this.#keep(event), true);
  }

  get #list(): HTMLElement | null {
    return this.#root.querySelector<HTMLElement>('.gallery');
  }

  /** To be called whenever the cards have been drawn anew. */
  apply(): void {
    const list = this.#list;
    const kept = this.#kept;
    if (!kept || !list) return;
    list.style.gridTemplateRows = kept.heights;
    for (const card of list.querySelectorAll<HTMLElement>('[data-row]'))
      card.toggleAttribute('data-kept', card.dataset.row === kept.row);
    if (getComputedStyle(list).gridTemplateColumns !== kept.columns) this.#letGo();
  }

  /** Keys and fingers are not where a line would come to lie. */
  #keep({ target, detail, pointerType }: MouseEvent & { pointerType?: string }): void {
    const part = (target as Element).closest('.card-value, .card-more');
    const card = part?.closest<HTMLElement>('.gallery > [data-row]');
    if (!card || !detail || pointerType === 'touch') return;
    if (this.#kept && this.#kept.row !== card.dataset.row) this.#letGo();
    if (this.#kept) return;
    const { gridTemplateRows: heights, gridTemplateColumns: columns } = getComputedStyle(card.parentElement as Element);
    const left = new AbortController();
    this.#kept = { row: card.dataset.row, heights, columns, left };
    for (const type of ['pointermove', 'focusin'])
      addEventListener(type, (event) => this.#leave(event), { signal: left.signal });
    this.apply();
  }

  #leave({ target }: Event): void {
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    if (card?.dataset.row !== this.#kept?.row && !isEditing()) this.#letGo();
  }

  #letGo(): void {
    this.#kept?.left.abort();
    this.#kept = undefined;
    this.#list?.style.removeProperty('grid-template-rows');
    this.#list?.querySelector('[data-kept]')?.removeAttribute('data-kept');
  }
}
