// A field beside the row of tags: it finds the tags that there are, and makes the one that there is not.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { openPopover, place } from '../../../../core/client/popover.ts';
import { send } from '../../../../core/client/request.ts';
import { failed } from '../../../../core/client/toast.ts';
import { typeInto } from '../../../../core/client/type-ahead/search-text.ts';
import { TypeAhead } from '../../../../core/client/type-ahead/type-ahead.ts';
import { idsOn, type PageTag, putOn, rowOf } from './row.ts';

const ID = 'tag-options';
const NAME_MAX = 100;

interface Option {
  label: string;
  name: string;
  icon: string;
}

const folded = (text: string): string => text.normalize('NFKC').toLocaleLowerCase().trim();

class Field {
  readonly #button: HTMLElement;
  readonly #known: PageTag[];
  readonly #input = el('input', {
    type: 'text',
    role: 'combobox',
    'aria-expanded': 'true',
    'aria-controls': ID,
    'aria-autocomplete': 'list',
    'aria-label': t('tags.field.label'),
    placeholder: t('tags.field.hint'),
    autocomplete: 'off',
    maxlength: NAME_MAX,
  });
  readonly #list = el('div', { id: ID, role: 'listbox', 'aria-label': t('tags.field.list'), tabindex: -1 });
  readonly #status = el('p', { class: 'hint', role: 'status' });
  readonly #said = el('p', { class: 'hidden', role: 'status' });
  #options: Option[] = [];
  #at = 0;

  constructor(button: HTMLElement, known: PageTag[]) {
    this.#button = button;
    this.#known = known;
    this.#input.addEventListener('input', () => this.#show());
    this.#input.addEventListener('keydown', (event) => this.#obey(event));
    this.#list.addEventListener('click', (event) => {
      const option = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
      if (option) void this.#choose(Number(option.dataset.index));
    });
  }

  /** @param typed before there was a field */
  open(typed: string): Promise<void> {
    const panel = el('div', { class: 'tag-field', role: 'dialog', 'aria-label': t('tags.field.hint') });
    panel.append(
      this.#input,
      this.#list,
      this.#status,
      el('p', { class: 'hint' }, t('tags.field.private')),
      this.#said,
    );
    this.#show();
    // Below the row and at its beginning: tags that are put on do not move it, and it covers none of them.
    const row = rowOf(this.#button);
    const anchor = { getBoundingClientRect: () => row.getBoundingClientRect() };
    const closed = openPopover(anchor, panel, { focus: this.#input });
    const size = new ResizeObserver(() => place(anchor, panel));
    size.observe(row);
    this.#button.setAttribute('aria-expanded', 'true');
    typeInto(this.#input, typed);
    return closed.finally(() => {
      size.disconnect();
      this.#button.setAttribute('aria-expanded', 'false');
    });
  }

  #show(): void {
    const typed = this.#input.value.replace(/[,\s]+/g, ' ').trim();
    const on = idsOn(this.#button);
    const key = folded(typed);
    const found = this.#known.filter(({ id, name }) => !on.includes(id) && folded(name).includes(key));
    const isKnown = this.#known.some(({ name }) => folded(name) === key);
    this.#options = found.map(({ name }) => ({ label: name, name, icon: 'tag' }));
    if (typed && !isKnown)
      this.#options.push({ label: t('tags.field.create', { name: typed }), name: typed, icon: 'plus' });
    this.#list.replaceChildren(...this.#options.map(optionElement));
    const none = t(this.#known.length ? 'tags.field.none' : 'tags.field.none_yet');
    this.#status.textContent = this.#options.length ? '' : none;
    this.#select(0);
  }

  #select(at: number): void {
    this.#at = at;
    for (const option of this.#list.querySelectorAll<HTMLElement>('[data-index]')) {
      const isActive = Number(option.dataset.index) === at;
      option.setAttribute('aria-selected', String(isActive));
      if (isActive) option.scrollIntoView({ block: 'nearest' });
    }
    if (this.#options[at]) this.#input.setAttribute('aria-activedescendant', `${ID}-${at}`);
    else this.#input.removeAttribute('aria-activedescendant');
  }

  #obey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const { length } = this.#options;
    if (event.key === 'Enter' || event.key === ',') void this.#choose(this.#at);
    else if (event.key === 'ArrowDown' && length) this.#select((this.#at + 1) % length);
    else if (event.key === 'ArrowUp' && length) this.#select((this.#at - 1 + length) % length);
    else return;
    event.preventDefault();
  }

  /** The field stays open for the next one. */
  async #choose(at: number): Promise<void> {
    const option = this.#options[at];
    if (!option) return;
    this.#input.value = '';
    try {
      const { name } = await putOn(this.#button, option.name);
      this.#said.textContent = t('tags.field.added', { name });
      if (option.icon === 'plus') this.#known.push(...(await ownTags()).filter(({ name }) => name === option.name));
    } catch (error) {
      this.#input.value = option.name;
      failed(error);
    }
    this.#show();
    this.#input.focus();
  }
}

function optionElement({ label, icon: sign }: Option, index: number): HTMLElement {
  const attributes = { role: 'option', id: `${ID}-${index}`, 'data-index': index, class: 'menu-item' };
  const picture = sign === 'plus' ? icon('plus') : icon('tag');
  return el('div', attributes, picture, el('span', { class: 'menu-label' }, label));
}

const ownTags = async (): Promise<PageTag[]> => (await send<{ tags: PageTag[] }>('GET', '/api/settings/tags/all')).tags;

/** @param typed since the click; more is typed while it is asked which tags there are */
export async function openField(button: HTMLElement, typed: string): Promise<void> {
  const ahead = new TypeAhead();
  const known = await ownTags().finally(() => {
    typed += ahead.take();
  });
  await new Field(button, known).open(typed);
}
