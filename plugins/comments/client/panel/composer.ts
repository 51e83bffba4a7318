// Where a comment is written: a field that grows, people after @, Ctrl+Enter to send.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { keysText } from '../../../../core/client/shortcuts.ts';
import { failed } from '../../../../core/client/toast.ts';
import { COMMENT_BODY_MAX } from '../../body.ts';
import { commentBody } from './comment-text.ts';
import { PeopleList } from './people-list.ts';
import type { CommentPerson, Threads } from './threads.ts';

export interface ComposerOptions {
  label: string;
  /** what stands in the empty field; default: how to comment */
  hint?: string;
  action: string;
  threads: Threads;
  text?: string;
  people?: CommentPerson[];
  send(body: string): Promise<void>;
  /** without it the field cannot be given up, only emptied */
  cancel?(): void;
}

export class Composer {
  readonly element: HTMLFormElement;
  readonly #field: HTMLTextAreaElement;
  readonly #button: HTMLButtonElement;
  readonly #list: PeopleList;
  readonly #options: ComposerOptions;

  constructor(options: ComposerOptions) {
    this.#options = options;
    this.#field = el('textarea', {
      rows: 1,
      maxlength: COMMENT_BODY_MAX,
      'aria-label': options.label,
      placeholder: options.hint ?? t('comments.panel.placeholder'),
    });
    this.#field.value = options.text ?? '';
    this.#list = new PeopleList(this.#field, options.threads, options.people ?? []);
    this.#button = el('button', { class: 'button primary', title: keysText('mod+enter') }, options.action);
    const cancel = el('button', { type: 'button', class: 'button quiet' }, t('comments.panel.cancel'));
    cancel.addEventListener('click', () => this.#cancel());
    this.element = el(
      'form',
      { class: 'composer' },
      this.#field,
      this.#list.element,
      el('div', { class: 'composer-actions' }, this.#button, cancel),
    );
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#send();
    });
    this.#field.addEventListener('keydown', (event) => this.#onKey(event));
    this.#field.addEventListener('input', () => this.#refresh());
    this.#refresh();
  }

  get isEmpty(): boolean {
    return this.#field.value.trim() === '';
  }

  /** @param typed goes behind what is there, as if it were typed now */
  focus(typed = ''): void {
    this.#field.focus();
    if (typed) {
      this.#field.value += typed;
      this.#field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    this.#field.setSelectionRange(this.#field.value.length, this.#field.value.length);
  }

  #refresh(): void {
    this.#button.disabled = this.isEmpty;
    this.element.classList.toggle('is-idle', this.isEmpty && !this.#options.cancel);
  }

  #cancel(): void {
    this.#field.value = '';
    this.#refresh();
    this.#options.cancel?.();
  }

  #onKey(event: KeyboardEvent): void {
    if (this.#list.onKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void this.#send();
    } else if (event.key === 'Escape' && (!this.isEmpty || this.#options.cancel)) {
      // The panel would close with what was typed.
      event.stopPropagation();
      if (this.#options.cancel) this.#cancel();
      else this.#field.blur();
    }
  }

  async #send(): Promise<void> {
    if (this.isEmpty || this.#button.disabled) return;
    this.#button.disabled = true;
    try {
      await this.#options.send(commentBody(this.#field.value, this.#list.chosen));
      this.#field.value = '';
    } catch (error) {
      failed(error);
    }
    this.#refresh();
  }
}
