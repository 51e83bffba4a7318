// Drags elements of one place onto others of it by mouse or finger; the place may be drawn anew at any time, and scrolls.
import { carryByFinger, type HandPoint } from '../../../../core/client/touch/finger-hold.ts';

export interface DragOptions {
  /** what is dragged; it carries `draggable="true"` */
  item: string;
  /** what it is dropped on */
  target: string;
  /** whether the far half of a target means behind it, by which side */
  side?: 'inline' | 'block';
  mayDrop?(item: HTMLElement, target: HTMLElement): boolean;
  /** shows where it would come to stand, with each step of the hand, until it is called without a target */
  show?(item: HTMLElement, target: HTMLElement | null, at?: HandPoint): void;
  drop(item: HTMLElement, target: HTMLElement, isAfter: boolean, at: HandPoint): void;
  /** the part of the place in which a finger finds items, where it is not all of it */
  touched?: HTMLElement;
}

/** How near its edge a drag scrolls what is wider than its place, and how far at once. */
const EDGE = 48;
const STEP = 24;
/** Of a finger each frame is told, of a mouse fewer. */
const FINGER_STEP = 8;

function scrollAtEdge(root: HTMLElement, { clientX }: HandPoint, step: number): void {
  const { left, right } = root.getBoundingClientRect();
  if (clientX > Math.min(right, innerWidth) - EDGE) root.scrollLeft += step;
  else if (clientX < Math.max(left, 0) + EDGE) root.scrollLeft -= step;
}

/** Browsers do so by themselves under a mouse that drags. */
function scrollPageAtEdge({ clientY }: HandPoint): void {
  if (clientY < EDGE) scrollBy(0, -FINGER_STEP);
  else if (clientY > innerHeight - EDGE) scrollBy(0, FINGER_STEP);
}

/** What lies there, below what reaches over it from elsewhere. */
const below = ({ clientX, clientY }: HandPoint, selector: string): HTMLElement | null =>
  (document.elementsFromPoint(clientX, clientY).find((one) => one.matches(selector)) as HTMLElement | undefined) ??
  null;

/** One place with what is dragged in it. */
class DragPlace {
  readonly #root: HTMLElement;
  readonly #options: DragOptions;
  #dragged: HTMLElement | null = null;
  #marked: HTMLElement | null = null;

  constructor(root: HTMLElement, options: DragOptions) {
    this.#root = root;
    this.#options = options;
  }

  /** Whether there is something to drag. */
  take(touched: EventTarget | null): boolean {
    this.#dragged = touched instanceof Element ? touched.closest<HTMLElement>(this.#options.item) : null;
    return this.#dragged !== null;
  }

  begin(): void {
    this.#dragged?.classList.add('dragged');
  }

  /** Whether it may be let go there. */
  over(at: HandPoint, step = STEP): boolean {
    const { target, side, mayDrop } = this.#options;
    if (!this.#dragged) return false;
    scrollAtEdge(this.#root, at, step);
    const over = below(at, target);
    const mayGo = over !== null && over !== this.#dragged && mayDrop?.(this.#dragged, over) !== false;
    if (mayGo) this.#mark(over, side ? (this.#isAfter(at, over) ? 'after' : 'before') : 'inside', at);
    else this.#mark(null);
    return mayGo;
  }

  /** Whether it was let go over something that takes it. */
  drop(at: HandPoint): boolean {
    const over = this.#marked;
    if (!this.#dragged || !over) return false;
    this.#options.drop(this.#dragged, over, this.#isAfter(at, over), at);
    return true;
  }

  end(): void {
    this.#mark(null);
    this.#dragged?.classList.remove('dragged');
    this.#dragged = null;
  }

  #mark(next: HTMLElement | null, as = '', at?: HandPoint): void {
    if (this.#marked && this.#marked !== next) delete this.#marked.dataset.drop;
    if (this.#dragged && (next || this.#marked)) this.#options.show?.(this.#dragged, next, at);
    this.#marked = next;
    if (next) next.dataset.drop = as;
  }

  #isAfter({ clientX, clientY }: HandPoint, element: HTMLElement): boolean {
    const { side } = this.#options;
    const { left, top, width, height } = element.getBoundingClientRect();
    if (side === 'block') return clientY > top + height / 2;
    const isFar = clientX > left + width / 2;
    return side === 'inline' && isFar !== (document.documentElement.dir === 'rtl');
  }
}

export function enableDragDrop(root: HTMLElement, options: DragOptions): void {
  const place = new DragPlace(root, options);
  root.addEventListener('dragstart', (event) => {
    if (!place.take(event.target) || !event.dataTransfer) return;
    event.dataTransfer.effectAllowed = 'move';
    // Some browsers drag nothing without data.
    event.dataTransfer.setData('application/x-commonplace-drag', '1');
    place.begin();
  });
  root.addEventListener('dragover', (event) => place.over(event) && event.preventDefault());
  root.addEventListener('drop', (event) => place.drop(event) && event.preventDefault());
  root.addEventListener('dragend', () => place.end());
  carryByFinger(options.touched ?? root, (touched) => {
    const item = touched.closest(options.item);
    if (item?.getAttribute('draggable') !== 'true' || !place.take(item)) return null;
    place.begin();
    return {
      over: (at) => {
        scrollPageAtEdge(at);
        place.over(at, FINGER_STEP);
      },
      drop: (at) => void place.drop(at),
      end: () => place.end(),
    };
  });
}
