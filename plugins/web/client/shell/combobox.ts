// A field above a list of what it finds: the palette and the choice of a page (combobox with a listbox, WAI-ARIA).
import { el, icon, signOf } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';

export interface ComboboxChoice {
  label: string;
  /** second line, e.g. where it lies */
  note?: string;
  /** name of an icon */
  icon?: string;
  /** an emoji or `custom:<id>`, which stands for the icon */
  sign?: string;
  /** shown at the end, e.g. a shortcut */
  hint?: string;
  href?: string;
  /** instead of going there */
  run?: () => void;
  /** says itself what was typed: nothing in it is marked */
  isEcho?: true;
  /** what Tab goes on to, and Enter where there is nothing else to do */
  step?: ChooserStep;
}

/** What is offered next, in the same list. */
export interface ChooserStep {
  /** what was chosen before, shown ahead of the field */
  label: string;
  find: FindChoices;
}

export interface ChoiceGroup {
  label: string;
  choices: ComboboxChoice[];
}

/** What to show for a query; an older answer that comes late is dropped. */
export type FindChoices = (query: string, signal: AbortSignal) => Promise<ChoiceGroup[]>;

export interface ChooserOptions {
  label: string;
  placeholder: string;
  /** stands there at first, and gives way to what is typed */
  query?: string;
  /** has been typed already, and is gone on with; Enter behind it chooses what it finds */
  typed?: string;
  find: FindChoices;
  /** words of a query of which each is marked where it is found; without it nothing is */
  marks?(query: string): string[];
  onQuery?(query: string): void;
}

const icons: Record<string, { icon: string }> = {
  folder: { icon: 'folder' },
  collection: { icon: 'table' },
  file: { icon: 'paperclip' },
};

/** That of a kind of page. */
export const iconOf = (kind: string): string => icons[kind]?.icon ?? 'file-text';

const WAIT_MS = 120;

let count = 0;

/** The text with each of these words marked, wherever it stands and however it is written. */
function marked(text: string, words: string[]): (Node | string)[] {
  const sought = words.filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (!sought.length) return [text];
  return text
    .split(new RegExp(`(${sought.join('|')})`, 'iu'))
    .map((part, at) => (at % 2 ? el('mark', {}, part) : part));
}

function optionElement(choice: ComboboxChoice, id: string, words: string[]): HTMLElement {
  const text = el(
    'span',
    { class: 'palette-text' },
    el('div', {}, ...marked(choice.label, words)),
    choice.note ? el('small', {}, ...marked(choice.note, words)) : null,
  );
  const sign = choice.sign ? el('span', { class: 'palette-sign', 'aria-hidden': 'true' }, signOf(choice.sign)) : null;
  return el(
    'div',
    { class: 'palette-option', role: 'option', id, 'aria-selected': 'false' },
    sign ?? (choice.icon ? icon(choice.icon) : null),
    text,
    choice.hint ? el('kbd', {}, choice.hint) : null,
  );
}

