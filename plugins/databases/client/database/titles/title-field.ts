// The name of a database inside a page, which is written where it stands.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { Model } from '../model.ts';
import { renameDatabase } from './rename.ts';

const NAME_MAX = 500;

export class TitleField {
  readonly element = el('p', { class: 'inline-title' });
  readonly #model: Model;
  readonly #field: HTMLInputElement | undefined;

  /** @param given in which somebody began to write the name while the database was made */
  constructor(model: Model, given?: HTMLInputElement) {
    this.#model = model;
    const href = `/pages/${model.collection.page_id}`;
    if (!model.isEditable) {
      this.element.append(el('a', { href }, model.collection.name || t('databases.view.inline.untitled')));
      return;
    }
    const placeholder = t('databases.view.inline.untitled');
    this.#field = given ?? el('input', {});
    const label = t('databases.view.inline.rename');
    for (const [name, value] of Object.entries({ placeholder, maxlength: NAME_MAX, 'aria-label': label }))
      this.#field.setAttribute(name, String(value));
    this.#field.className = 'inline-name';
    this.#field.autocomplete = 'off';
    const open = el('a', { href, class: 'icon-button', 'aria-label': t('databases.view.inline.open') });
    open.append(icon('maximize-2'));
    if (!given) this.element.append(this.#field, open);
    else this.element.append(open);
    this.show();
  }

  /** What others have named it meanwhile, unless somebody writes here. */
  show(): void {
    const field = this.#field;
    if (field?.isConnected && field !== document.activeElement) field.value = this.#model.collection.name;
  }

  /** Once the place is on the page: what is written goes on here, where it was begun beside it. */
  begin(): void {
    const field = this.#field;
    if (!field) return;
    const wasWriting = field === document.activeElement;
    const { value, selectionStart, selectionEnd } = field;
    if (field.parentElement !== this.element) {
      const from = field.closest<HTMLElement>('[popover]');
      this.element.prepend(field);
      from?.remove();
      field.value = value || this.#model.collection.name;
    } else this.show();
    field.addEventListener('blur', () => void this.#save().catch(failed));
    field.addEventListener('keydown', (event) => this.#obey(event, field));
    if (!wasWriting) void this.#save().catch(failed);
    else {
      field.focus();
      field.setSelectionRange(selectionStart, selectionEnd);
    }
  }

  #obey(event: KeyboardEvent, field: HTMLInputElement): void {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') field.value = this.#model.collection.name;
    const text = field.closest<HTMLElement>('.ProseMirror');
    if (text) text.focus();
    else field.blur();
  }

  async #save(): Promise<void> {
    const field = this.#field as HTMLInputElement;
    const title = field.value.trim();
    if (!title) field.value = this.#model.collection.name;
    await renameDatabase(this.#model, title);
  }
}
