// The people offered while somebody types @ and a name.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { CommentPerson, Threads } from './threads.ts';

/** What stands after an @ that begins a word, up to the caret. */
const ASKED = /(?:^|[\s(])@([^\s@][^@\n]{0,40})?$/;

let made = 0;

export class PeopleList {
  readonly element: HTMLElement;
  /** everybody whose name in the text is a mention */
  readonly chosen: CommentPerson[];
  readonly #field: HTMLTextAreaElement;
  readonly #threads: Threads;
  #found: CommentPerson[] = [];
  #at = 0;
  #asked = 0;

  constructor(field: HTMLTextAreaElement, threads: Threads, chosen: CommentPerson[]) {
    this.#field = field;
    this.#threads = threads;
    this.chosen = [...chosen];
    made += 1;
    this.element = el('ul', {
      id: `people-${made}`,
      class: 'people-list',
      role: 'listbox',
      'aria-label': t('comments.panel.people'),
      hidden: '',
    });
    field.setAttribute('aria-autocomplete', 'list');
    field.addEventListener('input', () => void this.#ask());
    field.addEventListener('blur', () => this.#show([]));
  }

  /** True when the key was for the list. */
  onKey(event: KeyboardEvent): boolean {
    if (!this.#found.length) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this.#mark((this.#at + step + this.#found.length) % this.#found.length);
    else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') this.#take(this.#at);
    else if (event.key === 'Escape') this.#show([]);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  #query(): string | undefined {
    return ASKED.exec(this.#field.value.slice(0, this.#field.selectionStart))?.[1];
  }

  async #ask(): Promise<void> {
    const query = this.#query();
    this.#asked += 1;
    const asked = this.#asked;
    if (!query) {
      this.#show([]);
      return;
    }
    // Without an answer the name simply stays text.
    const found = await this.#threads.findPeople(query).catch(() => []);
    if (asked === this.#asked) this.#show(document.activeElement === this.#field ? found : []);
  }

  #show(found: CommentPerson[]): void {
    this.#found = found;
    this.element.hidden = !found.length;
    this.element.replaceChildren(
      ...found.map(({ name, avatar_url: src }, index) => {
        const face = src ? el('img', { class: 'avatar', src, alt: '', width: 20, height: 20 }) : null;
        const item = el('li', { id: `${this.element.id}-${index}`, role: 'option', class: 'menu-item' }, face, name);
        // Before the field loses the focus.
        item.addEventListener('pointerdown', (event) => {
          event.preventDefault();
          this.#take(index);
        });
        return item;
      }),
    );
    if (found.length) this.#field.setAttribute('aria-controls', this.element.id);
    else for (const name of ['aria-controls', 'aria-activedescendant']) this.#field.removeAttribute(name);
    if (found.length) this.#mark(0);
  }

  #mark(at: number): void {
    this.#at = at;
    for (const [index, item] of [...this.element.children].entries())
      item.setAttribute('aria-selected', String(index === at));
    this.#field.setAttribute('aria-activedescendant', `${this.element.id}-${at}`);
  }

  #take(index: number): void {
    const person = this.#found[index];
    const query = this.#query();
    if (!person || query === undefined) return;
    const end = this.#field.selectionStart;
    this.#field.setRangeText(`${person.name} `, end - query.length, end, 'end');
    if (!this.chosen.some(({ id }) => id === person.id)) this.chosen.push(person);
    this.#asked += 1;
    this.#show([]);
  }
}
