// Code in the page: its text, the language it is in, and a button that copies it.
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { copyOut } from '../../../../core/client/clipboard.ts';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { failed } from '../../../../core/client/toast.ts';
import { TypeAhead } from '../../../../core/client/type-ahead/type-ahead.ts';
import { captionField } from './caption-field.ts';

export class CodeView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  #node: Node;
  readonly #language: HTMLButtonElement;
  readonly #caption: HTMLInputElement;

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    this.#node = node;
    const set = (name: string, value: string | null) => {
      const at = position();
      if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, name, value));
    };
    this.#language = el('button', { type: 'button', class: 'code-language', 'aria-haspopup': 'dialog' });
    this.#language.addEventListener('click', () => this.#choose(view, position, new TypeAhead()).catch(failed));
    const copy = el(
      'button',
      {
        type: 'button',
        class: 'icon-button',
        'aria-label': t('editor.code_copy'),
        onclick: () => copyOut(this.#node.textContent, t('editor.copied')),
      },
      icon('copy'),
    );
    this.contentDOM = el('code');
    this.#caption = captionField(view, (caption) => set('caption', caption));
    this.#caption.addEventListener('blur', () => this.#showCaption());
    const label = t('editor.caption');
    const caption = el('button', { type: 'button', class: 'icon-button', 'aria-label': label }, icon('message-square'));
    caption.addEventListener('click', () => {
      this.#caption.hidden = false;
      this.#caption.focus();
    });
    const head = el('div', { class: 'code-head', contenteditable: 'false' }, this.#language, caption, copy);
    this.dom = el(
      'figure',
      { class: 'block-code' },
      head,
      el('pre', { spellcheck: 'false' }, this.contentDOM),
      el('div', { contenteditable: 'false' }, this.#caption),
    );
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const isSame = node.sameMarkup(this.#node);
    this.#node = node;
    if (!isSame) this.#show();
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof globalThis.Node && !this.contentDOM.contains(event.target);
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  #show(): void {
    this.#name().catch(failed);
    this.#showCaption();
  }

  #showCaption(): void {
    this.#caption.value = this.#node.attrs.caption ?? '';
    this.#caption.hidden = !this.#caption.value && document.activeElement !== this.#caption;
  }

  async #name(): Promise<void> {
    const name = (shown: string) => {
      this.#language.textContent = shown;
      this.#language.ariaLabel = `${t('editor.code_language')}: ${shown}`;
    };
    name(this.#node.attrs.language || t('editor.code_plain'));
    const { languageName } = await import('./language-choice.ts');
    name(languageName(this.#node.attrs.language));
  }

  async #choose(view: EditorView, position: () => number | undefined, ahead: TypeAhead): Promise<void> {
    const { chooseLanguage, setLanguage } = await import('./language-choice.ts').finally(() =>
      setTimeout(() => ahead.take()),
    );
    const language = await chooseLanguage(this.#language, this.#node.attrs.language, ahead);
    const at = position();
    if (at !== undefined && language !== null) setLanguage(view, at, language);
    view.focus();
  }
}
