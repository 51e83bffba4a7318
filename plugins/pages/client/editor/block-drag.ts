// Dragging blocks to another place: a line shows where they will stand, indented when they will be inside.
import type { EditorView } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';
import { blockById, nests } from '../../blocks/position.ts';
import { moveBlocks, type Target } from './range-commands.ts';

const NEST_PX = 32;
/** How near the end of a line a block is let go to stand beside it; on a phone columns stand one below the other. */
const BESIDE_PX = 48;
const NARROW_PX = 760;
const SCROLL_EDGE_PX = 60;
const SCROLL_STEP_PX = 12;

/** Follows one drag from its start to its end. */
export function dragBlocks(
  view: EditorView,
  frame: HTMLElement,
  start: DragEvent,
  { from, to }: { from: number; to: number },
  block: HTMLElement,
): void {
  const line = el('div', { class: 'drop-line', hidden: '' });
  frame.append(line);
  const stop = new AbortController();
  const { signal } = stop;
  let target: Target | null = null;
  start.dataTransfer?.setData('text/plain', block.innerText);
  start.dataTransfer?.setDragImage(block, 0, 0);
  if (start.dataTransfer) start.dataTransfer.effectAllowed = 'move';
  const over = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    target = targetAt(view, event, from, to);
    draw(view, frame, line, target);
    const step = event.clientY < SCROLL_EDGE_PX ? -1 : event.clientY > innerHeight - SCROLL_EDGE_PX ? 1 : 0;
    if (step) scrollBy(0, step * SCROLL_STEP_PX);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (target) moveBlocks(from, to, target)(view.state, view.dispatch, view);
    view.focus();
  };
  const end = () => {
    stop.abort();
    line.remove();
  };
  // Before the editor sees them: to it they would be a drag of text.
  document.addEventListener('dragover', over, { capture: true, signal });
  document.addEventListener('drop', drop, { capture: true, signal });
  document.addEventListener('dragend', end, { signal });
}

function targetAt(view: EditorView, { clientX, clientY }: DragEvent, from: number, to: number): Target | null {
  const { left, right } = view.dom.getBoundingClientRect();
  const x = Math.min(Math.max(clientX, left + 40), right - 2);
  const under = document.elementFromPoint(x, clientY)?.closest<HTMLElement>('.block[data-id]');
  if (!under || !view.dom.contains(under)) return null;
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

function draw(view: EditorView, frame: HTMLElement, line: HTMLElement, target: Target | null): void {
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
