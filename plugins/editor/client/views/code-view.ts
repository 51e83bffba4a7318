// Code in the page: its text, the language it is in, and a button that copies it.
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { copyOut } from '../../../../core/client/clipboard.ts';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { captionField } from './caption-field.ts';

/** Languages offered by name; any other that a page already names stays. */
const LANGUAGES =
  'bash c cpp csharp css diff go graphql html java javascript json kotlin markdown php python ruby rust sql swift typescript xml yaml'.split(
    ' ',
  );

export class CodeView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  #node: Node;
  readonly #language: HTMLSelectElement;
  readonly #caption: HTMLInputElement;

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    this.#node = node;
    const set = (name: string, value: string | null) => {
      const at = position();
      if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, name, value));
    };
    this.#language = el('select', { class: 'code-language', 'aria-label': t('editor.code_language') });
    this.#language.addEventListener('change', () => {
      set('language', this.#language.value);
      view.focus();
    });
    // A page may hold hundreds of them, and few are ever opened.
    this.#language.addEventListener('focus', () => this.#offer(LANGUAGES), { once: true });
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
    const language = String(this.#node.attrs.language ?? '');
    this.#offer([language]);
    this.#language.value = language;
    this.#showCaption();
  }

  #showCaption(): void {
    this.#caption.value = this.#node.attrs.caption ?? '';
    this.#caption.hidden = !this.#caption.value && document.activeElement !== this.#caption;
  }

  #offer(names: string[]): void {
    const known = new Set([...this.#language.options].map(({ value }) => value));
    for (const name of ['', ...names]) {
      if (known.has(name)) continue;
      known.add(name);
      this.#language.append(el('option', { value: name }, name || t('editor.code_plain')));
    }
  }
}
