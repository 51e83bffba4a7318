// Drags elements of one place onto others of it by the pointer; the place may be drawn anew at any time.

export interface Dragging {
  /** what is dragged; it carries `draggable="true"` */
  item: string;
  /** what it is dropped on */
  target: string;
  /** whether the far half of a target means behind it, by which side */
  side?: 'inline' | 'block';
  mayDrop?(item: HTMLElement, target: HTMLElement): boolean;
  drop(item: HTMLElement, target: HTMLElement, isAfter: boolean): void;
}

const closest = (event: Event, selector: string): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;

/** What lies there, below what reaches over it from elsewhere. */
const below = ({ clientX, clientY }: DragEvent, selector: string): HTMLElement | null =>
  (document.elementsFromPoint(clientX, clientY).find((one) => one.matches(selector)) as HTMLElement | undefined) ??
  null;

export function startDrag(root: HTMLElement, { item, target, side, mayDrop, drop }: Dragging): void {
  let dragged: HTMLElement | null = null;
  let marked: HTMLElement | null = null;
  const mark = (next: HTMLElement | null, as = '') => {
    if (marked && marked !== next) delete marked.dataset.drop;
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
    dragged?.classList.remove('dragged');
    dragged = null;
    mark(null);
  });
}