class Chooser {
  readonly #options: ChooserOptions;
  readonly #id = `chooser-${++count}`;
  readonly #field: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #status: HTMLElement;
  readonly #dialog: HTMLDialogElement;
  /** names what was chosen before, while a step of it is shown */
  readonly #before = el('span', { class: 'palette-step', hidden: '' });
  #step: { find: FindChoices; query: string } | undefined;
  #choices: { choice: ComboboxChoice; element: HTMLElement }[] = [];
  #at = -1;
  /** what is shown belongs to an older query */
  #isStale = false;
  /** Enter was pressed while it was: the choice waits for its list */
  #wanted: { inTab: boolean } | 'step' | undefined;
  #asked = new AbortController();
  #closed = (): void => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ChooserOptions) {
    this.#options = options;
    this.#field = el('input', {
      type: 'text',
      role: 'combobox',
      'aria-expanded': 'true',
      'aria-controls': this.#id,
      'aria-autocomplete': 'list',
      'aria-label': options.label,
      placeholder: options.placeholder,
      autocomplete: 'off',
      spellcheck: 'false',
      maxlength: 500,
    });
    this.#list = el('div', {
      class: 'palette-list',
      role: 'listbox',
      id: this.#id,
      'aria-label': options.label,
      tabindex: -1,
    });
    this.#status = el('span', { role: 'status' });
    const close = el(
      'button',
      { type: 'button', class: 'icon-button', 'aria-label': t('core.client.close') },
      icon('x'),
    );
    this.#dialog = el(
      'dialog',
      { class: 'dialog palette', 'aria-label': options.label },
      el('div', { class: 'palette-field' }, icon('search'), this.#before, this.#field, close),
      this.#list,
      el('div', { class: 'palette-foot' }, this.#status, el('span', {}, t('web.client.chooser.keys'))),
    );
    close.addEventListener('click', () => this.#close());
    this.#listen();
  }

  open(): Promise<void> {
    document.body.append(this.#dialog);
    const { query = '', typed = '' } = this.#options;
    const [words = '', ...behind] = typed.split('\n');
    this.#field.value = words || query;
    if (words && behind.length) this.#wanted = { inTab: false };
    this.#dialog.showModal();
    this.#field.focus();
    if (words) this.#options.onQuery?.(words);
    else this.#field.select();
    void this.#search();
    return new Promise((resolve) => {
      this.#closed = resolve;
      this.#dialog.addEventListener('close', () => this.#close());
    });
  }

  /** Also without the event of the dialog, which a tab in the background does not get. */
  #close(): void {
    this.#asked.abort();
    this.#dialog.close();
    this.#dialog.remove();
    this.#closed();
  }

  #listen(): void {
    this.#field.addEventListener('input', () => {
      clearTimeout(this.#timer);
      // What comes late for an older query is not what keys are about.
      this.#asked.abort();
      this.#isStale = true;
      this.#wanted = undefined;
      if (!this.#step) this.#options.onQuery?.(this.#field.value);
      this.#timer = setTimeout(() => void this.#search(), WAIT_MS);
    });
    this.#field.addEventListener('keydown', (event) => this.#obey(event));
    this.#dialog.addEventListener('click', (event) => {
      if (event.target === this.#dialog) this.#close();
      const element = (event.target as Element).closest('[role="option"]');
      const at = this.#choices.findIndex((one) => one.element === element);
      if (at >= 0) this.#choose(at, event.ctrlKey || event.metaKey);
    });
    this.#list.addEventListener('pointermove', (event) => {
      const element = (event.target as Element).closest('[role="option"]');
      const at = this.#choices.findIndex((one) => one.element === element);
      if (at >= 0 && at !== this.#at) this.#select(at, false);
    });
  }

  #obey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const last = this.#choices.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: this.#at >= last ? 0 : this.#at + 1,
      ArrowUp: this.#at <= 0 ? last : this.#at - 1,
      PageDown: Math.min(last, this.#at + 8),
      PageUp: Math.max(0, this.#at - 8),
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      this.#select(next, true);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const inTab = event.ctrlKey || event.metaKey;
      if (this.#isStale) this.#wanted = { inTab };
      else this.#choose(this.#at, inTab);
    } else this.#obeySteps(event);
  }

  /** Tab goes on with what is chosen, Escape and Backspace in the empty field go back. */
  #obeySteps(event: KeyboardEvent): void {
    const step = this.#choices[this.#at]?.choice.step;
    const isTab = event.key === 'Tab' && !event.shiftKey;
    if (isTab && this.#isStale) this.#wanted = 'step';
    else if (isTab && step) this.#enter(step);
    else if (this.#step && (event.key === 'Escape' || (event.key === 'Backspace' && !this.#field.value))) this.#leave();
    else return;
    event.preventDefault();
  }

  #enter({ label, find }: ChooserStep): void {
    this.#step = { find, query: this.#step?.query ?? this.#field.value };
    this.#turn(label, '');
  }

  #leave(): void {
    const query = this.#step?.query ?? '';
    this.#step = undefined;
    this.#turn('', query);
  }

  #turn(label: string, query: string): void {
    clearTimeout(this.#timer);
    this.#before.textContent = label;
    this.#before.hidden = !label;
    this.#field.placeholder = label ? '' : this.#options.placeholder;
    this.#field.value = query;
    this.#field.focus();
    this.#isStale = true;
    void this.#search();
  }

  #select(at: number, scroll: boolean): void {
    this.#choices[this.#at]?.element.setAttribute('aria-selected', 'false');
    this.#at = at;
    const element = this.#choices[at]?.element;
    if (!element) {
      this.#field.removeAttribute('aria-activedescendant');
      return;
    }
    element.setAttribute('aria-selected', 'true');
    this.#field.setAttribute('aria-activedescendant', element.id);
    if (scroll) element.scrollIntoView({ block: 'nearest' });
  }

  #choose(at: number, inTab: boolean): void {
    const choice = this.#choices[at]?.choice;
    if (!choice) return;
    if (choice.step && !choice.run && !choice.href) {
      this.#enter(choice.step);
      return;
    }
    this.#close();
    if (choice.href && inTab) window.open(choice.href);
    else if (choice.run) choice.run();
    else if (choice.href) location.assign(choice.href);
  }

  async #search(): Promise<void> {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    try {
      const find = this.#step?.find ?? this.#options.find;
      const groups = await find(this.#field.value.trim(), signal);
      if (!signal.aborted) this.#show(groups.filter(({ choices }) => choices.length));
    } catch (error) {
      if (signal.aborted) return;
      this.#show([]);
      this.#status.textContent = error instanceof Error ? error.message : '';
    }
  }

  #show(groups: ChoiceGroup[]): void {
    this.#choices = [];
    const words = this.#options.marks?.(this.#field.value) ?? [];
    const elements = groups.map(({ label, choices }, index) => {
      const heading = `${this.#id}-group-${index}`;
      const group = el(
        'div',
        { role: 'group', 'aria-labelledby': heading },
        el('div', { class: 'palette-group', id: heading }, label),
      );
      for (const choice of choices) {
        const element = optionElement(choice, `${this.#id}-${this.#choices.length}`, choice.isEcho ? [] : words);
        this.#choices.push({ choice, element });
        group.append(element);
      }
      return group;
    });
    this.#list.replaceChildren(...elements);
    this.#list.scrollTop = 0;
    const found = this.#choices.filter(({ choice }) => !choice.isEcho).length;
    this.#status.textContent = found ? t('web.client.chooser.count', { count: found }) : t('web.client.chooser.none');
    this.#select(this.#choices.length ? 0 : -1, false);
    this.#isStale = false;
    this.#doWanted();
  }

  /** What was asked for before it was there. */
  #doWanted(): void {
    const wanted = this.#wanted;
    this.#wanted = undefined;
    const step = this.#choices[0]?.choice.step;
    if (wanted === 'step' && step) this.#enter(step);
    else if (wanted && wanted !== 'step') this.#choose(0, wanted.inTab);
  }
}

/** Resolves when it is closed. */
export const openChooser = (options: ChooserOptions): Promise<void> => new Chooser(options).open();
