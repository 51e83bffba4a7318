// Rows of the tree under a finger that rests on them first: it carries them as the mouse does.
import { carryByFinger, type HandPoint } from '../../../../../core/client/touch/finger-hold.ts';
import { mayGo, moveRow, type TreePosition } from './tree-moves.ts';
import { type DropSign, dropPosition, markDrop, positionAtMore } from './tree-places.ts';
import { below, mayDo, type TreeRow, treeElement, treeRowAt } from './tree-rows.ts';

/** How near its edge the sidebar scrolls, and how far in a frame. */
const EDGE = 40;
const STEP = 6;

/** Its edges mean beside it, where the row may go there; what is left of it means inside. */
function signAt(row: TreeRow, target: TreeRow, { clientY }: HandPoint): DropSign | undefined {
  const { top, height } = target.getBoundingClientRect();
  const share = (clientY - top) / height;
  const mayInside = mayDo(target, 'add');
  const edge = mayInside ? 0.3 : 0.5;
  if (mayGo(row, target.dataset.parent ?? '')) {
    if (share < edge) return 'before';
    if (share >= 1 - edge) return 'after';
  }
  return mayInside ? 'inside' : undefined;
}

/** Where the row would go there, which is shown. */
function placeUnder(row: TreeRow, at: HandPoint): TreePosition | null {
  const line = document.elementFromPoint(at.clientX, at.clientY)?.closest<HTMLLIElement>('.tree > li');
  const target = treeRowAt(line ?? null);
  const isOther = target && target !== row && !below(row).includes(target);
  const sign = line?.dataset.more ? positionAtMore(line).sign : isOther ? signAt(row, target, at) : undefined;
  const place = line?.dataset.more ? positionAtMore(line) : isOther && sign ? dropPosition(target, sign) : null;
  const isOpen = place !== null && mayGo(row, place.parent);
  if (isOpen) markDrop(line as TreeRow, sign);
  else markDrop(undefined);
  return isOpen ? place : null;
}

function scrollSidebar(scrolled: HTMLElement, { clientY }: HandPoint): void {
  const { top, bottom } = scrolled.getBoundingClientRect();
  if (clientY < top + EDGE) scrolled.scrollTop -= STEP;
  else if (clientY > bottom - EDGE) scrolled.scrollTop += STEP;
}

const tree = treeElement();
const scrolled = tree?.closest<HTMLElement>('.sidebar-scroll');

if (tree)
  carryByFinger(tree, (touched) => {
    const row = treeRowAt(touched);
    if (!row || !mayDo(row, 'move')) return null;
    let place: TreePosition | null = null;
    row.classList.add('dragged');
    return {
      over(at) {
        if (scrolled) scrollSidebar(scrolled, at);
        place = placeUnder(row, at);
      },
      drop: () => place && void moveRow(row, place),
      end() {
        markDrop(undefined);
        row.classList.remove('dragged');
      },
    };
  });
