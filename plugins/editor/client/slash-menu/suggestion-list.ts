// The list under the caret: a listbox whose active option the editor names, so that the focus stays in the text.
import { el, icon, signOf } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { type Anchor, floatHome, place } from '../../../../core/client/popover.ts';
import type { Suggestion, SuggestionSource } from './suggestions.ts';

const ID = 'suggestions';

export interface SuggestHost {
  take(item: Suggestion): void;
  dismiss(): void;
  write(text: string): void;
}

export class SuggestPanel {
  readonly #owner: HTMLElement;
  readonly #host: SuggestHost;
  readonly #list = el('div', { id: ID, role: 'listbox', tabindex: 0 });
  readonly #status = el('p', { class: 'hidden', role: 'status' });
  readonly #panel = el('div', { class: 'popover suggest', popover: 'manual' }, this.#list, this.#status);
  #items: Suggestion[] = [];
  #active = 0;
  #asked = 0;
  /** the question that the list answers */
  #answered = 0;
  /** whether a list comes with the answer that is on its way */
  #isOpening = false;
  /** Enter or Tab, pressed before the answer to what is typed had come, and what was typed behind it */
  #wanted: string[] = [];

  constructor(owner: HTMLElement, host: SuggestHost) {
    this.#owner = owner;
    this.#host = host;
    // The text keeps the focus while somebody points at an option.
    this.#panel.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', (event) => {
      const option = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="option"]') : null;
      const item = option && this.#items[Number(option.dataset.index)];
      if (item) this.#host.take(item);
    });
  }

  get isOpen(): boolean {
    return this.#panel.isConnected;
  }

  /** Shows what `find` gives; answers that come after a later question are dropped. */
  async show(
    { label, least }: Pick<SuggestionSource, 'label' | 'least'>,
    anchor: Anchor,
    find: () => Suggestion[] | Promise<Suggestion[]>,
  ): Promise<void> {
    const asked = ++this.#asked;
    this.#wanted = [];
    this.#isOpening = !least;
    let items: Suggestion[];
    try {
      items = await find();
    } catch {
      items = [];
    }
    if (asked !== this.#asked) return;
    if (least && !items.length) return this.hide();
    this.#answered = asked;
    this.#items = items;
    this.#active = 0;
    this.#isOpening = false;
    const [best] = items;
    const [key, ...typed] = this.#wanted;
    if (key && best) {
      this.#host.take(best);
      return typed.forEach(this.#press);
    }
    this.#list.setAttribute('aria-label', label);
    this.#fill();
    if (!this.isOpen) {
      floatHome().append(this.#panel);
      this.#panel.showPopover();
    }
    place(anchor, this.#panel);
    this.#owner.setAttribute('aria-controls', ID);
    this.#owner.setAttribute('aria-autocomplete', 'list');
    this.#status.textContent = t('editor.suggest_count', { count: items.length });
    this.#mark();
    // It was for the text, then.
    if (key) [key, ...typed].forEach(this.#press);
  }

  /** One after the other: each may begin a list of its own, for which the next is. */
  readonly #press = (key: string): void => {
    const event = new KeyboardEvent('keydown', { key, cancelable: true });
    if (key.length > 1) this.#owner.dispatchEvent(event);
    else if (!this.onKey(event)) this.#host.write(key);
  };

  hide(): void {
    this.#asked++;
    this.#isOpening = false;
    this.#panel.remove();
    for (const name of ['aria-activedescendant', 'aria-controls', 'aria-autocomplete'])
      this.#owner.removeAttribute(name);
  }

  /** Closes it as if somebody had pressed Escape. */
  close(): void {
    if (this.isOpen) this.#host.dismiss();
  }

  /** Whether the key was for the list. */
  onKey(event: KeyboardEvent): boolean {
    if (event.isComposing || !(this.isOpen || this.#isOpening)) return false;
    if (event.key === 'Escape') {
      this.#host.dismiss();
      return true;
    }
    const isChoice = (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey;
    const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
    const isWaiting = this.#answered !== this.#asked;
    if (isWaiting && (isChoice || (isTyped && this.#wanted[0]))) {
      this.#wanted.push(event.key);
      return true;
    }
    if (isWaiting && event.key === 'Backspace' && this.#wanted.pop()) return true;
    const item = this.#items[this.#active];
    if (!item) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      this.#active = (this.#active + step + this.#items.length) % this.#items.length;
      this.#mark();
      return true;
    }
    if (isChoice) this.#host.take(item);
    return isChoice;
  }

  #fill(): void {
    const groups = new Map<string, HTMLElement>();
    const parts: HTMLElement[] = [];
    this.#items.forEach((item, index) => {
      let group = groups.get(item.group);
      if (!group) {
        const id = `${ID}-group-${groups.size}`;
        group = el(
          'div',
          { role: 'group', 'aria-labelledby': id },
          el('p', { class: 'suggest-group', id }, item.group),
        );
        groups.set(item.group, group);
        parts.push(group);
      }
      group.append(option(item, index));
    });
    this.#list.replaceChildren(...parts);
    if (!parts.length)
      this.#list.append(el('p', { class: 'hint', role: 'option', 'aria-disabled': 'true' }, t('editor.suggest_none')));
  }

  #mark(): void {
    for (const option of this.#list.querySelectorAll<HTMLElement>('[data-index]')) {
      const isActive = Number(option.dataset.index) === this.#active;
      option.setAttribute('aria-selected', String(isActive));
      if (!isActive) continue;
      this.#owner.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    }
  }
}

function option(item: Suggestion, index: number): HTMLElement {
  return el(
    'div',
    { role: 'option', id: `${ID}-${index}`, 'data-index': index, class: 'menu-item', 'aria-selected': 'false' },
    typeof item.icon === 'string'
      ? icon(item.icon)
      : el(
          'span',
          { class: 'suggest-sign', 'aria-hidden': 'true' },
          typeof item.icon.sign === 'string' ? signOf(item.icon.sign) : item.icon.sign,
        ),
    el('span', { class: 'menu-label' }, item.label),
    item.hint ? el('kbd', {}, item.hint) : null,
    item.place ? el('span', { class: 'meta' }, item.place) : null,
  );
}
