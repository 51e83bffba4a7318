// The outline beside the text: its headings, the current one marked, and how much text there is.
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { Heading } from '../../../blocks/outline.ts';
import type { goToBlock } from '../text/block-links.ts';
import type { headings } from './headings.ts';
import { countWords } from './word-count.ts';

/** A heading is the current one once it is this near the top of the window. */
const TOP_PX = 120;
const COUNT_PAUSE_MS = 400;

/** What the editor itself has loaded, and what closes the panel. */
export interface OutlineParts {
  headings: typeof headings;
  goToBlock: typeof goToBlock;
  close(): void;
}

export class OutlinePanel {
  readonly #view: EditorView;
  readonly #parts: OutlineParts;
  readonly #list = el('ul', { class: 'outline-list' });
  readonly #count = el('p', { class: 'outline-count' });
  readonly #panel: HTMLElement;
  readonly #stop = new AbortController();
  readonly #forget: () => void;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView, parts: OutlineParts) {
    this.#view = view;
    this.#parts = parts;
    const attributes = { type: 'button', class: 'icon-button', 'aria-label': t('core.client.close') };
    this.#panel = el(
      'aside',
      { class: 'outline-panel', 'aria-label': t('editor.outline') },
      el(
        'header',
        {},
        el('h2', {}, t('editor.outline')),
        el('button', { ...attributes, onclick: parts.close }, icon('x')),
      ),
      this.#list,
      this.#count,
    );
    document.body.append(this.#panel);
    document.body.classList.add('has-outline');
    this.#forget = parts.headings.watch((found) => this.#fill(found));
    const { signal } = this.#stop;
    document.addEventListener('scroll', () => this.#planMark(), { signal, passive: true, capture: true });
    this.#planCount();
  }

  focus(): void {
    this.#panel.querySelector<HTMLElement>('a, button')?.focus();
  }

  update(before: EditorState): void {
    const { doc, selection } = this.#view.state;
    if (doc !== before.doc || !selection.eq(before.selection)) this.#planCount();
  }

  destroy(): void {
    this.#stop.abort();
    this.#forget();
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#panel.remove();
    document.body.classList.remove('has-outline');
  }

  #fill(found: Heading[]): void {
    const link = ({ id, level, text }: Heading) => {
      const made = el('a', { href: `#${id}`, 'data-id': id }, text || t('editor.untitled'));
      made.addEventListener('click', (event) => {
        event.preventDefault();
        history.replaceState(history.state, '', `#${id}`);
        this.#parts.goToBlock(this.#view, id);
      });
      return el('li', { 'data-level': level }, made);
    };
    this.#list.replaceChildren(...found.map(link));
    if (!found.length) this.#list.append(el('li', { class: 'hint' }, t('editor.toc_empty')));
    this.#planMark();
  }

  #planMark(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#mark());
  }

  /** The last heading above the upper part of the window. */
  #mark(): void {
    let current: Element | undefined;
    const blocks = new Map<string | undefined, HTMLElement>();
    for (const block of this.#view.dom.querySelectorAll<HTMLElement>('.block[data-kind="heading"]'))
      blocks.set(block.dataset.id, block);
    for (const link of this.#list.querySelectorAll<HTMLElement>('a')) {
      const block = blocks.get(link.dataset.id);
      if (block && block.getBoundingClientRect().top <= TOP_PX) current = link;
      link.removeAttribute('aria-current');
    }
    current?.setAttribute('aria-current', 'location');
  }

  #planCount(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { words, characters } = countWords(this.#view.state);
      this.#count.textContent = `${t('editor.words', { count: words })} · ${t('editor.characters', { count: characters })}`;
    }, COUNT_PAUSE_MS);
  }
}
