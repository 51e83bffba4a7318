// The outline beside the text: its headings, the current one marked; open or closed as it was left.
import { type EditorState, Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { keysText } from '../../../../core/client/shortcuts.ts';
import type { Heading } from '../../blocks/outline.ts';
import { goToBlock } from './anchors.ts';
import { headings } from './headings.ts';
import { countWords } from './word-count.ts';

const OPEN_KEY = 'outline-open';
/** A heading is the current one once it is this near the top of the window. */
const TOP_PX = 120;
const COUNT_PAUSE_MS = 400;

class OutlinePanel {
  readonly #view: EditorView;
  readonly #list = el('ul', { class: 'outline-list' });
  readonly #count = el('p', { class: 'outline-count' });
  readonly #panel: HTMLElement;
  readonly #button: HTMLElement;
  readonly #stop = new AbortController();
  readonly #forget: () => void;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    const label = `${t('pages.editor.outline')} (${keysText('mod+alt+o')})`;
    this.#button = el(
      'button',
      { type: 'button', class: 'icon-button outline-button', 'aria-label': label, title: label },
      icon('table-of-contents'),
    );
    this.#button.setAttribute('aria-controls', 'outline');
    this.#button.addEventListener('click', () => this.toggle());
    const close = el(
      'button',
      { type: 'button', class: 'icon-button', 'aria-label': t('core.client.close') },
      icon('x'),
    );
    close.addEventListener('click', () => this.toggle());
    this.#panel = el(
      'aside',
      { id: 'outline', class: 'outline-panel', 'aria-label': t('pages.editor.outline') },
      el('header', {}, el('h2', {}, t('pages.editor.outline')), close),
      this.#list,
      this.#count,
    );
    document.body.append(this.#button, this.#panel);
    this.#show(localStorage.getItem(OPEN_KEY) === '1');
    this.#forget = headings.watch((found) => this.#fill(found));
    const { signal } = this.#stop;
    document.addEventListener('scroll', () => this.#planMark(), { signal, passive: true, capture: true });
    this.#planCount();
  }

  update(_view: EditorView, before: EditorState): void {
    const { doc, selection } = this.#view.state;
    if (doc !== before.doc || !selection.eq(before.selection)) this.#planCount();
  }

  destroy(): void {
    this.#stop.abort();
    this.#forget();
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#panel.remove();
    this.#button.remove();
  }

  toggle(): void {
    const isOpen = this.#panel.hidden !== false;
    localStorage.setItem(OPEN_KEY, isOpen ? '1' : '0');
    this.#show(isOpen);
    if (isOpen) this.#panel.querySelector<HTMLElement>('a, button')?.focus();
    else this.#view.focus();
  }

  #show(isOpen: boolean): void {
    this.#panel.hidden = !isOpen;
    this.#button.setAttribute('aria-expanded', String(isOpen));
    document.body.classList.toggle('has-outline', isOpen);
    if (isOpen) this.#planCount();
  }

  #fill(found: Heading[]): void {
    const link = ({ id, level, text }: Heading) => {
      const made = el('a', { href: `#${id}`, 'data-id': id }, text || t('pages.editor.untitled'));
      made.addEventListener('click', (event) => {
        event.preventDefault();
        history.replaceState(history.state, '', `#${id}`);
        goToBlock(this.#view, id);
      });
      return el('li', { 'data-level': level }, made);
    };
    this.#list.replaceChildren(...found.map(link));
    if (!found.length) this.#list.append(el('li', { class: 'hint' }, t('pages.editor.toc_empty')));
    this.#planMark();
  }

  #planMark(): void {
    cancelAnimationFrame(this.#frame);
    if (!this.#panel.hidden) this.#frame = requestAnimationFrame(() => this.#mark());
  }

  /** The last heading above the upper part of the window. */
  #mark(): void {
    let current: Element | undefined;
    for (const link of this.#list.querySelectorAll<HTMLElement>('a')) {
      const block = this.#view.dom.querySelector(`[data-id="${CSS.escape(link.dataset.id ?? '')}"]`);
      if (block && block.getBoundingClientRect().top <= TOP_PX) current = link;
      link.removeAttribute('aria-current');
    }
    current?.setAttribute('aria-current', 'location');
  }

  #planCount(): void {
    clearTimeout(this.#timer);
    if (this.#panel.hidden) return;
    this.#timer = setTimeout(() => {
      const { words, characters } = countWords(this.#view.state);
      this.#count.textContent = `${t('pages.editor.words', { count: words })} · ${t('pages.editor.characters', { count: characters })}`;
    }, COUNT_PAUSE_MS);
  }
}

let panel: OutlinePanel | undefined;

export function toggleOutline(): void {
  panel?.toggle();
}

export const outlinePanel = new Plugin({
  view(view) {
    panel = new OutlinePanel(view);
    return panel;
  },
});
