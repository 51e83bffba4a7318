// A block that is drawn from a source text: the drawing, and a field for the source while somebody changes it.
import type { Node } from 'prosemirror-model';
import { NodeSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { failed } from '../../../../core/client/toast.ts';
import type { SourceKind } from '../../../blocks/client/editing/block-client.ts';
import { BLOCK_CLIENTS } from '../../../blocks/types/clients.ts';
import { SOURCE_MAX } from '../../../blocks/value-rules.ts';
import { ChosenView } from './atom-view.ts';
import { LiveDrawing } from './live-drawing.ts';

/** What asks the view of a chosen block to open what is behind it. */
export const OPEN_EVENT = 'commonplace:open-block';

/** Keys come faster than drawings are made. */
const PAUSE_MS = 200;

export class SourceView extends ChosenView {
  readonly #view: EditorView;
  readonly #position: () => number | undefined;
  readonly #kind: SourceKind;
  readonly #drawing = new LiveDrawing();
  readonly #field: HTMLTextAreaElement | HTMLInputElement;
  /** what stands below the field while it is open */
  readonly #tools: HTMLElement;
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
      maxlength: kind.isLine ? 2000 : SOURCE_MAX,
      spellcheck: 'false',
      hidden: '',
    });
    this.#field.addEventListener('input', () => this.#set(this.#field.value));
    this.#field.addEventListener('keydown', (event) => this.#onKey(event as KeyboardEvent));
    const done = el('button', { type: 'button', class: 'button primary' }, t('editor.done'));
    done.addEventListener('click', () => this.#leave());
    this.#tools = el('div', { class: 'source-tools', hidden: '' }, done);
    this.#drawing.dom.addEventListener('dblclick', () => this.#open());
    this.#drawing.dom.addEventListener('click', () => this.#source.trim() || this.#open());
    this.dom.addEventListener(OPEN_EVENT, (event) => (this.#isLeft ? event.preventDefault() : this.#open()));
    this.dom.addEventListener('focusout', ({ relatedTarget }) => {
      if (!this.dom.contains(relatedTarget as HTMLElement | null)) this.#close();
    });
    this.dom.append(this.#drawing.dom, edit, this.#field, this.#drawing.fault, this.#tools);
    this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    if (!this.#isOpen || document.activeElement !== this.#field) this.#field.value = this.#source;
    this.dom.classList.toggle('is-empty', !this.#source.trim());
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
    this.#drawing.stop();
  }

  get #source(): string {
    return String(this.#node.attrs[this.#kind.attribute]);
  }

  get #isOpen(): boolean {
    return !this.#field.hidden;
  }

  /** What a source may begin with, as long as there is none. */
  async #offer(starters: () => Promise<Record<string, string>>): Promise<void> {
    if (this.#tools.childElementCount > 1) return;
    const buttons = Object.entries(await starters()).map(([label, source]) => {
      const button = el('button', { type: 'button', class: 'button source-starter' }, label);
      button.addEventListener('click', () => {
        this.#field.focus();
        this.#field.value = source;
        this.#set(source);
      });
      return button;
    });
    this.#tools.prepend(...buttons);
  }

  #set(written: string): void {
    const at = this.#position();
    if (at === undefined || written === this.#source) return;
    this.#view.dispatch(this.#view.state.tr.setNodeAttribute(at, this.#kind.attribute, written));
  }

  #open(): void {
    if (!this.#view.editable) return;
    this.#show(true);
    this.#keepHeight();
    this.#field.value = this.#source;
    this.#field.focus();
    if (this.#kind.starters && !this.#source.trim()) this.#offer(this.#kind.starters).catch(failed);
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#show(false);
    this.#drawing.dom.style.minBlockSize = '';
    // Whoever has left a faulty source sees it again.
    if (this.#drawing.dom.classList.contains('stale')) this.#draw(true);
  }

  #show(isOpen: boolean): void {
    this.#field.hidden = this.#tools.hidden = !isOpen;
    this.dom.classList.toggle('is-open', isOpen);
    this.dom.classList.toggle('is-empty', !this.#source.trim());
  }

  /** What is below does not come up and go down again while somebody types. */
  #keepHeight(): void {
    const { dom } = this.#drawing;
    dom.style.minBlockSize = `${dom.offsetHeight}px`;
  }

  #onKey(event: KeyboardEvent): void {
    const isEnter = event.key === 'Enter' && (this.#kind.isLine || event.ctrlKey || event.metaKey);
    if (event.key !== 'Escape' && !isEnter) return;
    event.preventDefault();
    this.#leave();
  }

  /** The block is chosen, so that Enter goes on below. */
  #leave(): void {
    const at = this.#position();
    const { state } = this.#view;
    this.#view.focus();
    if (at !== undefined) this.#view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, at)));
    this.#isLeft = true;
  }

  async #draw(isAgain = false): Promise<void> {
    const source = this.#source;
    const node = this.#node;
    if (this.#drawn?.eq(node) && !isAgain) return;
    this.#drawn = node;
    const make = async () =>
      source.trim()
        ? this.#kind.draw(source, node, this.#view, this.#position)
        : el('p', { class: 'inert-note' }, this.#kind.empty);
    await this.#drawing.show(make, this.#isOpen ? undefined : source);
    if (this.#isOpen) this.#keepHeight();
  }
}

const DRAWN = new Set(BLOCK_CLIENTS.flatMap(({ type, source }) => (source ? [type] : [])));

export const isDrawn = (type: string): boolean => DRAWN.has(type);
