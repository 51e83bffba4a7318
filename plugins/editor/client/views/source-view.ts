// A block that is drawn from a source text: the drawing, and a field for the source while somebody changes it.
import type { Node } from 'prosemirror-model';
import { NodeSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import type { SourceKind } from '../../../blocks/client/editing/block-client.ts';
import { BLOCK_CLIENTS } from '../../../blocks/types/clients.ts';
import { ChosenView } from './atom-view.ts';

/** What asks the view of a chosen block to open what is behind it. */
export const OPEN_EVENT = 'commonplace:open-block';

/** Keys come faster than drawings are made. */
const PAUSE_MS = 200;

export class SourceView extends ChosenView {
  readonly #view: EditorView;
  readonly #position: () => number | undefined;
  readonly #kind: SourceKind;
  readonly #drawing = el('div', { class: 'drawing' });
  readonly #fault = el('p', { class: 'fault', role: 'status' });
  readonly #field: HTMLTextAreaElement | HTMLInputElement;
  #node: Node;
  #drawn: Node | null = null;
  /** the source was left by a key, and nothing else was chosen since */
  #isLeft = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(node: Node, view: EditorView, position: () => number | undefined, kind: SourceKind) {
    super(el('div', { class: `block-${node.type.name} source-block` }));
    this.#node = node;
    this.#view = view;
    this.#position = position;
    this.#kind = kind;
    const edit = el(
      'button',
      { type: 'button', class: 'icon-button source-edit', 'aria-label': kind.label, title: kind.label },
      icon('code'),
    );
    edit.addEventListener('click', () => this.#open());
    this.#field = el(kind.isLine ? 'input' : 'textarea', {
      class: 'source-field mono',
      'aria-label': kind.label,
      placeholder: kind.example,
      rows: 3,
      maxlength: kind.isLine ? 2000 : 100_000,
      spellcheck: 'false',
      hidden: '',
    });
    this.#field.addEventListener('input', () => this.#set(this.#field.value));
    this.#field.addEventListener('blur', () => this.#close());
    this.#field.addEventListener('keydown', (event) => this.#onKey(event as KeyboardEvent));
    this.#drawing.addEventListener('dblclick', () => this.#open());
    this.dom.addEventListener(OPEN_EVENT, (event) => (this.#isLeft ? event.preventDefault() : this.#open()));
    this.dom.append(this.#drawing, edit, this.#field, this.#fault);
    this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    if (this.#field.hidden || document.activeElement !== this.#field) this.#field.value = this.#source;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#draw(), PAUSE_MS);
    return true;
  }

  override deselectNode(): void {
    super.deselectNode();
    this.#isLeft = false;
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && Boolean(event.target.closest('input, textarea, button'));
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  get #source(): string {
    return String(this.#node.attrs[this.#kind.attribute]);
  }

  #set(written: string): void {
    const at = this.#position();
    if (at === undefined || written === this.#source) return;
    this.#view.dispatch(this.#view.state.tr.setNodeAttribute(at, this.#kind.attribute, written));
  }

  #open(): void {
    this.#field.hidden = false;
    this.#field.value = this.#source;
    this.#field.focus();
  }

  #close(): void {
    this.#field.hidden = true;
  }

  #onKey(event: KeyboardEvent): void {
    const isEnter = event.key === 'Enter' && (this.#kind.isLine || event.ctrlKey || event.metaKey);
    const isEnd = event.key === 'Escape' || isEnter;
    if (!isEnd) return;
    event.preventDefault();
    const at = this.#position();
    const { state } = this.#view;
    this.#view.focus();
    if (at !== undefined) this.#view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, at)));
    this.#isLeft = true;
  }

  async #draw(): Promise<void> {
    const source = this.#source;
    const node = this.#node;
    if (this.#drawn?.eq(node)) return;
    this.#drawn = node;
    try {
      const made = source.trim()
        ? await this.#kind.draw(source, node, this.#view, this.#position)
        : el('p', { class: 'inert-note' }, this.#kind.empty);
      if (node !== this.#drawn) return;
      this.#drawing.replaceChildren(made);
      this.#fault.textContent = '';
    } catch (error) {
      if (node !== this.#drawn) return;
      this.#drawing.replaceChildren(el('pre', {}, el('code', {}, source)));
      this.#fault.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}

const DRAWN = new Set(BLOCK_CLIENTS.flatMap(({ type, source }) => (source ? [type] : [])));

export const isDrawn = (type: string): boolean => DRAWN.has(type);
