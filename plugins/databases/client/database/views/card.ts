// A row as a card or a line: its title, and the values that the view shows of it.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { type Property, type Row, seenAs } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import type { Actions } from '../actions.ts';
import { cellContent, rowTitle } from '../cell.ts';
import type { Model } from '../model.ts';
import { isPressed, isToggled } from '../property-kinds.ts';
import { isNothing } from '../value-parts.ts';
import { cardValue } from './card-values.ts';

/** A number, a day or a check alone says nothing: what it is of stands beside it. */
const NAMED = new Set(['number', 'date', 'flag', 'rows']);

/** Properties whose values stand on cards and lines. */
export const factProperties = (model: Model, except?: number): Property[] =>
  model.columns().filter((one) => one !== model.title && !isPressed(one) && one.id !== except);

/** Values that say something, as a box does that is not ticked; each is named in sight where it does not say what it is. */
export function facts(model: Model, row: Row, except?: number): HTMLElement | null {
  return factList(
    model,
    row,
    factProperties(model, except).filter((one) => isToggled(one) || !isNothing(row.values[one.id])),
  );
}

/**
 * The values of these properties; those that are not there keep their place.
 * @param isListed each has its name beside it, or above where rows are columns
 */
export function factList(model: Model, row: Row, shown: Property[], isListed = false): HTMLElement | null {
  if (!shown.length) return null;
  const isPeople = (one: Property) => clientType(seenAs(one)).compares === 'people';
  // Faces of two properties look alike.
  const hasSeveralFaces = factProperties(model).filter(isPeople).length > 1;
  const { card_names: names = 'needed' } = model.view.config;
  const lines = shown.map((property) => {
    const { compares, isQuantity } = clientType(seenAs(property));
    const isNeeded = NAMED.has(compares) || (hasSeveralFaces && isPeople(property));
    const isNamed = isListed || names === 'all' || (names === 'needed' && isNeeded);
    const content = cellContent(model, property, row.values[property.id]);
    return el(
      'div',
      { class: isNamed ? 'named-fact' : null, 'data-quantity': isQuantity ? '' : null },
      el('dt', { class: isNamed ? null : 'hidden' }, property.name),
      el('dd', { title: property.name }, ...cardValue(model, row, property, content)),
    );
  });
  return el('dl', { class: 'card-facts' }, ...lines);
}

/** Links among the facts are no stops of their own, but the title is. */
export function cardTitleLink(row: Row, actions: Actions): HTMLElement {
  const link = el(
    'a',
    { href: `/pages/${row.id}`, class: 'card-title', title: row.title, draggable: 'false', 'data-beside': '' },
    rowTitle(row),
  );
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    actions.open(row.id, link);
  });
  return link;
}

export const moreButton = (row: Row, run: (button: HTMLElement) => void): HTMLElement => {
  const label = t('databases.view.more_of', { name: row.title || t('core.client.untitled') });
  const made: HTMLElement = el(
    'button',
    { type: 'button', class: 'icon-button card-more', 'aria-label': label, 'aria-haspopup': 'menu' },
    icon('ellipsis'),
  );
  made.addEventListener('click', () => run(made));
  return made;
};

/** Space on a title, or the key for menus, opens the menu of its card. */
export function obeyMenuKey(event: KeyboardEvent): boolean {
  const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
  const title = event.target instanceof Element ? event.target.closest('.card-title') : null;
  const more = title?.closest('[data-row]')?.querySelector<HTMLElement>('.card-more');
  if (!more || event.ctrlKey || event.metaKey || event.altKey || !(isMenu || event.key === ' ')) return false;
  event.preventDefault();
  more.click();
  return true;
}

/** Asks for the next rows of a list that has more than are here. */
export function showMore(total: number | null, known: number, run: () => void): HTMLElement | null {
  if (total === null || total <= known) return null;
  return el(
    'button',
    { type: 'button', class: 'button quiet', onclick: run },
    t('databases.view.show_more', { count: total - known }),
  );
}

/** Runs what draws a view anew; what is held or dragged is let go first. */
export function undisturbed(root: HTMLElement, draw: () => void): void {
  if (!root.querySelector('.dragged, .held')) {
    draw();
    return;
  }
  const dropped = new AbortController();
  const later = () => {
    dropped.abort();
    setTimeout(() => undisturbed(root, draw));
  };
  for (const type of ['pointerup', 'pointercancel', 'dragend'])
    addEventListener(type, later, { signal: dropped.signal });
}

/** Draws a view anew around the focus: what had it has it afterwards. */
export const redraw = (root: HTMLElement, draw: () => void): void => undisturbed(root, () => drawAround(root, draw));

/** Back to what had the focus before a dialog, which has been drawn anew while that was open. */
export function refocus(root: HTMLElement, { dataset: { row, occurrence } }: HTMLElement): void {
  if (document.activeElement !== document.body) return;
  root.querySelector<HTMLElement>(`a[data-row="${row}"][data-occurrence="${occurrence}"]`)?.focus();
}

function drawAround(root: HTMLElement, draw: () => void): void {
  const focused = root.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
  const { row, occurrence } = focused?.closest<HTMLElement>('[data-row]')?.dataset ?? {};
  const { turn, day } = focused?.dataset ?? {};
  const part = focused?.classList.contains('card-more') ? '.card-more' : 'a';
  draw();
  const find = (same: string) =>
    root.querySelector<HTMLElement>(`[data-row="${row}"]${same} ${part}, a[data-row="${row}"]${same}`);
  // Of a row that repeats there are several; where all of them have moved, each goes by its new day from then on.
  const next = !row
    ? turn && root.querySelector<HTMLElement>(`[data-turn="${turn}"]`)
    : occurrence
      ? (find(`[data-occurrence="${occurrence}"]`) ?? find(`[data-day="${day}"]`))
      : find('');
  if (next) next.focus();
}
