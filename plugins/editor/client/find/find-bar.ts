// The bar for finding and replacing; loaded when somebody searches for the first time.
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { openAround } from '../text/block-links.ts';
import { type FindQuery, findStateOf } from './find-matches.ts';
import { clearMatches, replaceAll, replaceCurrent, selectCurrent, showMatches, stepTo } from './find-replace.ts';

const PAUSE_MS = 120;

export class FindBar {
  readonly #view: EditorView;
  readonly #find = el('input', {
    class: 'find-field',
    type: 'search',
    'aria-label': t('editor.find'),
    maxlength: 1000,
  });
  readonly #replace = el('input', {
    class: 'find-field',
    'aria-label': t('editor.replace_with'),
    maxlength: 1000,
  });
  readonly #count = el('span', { class: 'find-count', role: 'status' });
  readonly #exact: HTMLButtonElement;
  readonly #second: HTMLElement;
  readonly #bar: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.#find.placeholder = t('editor.find');
    this.#replace.placeholder = t('editor.replace_with');
    this.#exact = button(t('editor.find_exact'), icon('type'), () => {
      this.#exact.setAttribute('aria-pressed', String(!this.#isExact));
      this.#search();
    });
    this.#exact.setAttribute('aria-pressed', 'false');
    const first = el(
      'div',
      { class: 'find-row' },
      this.#find,
      this.#count,
      this.#exact,
      button(t('editor.find_previous'), icon('chevron-up'), () => this.#step(-1)),
      button(t('editor.find_next'), icon('chevron-down'), () => this.#step(1)),
      button(t('core.client.close'), icon('x'), () => this.close()),
    );
    const text = (label: string, run: () => void) =>
      el('button', { type: 'button', class: 'button', onclick: run }, label);
    this.#second = el(
      'div',
      { class: 'find-row' },
      this.#replace,
      text(t('editor.replace'), () => this.#replaceOne()),
      text(t('editor.replace_all'), () => this.#replaceAll()),
    );
    this.#bar = el('div', { class: 'find-bar', role: 'search', 'aria-label': t('editor.find') }, first, this.#second);
    this.#find.addEventListener('input', () => this.#plan());
    this.#bar.addEventListener('keydown', (event) => this.#onKey(event));
  }

  get isOpen(): boolean {
    return this.#bar.isConnected;
  }

  /** Begins with the selected text. */
  open(withReplace: boolean): void {
    const { state } = this.#view;
    const { from, to, $from, $to } = state.selection;
    const chosen = $from.sameParent($to) ? state.doc.textBetween(from, to) : '';
    if (chosen) this.#find.value = chosen.slice(0, 1000);
    this.#second.hidden = !withReplace;
    document.body.append(this.#bar);
    document.body.classList.add('has-find');
    this.#find.focus();
    this.#find.select();
    this.#search(from);
  }

  close(): void {
    clearTimeout(this.#timer);
    selectCurrent(this.#view);
    clearMatches(this.#view);
    this.#remove();
    this.#view.focus();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#remove();
  }

  #remove(): void {
    this.#bar.remove();
    document.body.classList.remove('has-find');
  }

  /** The text has changed, by whomever. */
  changed(): void {
    if (this.isOpen) this.#plan();
  }

  get #isExact(): boolean {
    return this.#exact.getAttribute('aria-pressed') === 'true';
  }

  get #query(): FindQuery {
    return { text: this.#find.value, isExact: this.#isExact };
  }

  #plan(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#search(), PAUSE_MS);
  }

  #search(near = this.#current?.from ?? this.#view.state.selection.from): void {
    // What was planned for the text as it is would only say again what is said now.
    clearTimeout(this.#timer);
    showMatches(this.#view, this.#query, near);
    this.#tell();
  }

  get #current() {
    const { matches, current } = findStateOf(this.#view);
    return matches[current];
  }

  #step(step: -1 | 1): void {
    stepTo(this.#view, step);
    this.#tell();
  }

  #tell(): void {
    const { matches, current } = findStateOf(this.#view);
    const at = { count: matches.length, at: current + 1 };
    this.#count.textContent = !this.#find.value ? '' : t(matches.length ? 'editor.find_count' : 'editor.find_none', at);
    this.#reveal();
  }

  /** Shows the current place below the bar, without taking the focus away. */
  #reveal(): void {
    const match = this.#current;
    if (!match) return;
    openAround(this.#view, match.from);
    const node = match.beside ? this.#view.nodeDOM(match.from) : this.#view.domAtPos(match.from).node;
    const element = node instanceof Element ? node : node?.parentElement;
    element?.scrollIntoView({ block: 'nearest' });
    const { top, bottom } = this.#view.coordsAtPos(match.from);
    const limit = this.#bar.getBoundingClientRect().bottom;
    if (top < limit || bottom > innerHeight) element?.scrollIntoView({ block: 'center' });
  }

  #replaceOne(): void {
    this.#search(replaceCurrent(this.#view, this.#replace.value));
  }

  #replaceAll(): void {
    const count = replaceAll(this.#view, this.#query, this.#replace.value);
    this.#search();
    this.#count.textContent = t('editor.replaced', { count });
  }

  #onKey(event: KeyboardEvent): void {
    const isEnter = event.key === 'Enter' && !event.isComposing;
    if (event.key === 'Escape') this.close();
    else if (isEnter && event.target === this.#find) this.#step(event.shiftKey ? -1 : 1);
    else if (isEnter && event.target === this.#replace) this.#replaceOne();
    else return;
    event.preventDefault();
  }
}

function button(label: string, picture: SVGElement, run: () => void): HTMLButtonElement {
  return el(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick: run },
    picture,
  );
}
