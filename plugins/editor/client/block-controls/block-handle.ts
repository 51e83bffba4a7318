// The handle beside the block under the pointer: drags it, opens its menu, adds a line below it.

import { Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { blockById, emptyBlock } from '../../../blocks/commands/block-position.ts';
import { openSuggestions } from '../slash-menu/suggestions.ts';
import { dragBlocks } from './block-drag.ts';
import { loadBlockMenu } from './block-menu-shortcuts.ts';
import { BlockRange, chosenBlocks } from './block-range.ts';

/** How far beside the handle a hand may be on its way to it. */
const NEAR_PX = 4;

const isRtl = (): boolean => document.documentElement.dir === 'rtl';

/** Menus and dialogs lie over the page; the handle waits below them. */
const isFloating = (target: Node): boolean => target instanceof Element && target.closest('[popover], dialog') !== null;

/** A block in the line at this height among those below `block`, else that one. */
function innermostAt(block: HTMLElement, y: number): HTMLElement {
  for (const child of block.querySelectorAll<HTMLElement>(':scope > .block-group > .block')) {
    const { top, bottom } = child.getBoundingClientRect();
    if (top <= y && y < bottom) return innermostAt(child, y);
  }
  return block;
}

export class BlockHandle {
  readonly #view: EditorView;
  readonly #frame: HTMLElement;
  readonly #box: HTMLElement;
  #block: HTMLElement | null = null;

  /** `frame` is the positioned element around the editor. */
  constructor(view: EditorView, frame: HTMLElement) {
    this.#view = view;
    this.#frame = frame;
    const add = button('block-add', t('editor.add_below'), icon('plus'), () => this.#add());
    const grip = button('block-grip', t('editor.block_menu'), icon('grip-vertical'), () => this.#open(grip));
    grip.setAttribute('aria-haspopup', 'menu');
    grip.draggable = true;
    grip.addEventListener('dragstart', (event) => this.#drag(event));
    this.#box = el('div', { class: 'block-handle', hidden: '' }, add, grip);
    frame.append(this.#box);
    document.addEventListener('pointermove', (event) => event.pointerType === 'mouse' && this.follow(event));
    document.documentElement.addEventListener('pointerleave', () => this.#hide());
    view.dom.addEventListener('keydown', () => this.#hide());
  }

  follow(event: PointerEvent): void {
    const target = event.target as Node;
    if (event.buttons || this.#box.contains(target) || isFloating(target) || this.#isOnWay(event)) return;
    const block = this.#isLevel(event) ? this.#blockAt(event) : null;
    if (!block) this.#hide();
    else if (block !== this.#block) this.#show(block);
  }

  /** Level with the text: over it or in the margin on either side, with nothing else under the pointer. */
  #isLevel({ target, clientY }: PointerEvent): boolean {
    const { top, bottom } = this.#view.dom.getBoundingClientRect();
    const under = target as Node;
    return clientY >= top && clientY < bottom && (under.contains(this.#frame) || this.#frame.contains(under));
  }

  /** Between a block and its handle there are pixels of the block around it, or of a column beside. */
  #isOnWay({ clientX, clientY }: PointerEvent): boolean {
    if (!this.#block) return false;
    const box = this.#box.getBoundingClientRect();
    const own = this.#block.getBoundingClientRect();
    const [start, end] = isRtl() ? [own.right, box.right + NEAR_PX] : [box.left - NEAR_PX, own.left];
    return clientX >= start && clientX <= end && clientY >= box.top - NEAR_PX && clientY <= box.bottom + NEAR_PX;
  }

  /** The innermost block in the line of the pointer; between two lines it is the one it was. */
  #blockAt({ clientX, clientY }: PointerEvent): HTMLElement | null {
    const { left, right } = this.#view.dom.getBoundingClientRect();
    const x = Math.min(Math.max(clientX, left + 1), right - 2);
    let under = document.elementFromPoint(x, clientY)?.closest<HTMLElement>('.block');
    // What an editor inside shows is moved there; here it is one block.
    while (under && under.closest('.ProseMirror') !== this.#view.dom)
      under = under.parentElement?.closest<HTMLElement>('.block');
    return under ? innermostAt(under, clientY) : this.#block;
  }

  #show(block: HTMLElement): void {
    this.#block = block;
    this.#box.hidden = false;
    const content = block.firstElementChild ?? block;
    const frame = this.#frame.getBoundingClientRect();
    const at = content.getBoundingClientRect();
    const line = Number.parseFloat(getComputedStyle(content).lineHeight) || 24;
    const inset = Number.parseFloat(getComputedStyle(content).paddingTop) || 0;
    const own = block.getBoundingClientRect();
    const edge = isRtl() ? frame.right - own.right : own.left - frame.left;
    this.#box.style.insetBlockStart = `${at.top - frame.top + inset + (Math.min(line, at.height) - this.#box.offsetHeight) / 2}px`;
    this.#box.style.insetInlineStart = `${edge - this.#box.offsetWidth - 2}px`;
  }

  #hide(): void {
    this.#block = null;
    this.#box.hidden = true;
  }

  #place() {
    return this.#block?.dataset.id ? blockById(this.#view.state.doc, this.#block.dataset.id) : null;
  }

  #open(grip: HTMLElement): void {
    const place = this.#place();
    if (!place) return;
    this.#choose();
    loadBlockMenu(this.#view, grip);
  }

  /** Keeps a run of chosen blocks when the pointer is on one of them. */
  #choose(): void {
    const place = this.#place();
    const { state } = this.#view;
    if (!place) return;
    const { selection } = state;
    const isChosen = selection instanceof BlockRange && selection.from <= place.pos && place.pos < selection.to;
    if (!isChosen) this.#view.dispatch(state.tr.setSelection(BlockRange.of(place, state.doc)));
  }

  #add(): void {
    const place = this.#place();
    if (!place) return;
    const isEmpty = place.content.type.name === 'paragraph' && place.content.content.size === 0;
    const { tr } = this.#view.state;
    const at = isEmpty ? place.pos : place.pos + place.node.nodeSize;
    if (!isEmpty) tr.insert(at, emptyBlock());
    this.#view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(at + 2), 1)).scrollIntoView());
    this.#view.focus();
    openSuggestions(this.#view, '/');
  }

  #drag(event: DragEvent): void {
    this.#choose();
    const chosen = chosenBlocks(this.#view.state);
    if (chosen && this.#block) dragBlocks(this.#view, this.#frame, event, chosen, this.#block);
    else event.preventDefault();
  }
}

function button(name: string, label: string, picture: SVGElement, run: () => void): HTMLButtonElement {
  // Out of the tab order: the same menu opens by keyboard at the caret.
  return el(
    'button',
    { type: 'button', class: `icon-button ${name}`, tabindex: -1, 'aria-label': label, title: label, onclick: run },
    picture,
  );
}
