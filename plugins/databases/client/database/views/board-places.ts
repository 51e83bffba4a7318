// Places between the cards of a column: where a hand over them means, where a line shows it, and where a row belongs by itself.
import type { Row } from '../../../model.ts';
import type { RowOrder } from '../row-orders.ts';

/** What a card comes to stand before or behind. */
export type CardNeighbour = Pick<RowOrder, 'before' | 'after'>;

/** Half of the gap between two cards, and of the line in it. */
const HALF_GAP = 4;
const HALF_LINE = 1.5;

const cardsOf = (column: HTMLElement, moved: HTMLElement): HTMLElement[] =>
  [...column.querySelectorAll<HTMLElement>('.row-card')].filter((one) => one.dataset.row !== moved.dataset.row);
const idOf = ({ dataset }: HTMLElement): number => Number(dataset.row);

/** Where a row stands among others in the order of the database. */
export function placeAmong(rows: Row[], { position, id }: Row): number {
  const at = rows.findIndex((one) => one.position > position || (one.position === position && one.id > id));
  return at < 0 ? rows.length : at;
}

/** The card below the hand: that in whose upper half it is, or the next one. */
function cardBelow(moved: HTMLElement, column: HTMLElement, y: number): HTMLElement | undefined {
  return cardsOf(column, moved).find((one) => {
    const { top, height } = one.getBoundingClientRect();
    return y < top + height / 2;
  });
}

/** Null in a column without other cards, where there is one place alone. */
export function neighbourAt(moved: HTMLElement, column: HTMLElement, y: number): CardNeighbour | null {
  const next = cardBelow(moved, column, y);
  if (next) return { before: idOf(next) };
  const last = cardsOf(column, moved).at(-1);
  return last ? { after: idOf(last) } : null;
}

/** How far below the top of the list a line lies that shows the place; it moves no card. */
export function lineOffset(moved: HTMLElement, list: HTMLElement, y: number): number {
  const next = cardBelow(moved, list, y);
  if (next) return next.offsetTop - HALF_GAP - HALF_LINE;
  const last = [...list.querySelectorAll<HTMLElement>('.row-card')].at(-1);
  return last ? last.offsetTop + last.offsetHeight + HALF_GAP - HALF_LINE : 0;
}

/** Which place of a list that is: counted with the row itself where it stands in it. */
export function indexBeside(ids: (number | undefined)[], { before, after }: CardNeighbour): number {
  return before === undefined ? ids.indexOf(after) + 1 : ids.indexOf(before);
}
