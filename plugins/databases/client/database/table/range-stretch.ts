// How the pointer chooses more cells of the table, from the one where it was pressed to the one below it.
import type { TableGrid } from './grid.ts';

/** Until the pointer is let go; `moved` is called with each further cell. */
export function stretchRange(grid: TableGrid, moved: () => void): void {
  const ended = new AbortController();
  const move = ({ clientX, clientY }: PointerEvent) => {
    const over = grid.placeOf(document.elementFromPoint(clientX, clientY));
    if (!over || over.line < 0 || grid.range.isActive(over)) return;
    moved();
    grid.go(over, true);
  };
  addEventListener('pointermove', move, { signal: ended.signal });
  for (const type of ['pointerup', 'pointercancel'] as const)
    addEventListener(type, () => ended.abort(), { signal: ended.signal });
}
