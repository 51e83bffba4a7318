// Drags elements of one place onto others of it by the pointer; the place may be drawn anew at any time, and scrolls.

export interface DragOptions {
  /** what is dragged; it carries `draggable="true"` */
  item: string;
  /** what it is dropped on */
  target: string;
  /** whether the far half of a target means behind it, by which side */
  side?: 'inline' | 'block';
  mayDrop?(item: HTMLElement, target: HTMLElement): boolean;
  /** shows where it would come to stand, until it is called without a target */
  show?(item: HTMLElement, target: HTMLElement | null): void;
  drop(item: HTMLElement, target: HTMLElement, isAfter: boolean): void;
}

/** How near its edge a drag scrolls what is wider than its place, and how far at once. */
const EDGE = 48;
const STEP = 24;

function scrollAtEdge(root: HTMLElement, { clientX }: DragEvent): void {
  const { left, right } = root.getBoundingClientRect();
  if (clientX > Math.min(right, innerWidth) - EDGE) root.scrollLeft += STEP;
  else if (clientX < Math.max(left, 0) + EDGE) root.scrollLeft -= STEP;
}

const closest = (event: Event, selector: string): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;

/** What lies there, below what reaches over it from elsewhere. */
const below = ({ clientX, clientY }: DragEvent, selector: string): HTMLElement | null =>
  (document.elementsFromPoint(clientX, clientY).find((one) => one.matches(selector)) as HTMLElement | undefined) ??
  null;

export function enableDragDrop(root: HTMLElement, { item, target, side, mayDrop, show, drop }: DragOptions): void {
  let dragged: HTMLElement | null = null;
  let marked: HTMLElement | null = null;
  const mark = (next: HTMLElement | null, as = '') => {
    if (marked && marked !== next) delete marked.dataset.drop;
    if (dragged && marked !== next) show?.(dragged, next);
    marked = next;
    if (next) next.dataset.drop = as;
  };
  const isAfter = (event: DragEvent, element: HTMLElement): boolean => {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (side === 'block') return event.clientY > top + height / 2;
    const isFar = event.clientX > left + width / 2;
    return side === 'inline' && isFar !== (document.documentElement.dir === 'rtl');
  };
  root.addEventListener('dragstart', (event) => {
    dragged = closest(event, item);
    if (!dragged || !event.dataTransfer) return;
    event.dataTransfer.effectAllowed = 'move';
    // Some browsers drag nothing without data.
    event.dataTransfer.setData('application/x-commonplace-drag', '1');
    dragged.classList.add('dragged');
  });
  root.addEventListener('dragover', (event) => {
    if (dragged) scrollAtEdge(root, event);
    const over = dragged && below(event, target);
    if (!dragged || !over || over === dragged || mayDrop?.(dragged, over) === false) return mark(null);
    event.preventDefault();
    mark(over, side ? (isAfter(event, over) ? 'after' : 'before') : 'inside');
  });
  root.addEventListener('drop', (event) => {
    const over = marked;
    if (!dragged || !over) return;
    event.preventDefault();
    drop(dragged, over, isAfter(event, over));
  });
  root.addEventListener('dragend', () => {
    mark(null);
    dragged?.classList.remove('dragged');
    dragged = null;
  });
}
