// The editor of what is chosen: options, people and related rows, found by typing, options also made so.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { Value } from '../../../model.ts';
import { chip } from '../cell.ts';
import { listOf } from '../value-text.ts';
import { type Choice, choicesFor, makeOption } from './choices.ts';
import { type Edited, type Editing, openPanel } from './editor-panel.ts';

const LIST = 'choice-list';
const WAIT_MS = 150;
const OPTIONS = /^(select|status|multi_select)$/;

class Chooser {
  readonly #editing: Editing;
  readonly #isSingle: boolean;
  readonly #input: HTMLInputElement;
  readonly #list = el('div', { id: LIST, role: 'listbox', tabindex: -1 });
  readonly #status = el('p', { class: 'hint', role: 'status' });
  readonly #chosen = el('div', { class: 'chosen' });
  readonly element: HTMLElement;
  #values: Value[];
  #choices: Choice[] = [];
  #at = 0;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(editing: Editing) {
    const { property, value, typed } = editing;
    this.#editing = editing;
    this.#values = [...listOf(value)];
    this.#isSingle = property.type === 'select' || property.type === 'status' || property.config.multiple === false;
    this.#input = el('input', {
      role: 'combobox',
      'aria-expanded': 'true',
      'aria-controls': LIST,
      'aria-autocomplete': 'list',
      'aria-label': t('databases.view.choose', { name: property.name }),
      placeholder: t('databases.view.find'),
      autocomplete: 'off',
      maxlength: 100,
    });
    this.#input.value = typed ?? '';
    this.#list.setAttribute('aria-label', property.name);
    if (!this.#isSingle) this.#list.setAttribute('aria-multiselectable', 'true');
    this.element = el('div', { class: 'chooser' }, this.#input, this.#chosen, this.#list, this.#status);
    this.#input.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#find(), OPTIONS.test(property.type) ? 0 : WAIT_MS);
    });
    this.#input.addEventListener('keydown', (event) => this.#obey(event));
    this.#list.addEventListener('click', (event) => {
      const found = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-at]') : null;
      if (found) void this.#choose(Number(found.dataset.at));
    });
  }

  async open(): Promise<Edited | null> {
    void this.#find();
    return openPanel(this.#editing, {
      element: this.element,
      focus: this.#input,
      takesAtOnce: true,
      read: () => ({
        value: this.#isOptionOnly ? (this.#values[0] ?? null) : this.#values.length ? this.#values : null,
      }),
    });
  }

  get #isOptionOnly(): boolean {
    return this.#editing.property.type === 'select' || this.#editing.property.type === 'status';
  }

  async #find(): Promise<void> {
    const turn = ++this.#turn;
    const typed = this.#input.value.trim();
    try {
      const found = await choicesFor(this.#editing, typed);
      if (turn !== this.#turn) return;
      this.#choices = found;
      this.#draw();
      this.#select(0);
    } catch (error) {
      failed(error);
    }
  }

  #draw(): void {
    const { property, model } = this.#editing;
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
          choice.color
            ? chip({ name: choice.label, color: choice.color })
            : el('span', { class: 'menu-label' }, choice.label),
          this.#values.includes(choice.value) ? icon('check') : null,
        ),
      ),
    );
    const isRef = !OPTIONS.test(property.type);
    const names = property.type === 'person' ? model.names.people : model.names.rows;
    this.#chosen.textContent = isRef ? this.#values.flatMap((id) => names[String(id)] ?? []).join(', ') : '';
    this.#status.textContent = this.#choices.length ? '' : t('databases.view.nothing_found');
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
    if (event.key === 'Enter') void this.#choose(this.#at);
    else if (event.key === 'ArrowDown' && length) this.#select((this.#at + 1) % length);
    else if (event.key === 'ArrowUp' && length) this.#select((this.#at - 1 + length) % length);
    else if (event.key === 'Backspace' && !this.#input.value && this.#values.length) {
      this.#values.pop();
      this.#draw();
    } else return;
    event.preventDefault();
  }

  async #choose(at: number): Promise<void> {
    const choice = this.#choices[at];
    if (!choice) {
      this.element.hidePopover();
      return;
    }
    const { model, property } = this.#editing;
    let { value } = choice;
    if (choice.isNew)
      try {
        value = await makeOption(this.#editing, this.#input.value.trim());
      } catch (error) {
        failed(error);
        return;
      }
    if (property.type === 'person') model.learn({ people: { [String(value)]: choice.label } });
    if (property.type === 'relation') model.learn({ rows: { [String(value)]: choice.label } });
    const has = this.#values.includes(value);
    if (this.#isSingle) this.#values = has ? [] : [value];
    else this.#values = has ? this.#values.filter((one) => one !== value) : [...this.#values, value];
    if (this.#isSingle) {
      this.element.hidePopover();
      return;
    }
    this.#input.value = '';
    await this.#find();
  }
}

export const editChoice = (editing: Editing): Promise<Edited | null> => new Chooser(editing).open();
