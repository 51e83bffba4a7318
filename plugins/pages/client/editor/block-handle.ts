// The handle beside the block under the pointer: drags it, opens its menu, adds a line below it.

import { Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { blockById, emptyBlock } from '../../blocks/position.ts';
import { dragBlocks } from './block-drag.ts';
import { openBlockMenu } from './block-menu-opener.ts';
import { BlockRange, chosenBlocks } from './block-range.ts';
import { openSuggestions } from './suggest.ts';

export class BlockHandle {
  readonly #view: EditorView;
  readonly #frame: HTMLElement;
  readonly #box: HTMLElement;
  #block: HTMLElement | null = null;

  /** `frame` is the positioned element around the editor. */
  constructor(view: EditorView, frame: HTMLElement) {
    this.#view = view;
    this.#frame = frame;
    const add = button('block-add', t('pages.editor.add_below'), icon('plus'), () => this.#add());
    const grip = button('block-grip', t('pages.editor.block_menu'), icon('grip-vertical'), () => this.#open(grip));
    grip.setAttribute('aria-haspopup', 'menu');
    grip.draggable = true;
    grip.addEventListener('dragstart', (event) => this.#drag(event));
    this.#box = el('div', { class: 'block-handle', hidden: '' }, add, grip);
    frame.append(this.#box);
    frame.addEventListener('pointermove', (event) => event.pointerType === 'mouse' && this.#follow(event));
    frame.addEventListener('pointerleave', () => this.#hide());
    view.dom.addEventListener('keydown', () => this.#hide());
  }

  /** The innermost block in the line of the pointer, also when it is in the margin. */
  #follow(event: PointerEvent): void {
    if (event.buttons || (event.target instanceof Element && event.target.closest('.block-handle'))) return;
    const { left, right } = this.#view.dom.getBoundingClientRect();
    const x = Math.min(Math.max(event.clientX, left + 40), right - 2);
    const under = document.elementFromPoint(x, event.clientY)?.closest<HTMLElement>('.block');
    if (under && this.#view.dom.contains(under) && under !== this.#block) this.#show(under);
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
    const isRtl = document.documentElement.dir === 'rtl';
    const edge = isRtl ? frame.right - own.right : own.left - frame.left;
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
    openBlockMenu(this.#view, grip);
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
