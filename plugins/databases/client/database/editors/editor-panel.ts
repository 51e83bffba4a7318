// What every editor of a value shares: a small panel over the cell, which is taken over when it closes, or given up.
import { el } from '../../../../../core/client/dom.ts';
import { openPopover } from '../../../../../core/client/popover.ts';
import type { Property, Value } from '../../../model.ts';
import type { Model } from '../model.ts';

export interface EditorContext {
  model: Model;
  property: Property;
  /** the page of the row, which files are stored with */
  rowId: number;
  anchor: HTMLElement;
  value: Value;
  /** words typed before: what was refused, or the key that began it */
  typed?: string;
}

export type CellMove = 'up' | 'down' | 'left' | 'right';

/** What somebody made of a value: another one, words that are none, and where to go on. */
export interface EditResult {
  value?: Value;
  unread?: { typed: string; reason: string };
  move?: CellMove;
  /** sends what else was set, once the value is stored */
  storeRest?(): Promise<void>;
}

export interface EditorPanel {
  element: HTMLElement;
  focus: HTMLElement;
  /** what it says when it closes */
  read(): EditResult;
  /** each choice counts when it is made: Enter is a key of the panel's own, and Escape gives nothing up */
  takesAtOnce?: boolean;
  /** what it changes stays in sight */
  isBelow?: boolean;
}

/** Shows a panel over its cell; resolves with what was made of the value, null when it was given up. */
export async function openPanel({ anchor, property }: EditorContext, panel: EditorPanel): Promise<EditResult | null> {
  const { element, focus, read, takesAtOnce, isBelow } = panel;
  let isGivenUp = false;
  let move: CellMove | undefined;
  const close = (where?: CellMove) => {
    move = where;
    element.hidePopover();
  };
  element.classList.add('cell-editor', 'colours');
  element.setAttribute('role', 'dialog');
  element.setAttribute('aria-label', property.name);
  element.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'Escape') isGivenUp = !takesAtOnce;
    else if (event.key === 'Tab' && isLast(element, event.shiftKey)) {
      event.preventDefault();
      close(event.shiftKey ? 'left' : 'right');
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey && !takesAtOnce && !isPressed(event)) {
      event.preventDefault();
      close('down');
    }
    // The keys of a panel are not those of the table below it.
    event.stopPropagation();
  });
  const at = anchor.getBoundingClientRect();
  const closed = openPopover({ getBoundingClientRect: () => at }, element, { focus });
  const card = anchor.closest('.row-card')?.getBoundingClientRect();
  if (!isSheet(element)) element.style.minWidth = `${Math.max(at.width, Math.min(180, card?.width ?? 180))}px`;
  const lieThere = () => lie(element, at, { card, isBelow });
  lieThere();
  // What grows while it is written in stays in the window.
  const growth = new ResizeObserver(lieThere);
  growth.observe(element);
  await closed;
  growth.disconnect();
  return isGivenUp ? null : { ...read(), move };
}

/** On a phone it may lie at the foot of the window instead (filters.css). */
const isSheet = (element: HTMLElement): boolean =>
  element.classList.contains('sheet') && matchMedia('(width < 600px)').matches;

interface PanelPlace {
  card: DOMRect | undefined;
  isBelow: boolean | undefined;
}

const GAP = 4;

/** Over its cell or beside it, and pushed into the window; on a card that has room for it, not over the next one. */
function lie(element: HTMLElement, at: DOMRect, { card, isBelow }: PanelPlace): void {
  const { style, offsetWidth, offsetHeight } = element;
  if (isSheet(element)) {
    style.left = style.top = '';
    return;
  }
  const wanted = document.documentElement.dir === 'rtl' ? at.right - offsetWidth : at.left;
  const [first, last] = card && card.width >= offsetWidth ? [card.left, card.right] : [4, innerWidth - 4];
  style.left = `${Math.max(4, first, Math.min(wanted, last - offsetWidth, innerWidth - offsetWidth - 4))}px`;
  const isAbove = at.bottom + GAP + offsetHeight > innerHeight;
  const top = !isBelow ? at.top : isAbove ? at.top - GAP - offsetHeight : at.bottom + GAP;
  style.top = `${Math.max(4, Math.min(top, innerHeight - offsetHeight - 4))}px`;
}

/** Enter on a button does what that is for. */
const isPressed = ({ target }: Event): boolean => target instanceof HTMLButtonElement;

/** Tab leaves the panel behind its last field, and before its first. */
function isLast(element: HTMLElement, isBack: boolean): boolean {
  const fields = [...element.querySelectorAll<HTMLElement>('input, select, textarea, button')].filter(
    (one) => one.tabIndex >= 0 && one.offsetParent,
  );
  const end = isBack ? fields[0] : fields.at(-1);
  const active = document.activeElement;
  // Choices of which one is on are one stop.
  const isOfSame =
    (end as HTMLInputElement)?.type === 'radio' && active?.getAttribute('name') === end?.getAttribute('name');
  return active === end || isOfSame || fields.length === 0;
}

export const editorField = (label: string, input: HTMLElement): HTMLElement =>
  el('label', { class: 'editor-field' }, el('span', {}, label), input);
