// Cards of a gallery and lines of a list in somebody's hand: by mouse, finger or key to another place among the others.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { rowTitle } from '../cell.ts';
import { enableDragDrop } from '../drag-drop.ts';
import type { Changes } from '../edit-queue.ts';
import type { Model } from '../model.ts';
import { askOrders, endSorting, orderBack, type RowOrder, sendOrders } from '../row-orders.ts';
import { obeyMenuKey } from './card.ts';

const CARD = '[data-row][draggable="true"]';
const cardOf = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
const idOf = ({ dataset }: HTMLElement): number => Number(dataset.row);

const ENDS = /^(Home|End)$/;

/** How many cards stand beside each other. */
const columnsOf = (cards: HTMLElement[]): number =>
  cards.filter(({ offsetTop }) => offsetTop === cards[0]?.offsetTop).length;

const focusCard = (card: HTMLElement | undefined): void => card?.querySelector<HTMLElement>('.card-title')?.focus();

/** Home and End: of its line, in one column or with Ctrl of all. */
function endFrom(cards: HTMLElement[], card: HTMLElement, key: string, isOfAll: boolean): HTMLElement | undefined {
  const line = isOfAll ? cards : cards.filter(({ offsetTop }) => offsetTop === card.offsetTop);
  return line.at(key === 'Home' ? 0 : -1);
}

/** So many cards on; below the last but one line, a shorter one ends with the last card. */
function cardFrom(cards: HTMLElement[], card: HTMLElement, by: number): HTMLElement | undefined {
  const last = cards.at(-1);
  const beside = cards[cards.indexOf(card) + by];
  return beside ?? (by > 1 && last && last.offsetTop > card.offsetTop ? last : undefined);
}

export class CardMoves {
  readonly status = el('p', { class: 'hidden', role: 'status' });
  readonly #root: HTMLElement;
  readonly #model: Model;
  readonly #changes: Changes;

  constructor(root: HTMLElement, model: Model, changes: Changes, attempt: (run: () => Promise<void>) => void) {
    this.#root = root;
    this.#model = model;
    this.#changes = changes;
    enableDragDrop(root, {
      item: CARD,
      target: '[data-row]',
      get side() {
        return model.view.kind === 'gallery' ? 'inline' : 'block';
      },
      drop: (card, beside, isAfter) => {
        // What has moved has the focus, also where it is drawn anew: the keys that take it back reach the view.
        card.querySelector<HTMLElement>('.card-title')?.focus({ preventScroll: true });
        attempt(() => this.#move(idOf(card), idOf(beside), isAfter));
      },
    });
    root.addEventListener('keydown', (event) => this.#obey(event, attempt));
  }

  /** Arrows go from card to card, in a gallery up and down by one line, Home and End to its ends; with Alt arrows move it. */
  #obey(event: KeyboardEvent, attempt: (run: () => Promise<void>) => void): void {
    const card = cardOf(event);
    if (!card || obeyMenuKey(event) || event.metaKey || event.shiftKey) return;
    const cards = [...this.#root.querySelectorAll<HTMLElement>('[data-row]')];
    const isGallery = this.#model.view.kind === 'gallery';
    if (ENDS.test(event.key) && !event.altKey) {
      event.preventDefault();
      focusCard(endFrom(cards, card, event.key, event.ctrlKey || !isGallery));
    }
    if (event.ctrlKey) return;
    const ahead = document.documentElement.dir === 'rtl' ? -1 : 1;
    const line = isGallery ? columnsOf(cards) : 1;
    const sides = isGallery ? { ArrowLeft: -ahead, ArrowRight: ahead } : {};
    const by = ({ ArrowUp: -line, ArrowDown: line, ...sides } as Record<string, number>)[event.key];
    if (by === undefined || (event.altKey && !card.matches(CARD))) return;
    event.preventDefault();
    const beside = cardFrom(cards, card, by);
    if (!event.altKey) focusCard(beside);
    else if (beside) attempt(() => this.#move(idOf(card), idOf(beside), by > 0));
  }

  /** Shown at once, then sent; a view that sorts is asked about first. */
  async #move(id: number, besideId: number, isAfter: boolean): Promise<void> {
    const model = this.#model;
    const list = model.list();
    const before = list.ids;
    const at = before.indexOf(id);
    const index = before.indexOf(besideId) + Number(isAfter);
    if (index === at || index === at + 1) return;
    const orders: RowOrder[] = [{ move: [id], [isAfter ? 'after' : 'before']: besideId }];
    if (model.view.config.sorts?.length) {
      if (!(await endSorting(model))) return;
      await askOrders(model, orders);
      return model.refresh();
    }
    list.place([id], index);
    model.changed();
    this.#tell(id, list.ids.indexOf(id) + 1, list.total ?? 0);
    try {
      await this.#changes.history.step((step) => sendOrders(model, orders, orderBack(before, at), step));
      // Under a finger nothing was drawn before it let go.
      model.changed();
    } catch (error) {
      list.ids = before;
      model.changed();
      throw error;
    }
  }

  #tell(id: number, at: number, total: number): void {
    const row = this.#model.row(id);
    if (row) this.status.textContent = t('databases.view.row_move.done', { title: rowTitle(row), at, total });
  }
}
