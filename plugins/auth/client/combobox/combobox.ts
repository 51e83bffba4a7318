// A field that finds what may be chosen by typing, and keeps what was as chips (combobox with a listbox, WAI-ARIA).
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { failed } from '../../../../core/client/toast.ts';
import { type Choice, chipElement, choiceElement } from './choice-elements.ts';

export interface ComboboxOptions<One extends Choice> {
  input: HTMLInputElement;
  /** of its list */
  id: string;
  /** without those that are chosen; an answer that comes late is dropped */
  find(typed: string, signal: AbortSignal): Promise<One[]> | One[];
  chosen?: One[];
  /** how long it waits for more to be typed; default: not at all */
  wait?: number;
  /** lists all as soon as somebody reaches for it */
  isOpenAtOnce?: boolean;
  /** only one is chosen, whose name stands in the field */
  isSingle?: boolean;
  /** what is said at the end of a line */
  mark?(one: One): Node | null;
  /** whether one that was taken is no choice, but something else that has been done by then */
  isOther?(one: One): boolean;
  onChange?(chosen: One[]): void;
  /** Enter where nothing is listed */
  onSend?(): void;
}

export class Combobox<One extends Choice> {
  readonly #options: ComboboxOptions<One>;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #status = el('span', { class: 'hidden', role: 'status' });
  #chosen: One[];
  #found: One[] = [];
  #at = 0;
  /** what is listed belongs to other words than those in the field */
  #isStale = true;
  #asked = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ComboboxOptions<One>) {
    const { input, id } = options;
    this.#options = options;
    this.#input = input;
    this.#chosen = [...(options.chosen ?? [])];
    this.#list = el('div', { id, role: 'listbox', class: 'panel', 'aria-label': t('auth.combobox.list') });
    const combobox = { role: 'combobox', 'aria-controls': id, 'aria-autocomplete': 'list', spellcheck: 'false' };
    for (const [name, value] of Object.entries({ ...combobox, autocomplete: 'off' })) input.setAttribute(name, value);
    input.after(this.#list, this.#status);
    this.#listen();
    this.#close();
    this.#draw();
  }

  get chosen(): One[] {
    return this.#chosen;
  }

  /** What is looked for; the name of what is chosen asks for all. */
  get #asks(): string {
    const typed = this.#input.value.trim();
    return this.#options.isSingle && typed === this.#chosen[0]?.name ? '' : typed;
  }

  /** Takes what was chosen elsewhere, and tells nobody. */
  reset(chosen: One[]): void {
    this.#chosen = chosen;
    this.#draw();
  }

  add(others: One[]): void {
    const known = new Set(this.#chosen.map(({ typed }) => typed));
    this.#change([...this.#chosen, ...others.filter(({ typed }) => !known.has(typed))]);
  }

  #listen(): void {
    this.#input.addEventListener('input', () => this.#searchSoon());
    this.#input.addEventListener('keydown', (event) => this.#obey(event));
    this.#input.addEventListener('blur', () => {
      this.#close();
      this.#isStale = true;
      if (this.#options.isSingle) this.#draw();
    });
    if (this.#options.isSingle) this.#input.addEventListener('focus', () => this.#input.select());
    if (this.#options.isOpenAtOnce) this.#input.addEventListener('click', () => void this.#search().catch(failed));
    // The focus stays in the field.
    this.#list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.#list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest('[role="option"]') : null;
      this.#choose(this.#found[[...this.#list.children].indexOf(option as Element)]);
    });
  }

  #searchSoon(): void {
    clearTimeout(this.#timer);
    this.#isStale = true;
    this.#asked.abort();
    const isAsked = this.#options.isOpenAtOnce || this.#input.value.trim();
    if (isAsked) this.#timer = setTimeout(() => void this.#search().catch(failed), this.#options.wait ?? 0);
    else this.#close();
  }

  async #search(): Promise<void> {
    clearTimeout(this.#timer);
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    try {
      const found = await this.#options.find(this.#asks, signal);
      const taken = new Set(this.#options.isSingle ? [] : this.#chosen.map(({ typed }) => typed));
      if (!signal.aborted) this.#open(found.filter(({ typed }) => !taken.has(typed)));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #open(found: One[]): void {
    const { id, mark } = this.#options;
    this.#isStale = false;
    this.#found = found;
    this.#list.replaceChildren(...found.map((one, at) => choiceElement(one, `${id}-${at}`, mark?.(one) ?? null)));
    const isNew = this.#list.hidden && found.length > 0;
    this.#list.hidden = !found.length;
    if (isNew) this.#list.scrollIntoView({ block: 'nearest' });
    this.#input.setAttribute('aria-expanded', String(found.length > 0));
    const { length: count } = found;
    this.#status.textContent = count ? t('auth.combobox.found', { count }) : t('auth.combobox.none');
    const kept = this.#options.isSingle ? found.findIndex(({ typed }) => typed === this.#chosen[0]?.typed) : 0;
    this.#select(Math.max(0, kept));
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#asked.abort();
    this.#open([]);
    this.#status.textContent = '';
  }

  #select(at: number): void {
    this.#at = at;
    for (const [index, option] of [...this.#list.children].entries())
      option.setAttribute('aria-selected', String(index === at));
    const active = this.#list.children[at];
    active?.scrollIntoView({ block: 'nearest' });
    if (active) this.#input.setAttribute('aria-activedescendant', active.id);
    else this.#input.removeAttribute('aria-activedescendant');
  }

  #obey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const { length } = this.#found;
    const typed = this.#input.value.trim();
    const ends = event.key === 'Enter' || ([',', ';'].includes(event.key) && typed.includes('@'));
    if (ends && (typed || length)) void this.#enter().catch(failed);
    else if (event.key === 'ArrowDown' && !length) void this.#search().catch(failed);
    else if (event.key === 'ArrowDown') this.#select((this.#at + 1) % length);
    else if (event.key === 'ArrowUp' && length) this.#select((this.#at - 1 + length) % length);
    else if (event.key === 'Escape' && length) this.#close();
    else if (event.key === 'Backspace' && !this.#input.value && this.#chosen.length && !this.#options.isSingle)
      this.#remove(this.#chosen.length - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Takes what is marked; what nothing is listed for is sent as it is, and the service says why not. */
  async #enter(): Promise<void> {
    if (this.#isStale) await this.#search();
    // Other words were typed meanwhile.
    if (this.#isStale) return;
    const marked = this.#found[this.#at];
    if (marked) this.#choose(marked);
    else this.#options.onSend?.();
  }

  #choose(one: One | undefined): void {
    if (!one) return;
    this.#input.value = '';
    this.#input.removeAttribute('aria-invalid');
    this.#close();
    if (this.#options.isOther?.(one)) return;
    this.#change(this.#options.isSingle ? [one] : [...this.#chosen, one]);
    this.#input.focus();
  }

  #remove(at: number): void {
    this.#change(this.#chosen.toSpliced(at, 1));
    this.#input.focus();
  }

  #change(chosen: One[]): void {
    this.reset(chosen);
    this.#options.onChange?.(chosen);
  }

  #draw(): void {
    if (this.#options.isSingle) {
      this.#input.value = this.#chosen[0]?.name ?? '';
      return;
    }
    for (const chip of this.#input.parentElement?.querySelectorAll('.person-chip') ?? []) chip.remove();
    this.#input.before(...this.#chosen.map((one, at) => chipElement(one, () => this.#remove(at))));
  }
}
