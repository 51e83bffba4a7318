// Pulls bars of a timeline by the pointer: the whole one, or one of its ends.

export interface ResizeHost {
  /** of a day, in pixels */
  width(): number;
  /** days by which the first and the last day of a row have moved */
  pulled(row: number, first: number, last: number): void;
}

export function startPull(root: HTMLElement, { width, pulled }: ResizeHost): void {
  root.addEventListener('pointerdown', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const bar = target?.closest<HTMLElement>('.timeline-bar[data-movable]');
    if (!bar || event.button !== 0) return;
    const edge = target?.closest<HTMLElement>('[data-edge]')?.dataset.edge;
    const sign = document.documentElement.dir === 'rtl' ? -1 : 1;
    const [from, start, wide] = [event.clientX, bar.style.insetInlineStart, bar.offsetWidth];
    const daysAt = ({ clientX }: PointerEvent) => Math.round((sign * (clientX - from)) / width());
    delete bar.dataset.pulled;
    bar.setPointerCapture(event.pointerId);
    bar.classList.add('held');
    const pull = (at: PointerEvent) => {
      const pixels = daysAt(at) * width();
      if (!pixels && !('pulled' in bar.dataset)) return;
      // A click that ends a pull opens no menu.
      bar.dataset.pulled = '';
      bar.classList.add('dragged');
      if (edge !== 'end') bar.style.insetInlineStart = `calc(${start} + ${pixels}px)`;
      if (edge) bar.style.width = `${Math.max(width(), wide + (edge === 'end' ? pixels : -pixels))}px`;
    };
    const end = (at: PointerEvent) => {
      bar.removeEventListener('pointermove', pull);
      bar.removeEventListener('pointerup', end);
      bar.removeEventListener('pointercancel', end);
      bar.classList.remove('dragged', 'held');
      const days = at.type === 'pointerup' ? daysAt(at) : 0;
      if (days) pulled(Number(bar.dataset.row), edge === 'end' ? 0 : days, edge === 'start' ? 0 : days);
      else [bar.style.insetInlineStart, bar.style.width] = [start, `${wide}px`];
    };
    bar.addEventListener('pointermove', pull);
    bar.addEventListener('pointerup', end);
    bar.addEventListener('pointercancel', end);
  });
}
