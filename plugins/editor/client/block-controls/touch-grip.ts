// Where there is no mouse: a grip beside the block that has the caret, which the finger drags, or taps for the menu.

import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { HandPoint } from '../../../../core/client/touch/finger-hold.ts';
import type { BlockDrag } from './block-drag.ts';
import type { TouchTools } from './touch-tools.ts';

/** A finger that taps is not still. */
const DRAG_PX = 8;
const GRIP_PX = 24;
/** Beyond the edge of the text there is no more room than that on a phone. */
const MARGIN_PX = 20;

export function addTouchGrip(view: EditorView, frame: HTMLElement, tools: TouchTools): void {
  const grip = el(
    'button',
    { type: 'button', class: 'touch-grip', tabindex: -1, 'aria-label': t('editor.block_menu'), hidden: '' },
    icon('grip-vertical'),
  );
  grip.setAttribute('aria-haspopup', 'menu');
  frame.append(grip);
  const noMouse = matchMedia('(hover: none)');
  let isHeld = false;
  let wasDragged = false;
  const show = () => {
    if (isHeld) return;
    const chosen = noMouse.matches && view.editable && view.hasFocus() ? tools.chosenBlocks(view.state) : null;
    const block = chosen && (view.nodeDOM(chosen.from) as HTMLElement | null);
    grip.hidden = !block;
    if (block) place(grip, frame, block);
  };
  const showSoon = () => requestAnimationFrame(show);
  document.addEventListener('selectionchange', showSoon);
  for (const type of ['focus', 'blur']) view.dom.addEventListener(type, showSoon);
  // Pictures that come and lines that grow move what is below them.
  new ResizeObserver(showSoon).observe(view.dom);
  // Lifting the finger after a drag is no tap.
  grip.addEventListener('click', () => !wasDragged && tools.openBlockMenu(view, grip));
  grip.addEventListener('pointerdown', (event) => {
    // The text keeps the focus, and with it the keyboard of the phone.
    event.preventDefault();
    isHeld = true;
    wasDragged = false;
    hold({ view, frame, grip, start: event, tools, begun: () => (wasDragged = true) }).finally(() => {
      isHeld = false;
      showSoon();
    });
  });
}

interface Held {
  view: EditorView;
  frame: HTMLElement;
  grip: HTMLElement;
  start: PointerEvent;
  tools: TouchTools;
  begun(): void;
}

/** Follows the finger until it is lifted; one that has hardly moved was a tap. */
function hold({ view, frame, grip, start, tools, begun }: Held): Promise<void> {
  const { chooseBlock, chosenBlocks, scrollAtEdge, startDrag } = tools;
  let drag: BlockDrag | null = null;
  let at: HandPoint = start;
  /** Bars lie over the page at both its ends; a block that is held there stands beside them. */
  const [top, end] = seen();
  const within = ({ clientX, clientY }: HandPoint): HandPoint => ({
    clientX,
    clientY: Math.min(Math.max(clientY, top + 1), end - 1),
  });
  let frames = 0;
  const stop = new AbortController();
  const { signal } = stop;
  grip.setPointerCapture(start.pointerId);
  // A finger that rests at the edge of the window goes on scrolling.
  const roll = () => {
    scrollAtEdge(at, end);
    drag?.over(within(at));
    frames = requestAnimationFrame(roll);
  };
  const begin = () => {
    chooseBlock(view.state, view.dispatch);
    const chosen = chosenBlocks(view.state);
    if (!chosen) return;
    begun();
    drag = startDrag(view, frame, chosen);
    frames = requestAnimationFrame(roll);
  };
  grip.addEventListener(
    'pointermove',
    (event) => {
      at = event;
      if (!drag && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > DRAG_PX) begin();
    },
    { signal },
  );
  return new Promise((resolve) => {
    const end = () => {
      cancelAnimationFrame(frames);
      drag?.end();
      stop.abort();
      resolve();
    };
    const lift = (event: PointerEvent) => {
      drag?.over(within(event));
      drag?.drop();
      end();
    };
    grip.addEventListener('pointerup', lift, { signal });
    grip.addEventListener('pointercancel', end, { signal });
  });
}

/** From where to where the page is seen: the keyboard of a phone, too, has its bar above it. */
function seen(): [top: number, end: number] {
  const [above, below] = ['.topbar', '.touch-bar:not([hidden])'].map((name) =>
    document.querySelector(name)?.getBoundingClientRect(),
  );
  return [above?.bottom ?? 0, below?.top ?? innerHeight];
}

function place(grip: HTMLElement, frame: HTMLElement, block: HTMLElement): void {
  const content = block.firstElementChild ?? block;
  const around = frame.getBoundingClientRect();
  const at = content.getBoundingClientRect();
  const own = block.getBoundingClientRect();
  const { lineHeight, paddingTop } = getComputedStyle(content);
  const line = Math.min(Number.parseFloat(lineHeight) || 24, at.height);
  const edge = document.documentElement.dir === 'rtl' ? around.right - own.right : own.left - around.left;
  grip.style.insetBlockStart = `${at.top - around.top + (Number.parseFloat(paddingTop) || 0) + (line - grip.offsetHeight) / 2}px`;
  grip.style.insetInlineStart = `${Math.max(edge - GRIP_PX, -MARGIN_PX)}px`;
}
