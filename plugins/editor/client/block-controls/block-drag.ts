// Dragging blocks to another place: a line shows where they will stand, indented when they will be inside.
import type { EditorView } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';
import type { HandPoint } from '../../../../core/client/touch/finger-hold.ts';
import { blockById, nests } from '../../../blocks/commands/block-position.ts';
import { type DropTarget, moveBlocks } from './range-commands.ts';

const NEST_PX = 32;
/** How near the end of a line a block is let go to stand beside it; on a phone columns stand one below the other. */
const BESIDE_PX = 48;
const NARROW_PX = 760;
const SCROLL_EDGE_PX = 60;
const SCROLL_STEP_PX = 12;

/** A drag on its way, of a mouse or of a finger. */
export interface BlockDrag {
  over(point: HandPoint): void;
  drop(): void;
  end(): void;
}

/** Scrolls by one step while something is held near the upper or the lower end of what is seen of the page. */
export function scrollAtEdge({ clientY }: HandPoint, end = innerHeight): void {
  const step = clientY < SCROLL_EDGE_PX ? -1 : clientY > end - SCROLL_EDGE_PX ? 1 : 0;
  if (step) scrollBy(0, step * SCROLL_STEP_PX);
}

export function startBlockDrag(
  view: EditorView,
  frame: HTMLElement,
  { from, to }: { from: number; to: number },
): BlockDrag {
  const line = el('div', { class: 'drop-line', hidden: '' });
  frame.append(line);
  let target: DropTarget | null = null;
  return {
    over(point) {
      target = targetAt(view, point, from, to);
      draw(view, frame, line, target);
    },
    drop() {
      if (target) moveBlocks(from, to, target)(view.state, view.dispatch, view);
      view.focus();
    },
    end: () => line.remove(),
  };
}

/** Follows one drag of the mouse from its start to its end. */
export function dragBlocks(
  view: EditorView,
  frame: HTMLElement,
  start: DragEvent,
  chosen: { from: number; to: number },
  block: HTMLElement,
): void {
  const drag = startBlockDrag(view, frame, chosen);
  const stop = new AbortController();
  const { signal } = stop;
  start.dataTransfer?.setData('text/plain', block.innerText);
  start.dataTransfer?.setDragImage(block, 0, 0);
  if (start.dataTransfer) start.dataTransfer.effectAllowed = 'move';
  const over = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    drag.over(event);
    scrollAtEdge(event);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    drag.drop();
  };
  const end = () => {
    stop.abort();
    drag.end();
  };
  // Before the editor sees them: to it they would be a drag of text.
  document.addEventListener('dragover', over, { capture: true, signal });
  document.addEventListener('drop', drop, { capture: true, signal });
  document.addEventListener('dragend', end, { signal });
}

function targetAt(view: EditorView, { clientX, clientY }: HandPoint, from: number, to: number): DropTarget | null {
  const { left, right } = view.dom.getBoundingClientRect();
  const x = Math.min(Math.max(clientX, left + 40), right - 2);
  const under = document.elementFromPoint(x, clientY)?.closest<HTMLElement>('.block[data-id]');
  if (!under || !view.dom.contains(under)) return beyondEnds(view, clientY, from, to);
  const place = blockById(view.state.doc, under.dataset.id ?? '');
  if (!place || (place.pos >= from && place.pos < to)) return null;
  const box = (under.firstElementChild ?? under).getBoundingClientRect();
  const id = place.node.attrs.id as string;
  const side =
    document.documentElement.dir === 'rtl' ? box.left + BESIDE_PX - clientX : clientX - box.right + BESIDE_PX;
  if (side > 0 && innerWidth > NARROW_PX) return { id, side: 'beside' };
  if (clientY < box.top + box.height / 2) return { id, side: 'before' };
  const isRtl = document.documentElement.dir === 'rtl';
  const inset = isRtl ? under.getBoundingClientRect().right - clientX : clientX - under.getBoundingClientRect().left;
  const isNested = place.group !== null || (inset > NEST_PX && nests(place.content));
  return { id, side: isNested ? 'inside' : 'after' };
}

/** Above the first block and below the last one there is page as well, and whoever lets go there means the end. */
function beyondEnds(view: EditorView, clientY: number, from: number, to: number): DropTarget | null {
  const { content, firstChild, lastChild } = view.state.doc;
  const ends = [
    { node: firstChild, pos: 0, side: 'before' as const },
    { node: lastChild, pos: content.size - (lastChild?.nodeSize ?? 0), side: 'after' as const },
  ];
  for (const { node, pos, side } of ends) {
    const box = (view.nodeDOM(pos) as HTMLElement | null)?.getBoundingClientRect();
    const isBeyond = box && (side === 'before' ? clientY < box.top : clientY > box.bottom);
    if (isBeyond && (pos < from || pos >= to)) return { id: node?.attrs.id as string, side };
  }
  return null;
}

function draw(view: EditorView, frame: HTMLElement, line: HTMLElement, target: DropTarget | null): void {
  const place = target && blockById(view.state.doc, target.id);
  const element = place && (view.nodeDOM(place.pos) as HTMLElement | null);
  line.hidden = !element;
  if (!element || !target) return;
  const around = frame.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const text = (element.firstElementChild ?? element).getBoundingClientRect();
  if (target.side === 'beside') {
    Object.assign(line.style, {
      insetBlockStart: `${box.top - around.top}px`,
      insetInlineStart: `${document.documentElement.dir === 'rtl' ? around.right - box.left : box.right - around.left}px`,
      inlineSize: '3px',
      blockSize: `${box.height}px`,
    });
    return;
  }
  line.style.blockSize = '';
  const top = target.side === 'before' ? box.top : target.side === 'inside' ? text.bottom : box.bottom;
  const inset = target.side === 'inside' ? NEST_PX : 0;
  line.style.insetBlockStart = `${top - around.top - 1}px`;
  line.style.insetInlineStart = `${Math.abs(document.documentElement.dir === 'rtl' ? around.right - box.right : box.left - around.left) + inset}px`;
  line.style.inlineSize = `${box.width - inset}px`;
}
