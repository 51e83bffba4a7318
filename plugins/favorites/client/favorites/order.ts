// Drags favorites into another order; the menu of each does the same by keyboard.
import { moveTo } from './actions.ts';
import { favoriteLines, listElement } from './lines.ts';

const TYPE = 'application/x-commonplace-favorite';

let dragged: HTMLElement | undefined;

const lineAt = (event: Event): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[data-favorites] > li') : null;

/** Whether the pointer is in the lower half of a line. */
function isBelow(event: DragEvent, line: HTMLElement): boolean {
  const { top, height } = line.getBoundingClientRect();
  return event.clientY > top + height / 2;
}

function mark(line?: HTMLElement, below = false): void {
  for (const one of favoriteLines()) delete one.dataset.drop;
  if (line) line.dataset.drop = below ? 'after' : 'before';
}

function startOrder(list: HTMLElement): void {
  list.addEventListener('dragstart', (event) => {
    dragged = lineAt(event) ?? undefined;
    event.dataTransfer?.setData(TYPE, dragged?.dataset.id ?? '');
  });
  list.addEventListener('dragover', (event) => {
    const line = lineAt(event);
    if (!dragged || !line) return;
    event.preventDefault();
    if (line === dragged) mark();
    else mark(line, isBelow(event, line));
  });
  list.addEventListener('dragleave', () => mark());
  list.addEventListener('dragend', () => {
    mark();
    dragged = undefined;
  });
  list.addEventListener('drop', (event) => {
    const line = lineAt(event);
    if (!dragged || !line) return;
    event.preventDefault();
    if (line === dragged) return;
    const others = favoriteLines().filter((one) => one !== dragged);
    void moveTo(dragged, others.indexOf(line) + (isBelow(event, line) ? 1 : 0));
  });
}

const list = listElement();
if (list) startOrder(list);
