// The title on the page of a database, which whoever may change the database writes where it is read.
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { ARTICLE_CHANGED } from '../../../../blocks/client/reading/article-updates.ts';
import type { Model } from '../model.ts';
import { renameDatabase } from './rename.ts';

const NAME_MAX = 500;

export class PageName {
  readonly #model: Model;
  readonly #field: HTMLElement;
  /** called by Enter, after the name */
  readonly #leave: () => void;
  /** what somebody is writing */
  #draft: string | undefined;

  constructor(field: HTMLElement, model: Model, leave: () => void, signal?: AbortSignal) {
    this.#model = model;
    this.#field = field;
    this.#leave = leave;
    this.#arm();
    field.addEventListener('input', () => this.#settle());
    field.addEventListener('keydown', (event) => this.#obey(event));
    field.addEventListener('blur', () => void this.#save().catch(failed));
    field.addEventListener('drop', (event) => event.preventDefault());
    document.addEventListener(ARTICLE_CHANGED, () => this.#arm(), { signal });
  }

  get #value(): string {
    return (this.#field.textContent ?? '').replace(/\s+/g, ' ').trim();
  }

  /** Chosen as a whole: a name that nobody has chosen goes with the first key. */
  focus(): void {
    this.#field.focus();
    getSelection()?.selectAllChildren(this.#field);
  }

  /** Also after the head was drawn anew by what others have changed. */
  #arm(): void {
    const field = this.#field;
    if (field.matches('.untitled')) field.replaceChildren();
    field.classList.remove('untitled');
    field.contentEditable = 'plaintext-only';
    field.setAttribute('role', 'textbox');
    field.setAttribute('aria-label', t('databases.view.page_name'));
    field.dataset.placeholder = t('core.client.untitled');
    if (this.#draft === undefined || this.#draft === field.textContent) return;
    field.textContent = this.#draft;
    getSelection()?.selectAllChildren(field);
    getSelection()?.collapseToEnd();
  }

  #settle(): void {
    const text = this.#field.textContent ?? '';
    // Browsers leave a line end behind in an emptied field, which hides the placeholder.
    if (!text.trim()) this.#field.replaceChildren();
    if (text.length > NAME_MAX) this.#field.textContent = text.slice(0, NAME_MAX);
    this.#draft = this.#field.textContent ?? '';
  }

  #obey(event: KeyboardEvent): void {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Enter') this.#leave();
    else this.#giveUp();
  }

  #giveUp(): void {
    this.#field.textContent = this.#model.collection.name;
    this.#draft = undefined;
    this.#field.blur();
  }

  async #save(): Promise<void> {
    if (this.#draft === undefined) return;
    this.#draft = undefined;
    const title = this.#value;
    if (!title) this.#field.textContent = this.#model.collection.name;
    await renameDatabase(this.#model, title);
  }
}
