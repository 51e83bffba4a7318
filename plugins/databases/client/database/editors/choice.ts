// The editor of what is chosen: options, people and related rows, found by typing, options also made so.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { Value } from '../../../model.ts';
import { chip, peopleParts } from '../cell-parts.ts';
import { valueList } from '../value-parts.ts';
import { type ChoiceSource, makeOption, matchingChoices, type ValueChoice } from './choices.ts';
import { type EditorContext, type EditResult, openPanel } from './editor-panel.ts';

const LIST = 'choice-list';
const WAIT_MS = 150;
/** More are found by typing. */
const SHOWN_MAX = 100;

class Chooser {
  readonly #editing: EditorContext;
  readonly #source: ChoiceSource;
  readonly #isSingle: boolean;
  readonly #isList: boolean;
  readonly #input: HTMLInputElement;
  readonly #list = el('div', { id: LIST, role: 'listbox', tabindex: -1 });
  readonly #status = el('p', { class: 'hint', role: 'status' });
  readonly #chosen = el('div', { class: 'chosen' });
  readonly element: HTMLElement;
  #values: Value[];
  #choices: ValueChoice[] = [];
  /** how many more there are than are shown */
  #rest = 0;
  #at = 0;
  #turn = 0;
  /** what was asked for last, and its answer */
  #asked = '';
  #finding = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(editing: EditorContext, source: ChoiceSource, isList: boolean) {
    const { property, value, typed } = editing;
    this.#editing = editing;
    this.#source = source;
    this.#isList = isList;
    this.#values = [...valueList(value)];
    this.#isSingle = !isList || property.config.multiple === false;
    this.#input = el('input', {
      role: 'combobox',
      'aria-expanded': 'true',
      'aria-controls': LIST,
      'aria-autocomplete': 'list',
      'aria-label': t('databases.view.choose', { name: property.name }),
      placeholder: t(this.#mayMake ? 'databases.view.choose_or_make' : 'databases.view.find'),
      autocomplete: 'off',
      maxlength: 100,
    });
    this.#input.value = typed ?? '';
    this.#list.setAttribute('aria-label', property.name);
    if (!this.#isSingle) this.#list.setAttribute('aria-multiselectable', 'true');
    this.element = el('div', { class: 'chooser' }, this.#input, this.#chosen, this.#list, this.#status);
    this.#input.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#ask(), source === 'options' ? 0 : WAIT_MS);
    });
    this.#input.addEventListener('keydown', (event) => this.#obey(event));
    this.#list.addEventListener('click', (event) => {
      const found = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-at]') : null;
      if (found) void this.#choose(Number(found.dataset.at), true);
    });
  }

  /** Whether what is typed can become an option. */
  get #mayMake(): boolean {
    return this.#source === 'options' && this.#editing.model.isEditable;
  }

  async open(): Promise<EditResult | null> {
    this.#ask();
    return openPanel(this.#editing, {
      element: this.element,
      focus: this.#input,
      takesAtOnce: true,
      read: () => ({
        value: this.#isList ? (this.#values.length ? this.#values : null) : (this.#values[0] ?? null),
      }),
    });
  }

  #ask(): void {
    this.#asked = this.#input.value;
    this.#finding = this.#find();
  }

  async #find(): Promise<void> {
    const turn = ++this.#turn;
    const typed = this.#input.value.trim();
    try {
      const found = await matchingChoices(this.#editing, this.#source, typed);
      if (turn !== this.#turn) return;
      this.#choices = this.#few(found);
      this.#rest = found.length - this.#choices.length;
      this.#draw();
      const isKept = this.#isSingle && !typed;
      const kept = isKept ? this.#choices.findIndex(({ value }) => this.#values.includes(value)) : 0;
      this.#select(Math.max(0, kept));
    } catch (error) {
      failed(error);
    }
  }

  /** As many as are drawn between two keys, what is chosen and what can be made among them. */
  #few(found: ValueChoice[]): ValueChoice[] {
    if (found.length <= SHOWN_MAX) return found;
    const isFixed = (one: ValueChoice) => one.isNew === true || this.#values.includes(one.value);
    let room = SHOWN_MAX - found.filter(isFixed).length;
    return found.filter((one) => isFixed(one) || room-- > 0);
  }

  #draw(): void {
    this.#list.replaceChildren(
      ...this.#choices.map((choice, at) =>
        el(
          'div',
          {
            role: 'option',
            id: `${LIST}-${at}`,
            class: 'menu-item',
            'data-at': at,
            'aria-selected': String(this.#values.includes(choice.value)),
          },
          choice.isNew ? icon('plus') : null,
          choice.face ? el('img', { class: 'avatar', src: choice.face, alt: '', width: 20, height: 20 }) : null,
          choice.color
            ? chip({ name: choice.label, color: choice.color, group: choice.group })
            : el('span', { class: 'menu-label' }, choice.label),
          this.#values.includes(choice.value) ? icon('check') : null,
        ),
      ),
    );
    this.#chosen.replaceChildren(...(this.#isSingle ? [] : this.#values.map((one) => this.#chosenChip(one))));
    const more = this.#rest ? t('databases.view.more_found', { count: this.#rest }) : '';
    const isBlank = this.#mayMake && !this.#input.value.trim();
    const nothing = t(isBlank ? 'databases.view.choose_or_make' : 'databases.view.nothing_found');
    this.#status.textContent = this.#choices.length ? more : nothing;
  }

  /** What is chosen, with a way to take it out; keys have theirs in the field. */
  #chosenChip(value: Value): HTMLElement {
    const remove = () => {
      this.#values = this.#values.filter((one) => one !== value);
      this.#draw();
      this.#input.focus();
    };
    const chosen = el('span', { class: 'chosen-value' }, ...this.#contentOf(value));
    const label = t('databases.view.remove_value', { name: chosen.textContent });
    const attributes = { type: 'button', class: 'icon-button', 'aria-label': label, tabindex: -1, onclick: remove };
    chosen.append(el('button', attributes, icon('x')));
    return chosen;
  }

  #contentOf(value: Value): (Node | string)[] {
    const { model, property } = this.#editing;
    if (this.#source === 'people') return peopleParts(model.names, [value]);
    if (this.#source === 'options')
      return (property.config.options ?? []).filter(({ id }) => id === value).map((option) => chip(option));
    return [model.names[this.#source][String(value)] ?? ''];
  }

  #select(at: number): void {
    this.#at = at;
    for (const option of this.#list.children)
      option.classList.toggle('active', Number((option as HTMLElement).dataset.at) === at);
    const active = this.#list.children[at];
    if (active) {
      this.#input.setAttribute('aria-activedescendant', active.id);
      active.scrollIntoView({ block: 'nearest' });
    } else this.#input.removeAttribute('aria-activedescendant');
  }

  #obey(event: KeyboardEvent): void {
    const { length } = this.#choices;
    if (event.isComposing) return;
    if (event.key === 'Enter') void this.#take();
    else if (event.key === 'ArrowDown' && length) this.#select((this.#at + 1) % length);
    else if (event.key === 'ArrowUp' && length) this.#select((this.#at - 1 + length) % length);
    else if (event.key === 'Backspace' && !this.#input.value && this.#values.length) {
      this.#values.pop();
      this.#draw();
    } else return;
    event.preventDefault();
  }

  /** Chooses from the answer to what is typed, which may still be on its way. */
  async #take(): Promise<void> {
    if (this.#asked !== this.#input.value) {
      clearTimeout(this.#timer);
      this.#ask();
    }
    await this.#finding;
    if (this.element.isConnected) await this.#choose(this.#at);
  }

  /** @param isPressed by the pointer, which has no other way to take the only value away */
  async #choose(at: number, isPressed = false): Promise<void> {
    const choice = this.#choices[at];
    if (!choice) {
      this.element.hidePopover();
      return;
    }
    let { value } = choice;
    if (choice.isNew)
      try {
        value = await makeOption(this.#editing, this.#input.value.trim());
      } catch (error) {
        failed(error);
        return;
      }
    if (this.#source !== 'options') {
      const { model } = this.#editing;
      model.learn({ [this.#source]: { [String(value)]: choice.label } });
      if (choice.face) model.learn({ faces: { [String(value)]: choice.face } });
    }
    const has = this.#values.includes(value);
    if (this.#isSingle) this.#values = has && isPressed ? [] : [value];
    else this.#values = has ? this.#values.filter((one) => one !== value) : [...this.#values, value];
    if (this.#isSingle) {
      this.element.hidePopover();
      return;
    }
    this.#input.value = '';
    this.#ask();
    await this.#finding;
  }
}

/** @param isList whether the value is a list, also of one only */
export const editChoice = (editing: EditorContext, source: ChoiceSource, isList = true): Promise<EditResult | null> =>
  new Chooser(editing, source, isList).open();
