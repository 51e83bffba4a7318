// A chart that can be asked: its parts say what they are under a pointer, a finger and the focus, and lead to their rows.
import { el } from '../../../../../core/client/dom.ts';
import type { Actions } from '../actions.ts';
import type { Model } from '../model.ts';
import { ServerView } from './server-view.ts';

const MARK = '[data-said]';

export class ChartMarks extends ServerView {
  readonly #own: Model;
  readonly #actions: Actions;
  readonly #tip = el('div', { class: 'chart-tip', 'aria-hidden': 'true' });
  /** the part that the tip is of */
  #told: SVGElement | null = null;
  /** a finger has only shown it */
  #isTouched = false;

  constructor(model: Model, actions: Actions) {
    super(model);
    this.#own = model;
    this.#actions = actions;
    const mark = ({ target }: Event) => (target instanceof Element ? target.closest<SVGElement>(MARK) : null);
    this.element.addEventListener('pointerover', (event) => {
      this.#isTouched = event.pointerType === 'touch' && this.#told !== mark(event);
      this.#tell(mark(event));
    });
    this.element.addEventListener('pointerleave', () => this.#tell(null));
    this.element.addEventListener('focusin', (event) => this.#tell(mark(event)));
    this.element.addEventListener('focusout', () => this.#tell(null));
    this.element.addEventListener('click', (event) => {
      const found = mark(event);
      if (found && !this.#isTouched) this.#open(found);
    });
    this.element.addEventListener('keydown', (event) => this.#obey(event, mark(event)));
  }

  protected override shown(): void {
    for (const picture of this.element.querySelectorAll<SVGElement>('.chart-picture')) {
      const marks = [...picture.querySelectorAll<SVGElement>(':is(rect, circle, .chart-part):has(> title)')];
      if (!marks.length) continue;
      // Its parts can be reached one by one now.
      picture.setAttribute('role', 'group');
      for (const [at, one] of marks.entries()) {
        const title = one.querySelector('title');
        one.dataset.said = title?.textContent ?? '';
        title?.remove();
        one.setAttribute('role', one.dataset.rows ? 'button' : 'img');
        one.setAttribute('aria-label', one.dataset.said);
        one.setAttribute('tabindex', at ? '-1' : '0');
      }
    }
    this.element.append(this.#tip);
    this.#tell(null);
  }

  #tell(mark: SVGElement | null): void {
    this.#told = mark;
    this.#tip.hidden = !mark;
    if (!mark) return;
    this.#tip.textContent = mark.dataset.said ?? '';
    const [box, place] = [mark.getBoundingClientRect(), this.element.getBoundingClientRect()];
    const half = this.#tip.offsetWidth / 2;
    const middle = box.left + box.width / 2 - place.left;
    this.#tip.style.left = `${Math.max(0, Math.min(middle - half, place.width - 2 * half))}px`;
    this.#tip.style.top = `${box.top - place.top - this.#tip.offsetHeight - 6}px`;
  }

  /** Arrows go from part to part, of which one is in the way of Tab. */
  #obey(event: KeyboardEvent, mark: SVGElement | null): void {
    if (!mark) return;
    if (event.key === 'Escape') this.#tell(null);
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (step) this.#step(mark, step);
    else this.#open(mark);
  }

  #step(mark: SVGElement, step: number): void {
    const marks = [...(mark.ownerSVGElement?.querySelectorAll<SVGElement>(MARK) ?? [])];
    const next = marks[marks.indexOf(mark) + step];
    if (!next) return;
    mark.setAttribute('tabindex', '-1');
    next.setAttribute('tabindex', '0');
    next.focus();
  }

  #open({ dataset: { rows, said = '' } }: SVGElement): void {
    if (!rows) return;
    this.#tell(null);
    this.#actions.attempt(async () =>
      (await import('../panels/chart-rows.ts')).openChartRows(this.#own, this.#actions, said, JSON.parse(rows)),
    );
  }
}
