// The panel beside the page, over it on a phone: open or resolved threads, and a new one.
import type { CommentRequest } from '../../../../core/client/comment-request.ts';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { ThreadAnchors } from './anchors.ts';
import { Composer } from './composer.ts';
import { editorOf, type ThreadHost, threadView } from './thread-view.ts';
import type { PanelComment, Thread, Threads } from './threads.ts';

type Shown = 'open' | 'resolved';

const TOUCHED = '(pointer: coarse)';

export class CommentPanel implements ThreadHost {
  readonly threads: Threads;
  readonly #places: ThreadAnchors;
  readonly #root: HTMLElement;
  readonly #list = el('ul', { class: 'thread-list' });
  readonly #new = el('div', { class: 'thread-new' });
  readonly #tabs = new Map<Shown, HTMLButtonElement>();
  readonly #answers = new Map<number, Composer>();
  #shown: Shown = 'open';
  #request: CommentRequest | null = null;
  #opener: HTMLElement | null = null;
  /** for a new thread, where somebody may begin one */
  #field: Composer | undefined;
  editing: ThreadHost['editing'] = null;

  constructor(threads: Threads, places: ThreadAnchors) {
    this.threads = threads;
    this.#places = places;
    const close = el(
      'button',
      { type: 'button', class: 'icon-button', 'aria-label': t('comments.panel.close') },
      icon('x'),
    );
    close.addEventListener('click', () => this.close());
    const tabs = el('div', { class: 'thread-filter', role: 'group', 'aria-label': t('comments.panel.filter') });
    for (const name of ['open', 'resolved'] as const) {
      const button = el('button', { type: 'button', class: 'button quiet' }, t(`comments.panel.${name}`));
      button.addEventListener('click', () => this.#choose(name));
      this.#tabs.set(name, button);
      tabs.append(button);
    }
    this.#root = el(
      'aside',
      { class: 'comments-panel', tabindex: -1, 'aria-label': t('comments.panel.title'), hidden: '' },
      el('header', { class: 'comments-head' }, el('h2', {}, t('comments.panel.title')), tabs, close),
      el('div', { class: 'comments-scroll' }, this.#new, this.#list),
    );
    this.#root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) this.close();
    });
    document.body.append(this.#root);
  }

  get isOpen(): boolean {
    return !this.#root.hidden;
  }

  open(): void {
    if (this.isOpen) return;
    this.#opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    this.#root.hidden = false;
    document.documentElement.dataset.comments = 'open';
    if (!this.#new.childElementCount) this.#offerNew();
    this.draw();
    this.#root.focus({ preventScroll: true });
  }

  close(): void {
    this.#endRequest();
    this.#root.hidden = true;
    delete document.documentElement.dataset.comments;
    this.#places.point(null);
    this.#opener?.focus({ preventScroll: true });
  }

  /** @param typed since somebody asked for it */
  toggle(typed: string): void {
    if (this.isOpen) {
      this.close();
      return;
    }
    this.open();
    // A keyboard on the screen would cover what there is to read.
    if (typed || !matchMedia(TOUCHED).matches) this.#field?.focus(typed);
  }

  /**
   * Opens with the field for a new thread about a part of the page, or the whole of it.
   * @param typed since somebody asked for it
   */
  write(request: CommentRequest, typed: string): void {
    this.#endRequest();
    this.#request = request;
    this.open();
    this.#offerNew().focus(typed);
    this.#places.point(request.blockId);
  }

  /** Shows a comment in its thread; false when there is none. */
  show(commentId: number): boolean {
    const thread = this.threads.threadOf(commentId);
    if (!thread) return false;
    this.#shown = thread.first.resolved_at ? 'resolved' : 'open';
    this.open();
    this.draw();
    const element = this.#root.querySelector<HTMLElement>(`#comment-${commentId}`);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest' });
    this.go(thread);
    return true;
  }

  /** The thread the focus is in, among those that are shown. */
  step(by: 1 | -1): void {
    const shown = this.#threads();
    if (!shown.length) return;
    const now = document.activeElement?.closest<HTMLElement>('[data-thread]')?.dataset.thread;
    const at = shown.findIndex(({ first }) => String(first.id) === now);
    const next = at < 0 ? (by > 0 ? 0 : shown.length - 1) : (at + by + shown.length) % shown.length;
    const thread = shown[next];
    if (thread) this.show(thread.first.id);
  }

  draw(): void {
    for (const [name, button] of this.#tabs) button.setAttribute('aria-pressed', String(name === this.#shown));
    if (!this.isOpen) return;
    const focused = document.activeElement;
    const threads = this.#threads();
    this.#list.replaceChildren(...threads.map((thread) => threadView(thread, this)));
    if (!threads.length) this.#list.append(this.#nothing());
    // Fields are taken along with what is typed in them, but moving them takes the focus away.
    if (focused instanceof HTMLElement && focused !== document.activeElement && this.#list.contains(focused))
      focused.focus();
  }

  answering(thread: Thread): Composer {
    const { id } = thread.first;
    const known = this.#answers.get(id);
    if (known) return known;
    const made = new Composer({
      label: t('comments.panel.answer'),
      hint: `${t('comments.panel.answer')}…`,
      action: t('comments.panel.answer'),
      threads: this.threads,
      send: async (body) => void (await this.threads.add({ body, parent_id: id })),
    });
    this.#answers.set(id, made);
    return made;
  }

  edit(comment: PanelComment | null): void {
    const composer = comment && editorOf(comment, this.threads, () => this.edit(null));
    this.editing = comment && composer && { id: comment.id, composer };
    this.draw();
    // The menu it was chosen from gives the focus back first.
    setTimeout(() => composer?.focus());
  }

  isLost({ first }: Thread): boolean {
    return first.block_id !== null && !this.#places.find(first.block_id);
  }

  go({ first }: Thread): void {
    this.#places.point(first.block_id);
    if (first.block_id) this.#places.find(first.block_id)?.scrollIntoView({ block: 'center' });
  }

  #threads(): Thread[] {
    const all = this.threads.all().filter(({ first }) => Boolean(first.resolved_at) === (this.#shown === 'resolved'));
    return this.#places.inOrder(all);
  }

  #choose(name: Shown): void {
    this.#shown = name;
    this.draw();
  }

  #nothing(): HTMLElement {
    const isOpen = this.#shown === 'open';
    return el(
      'li',
      { class: 'thread-none' },
      el('p', {}, t(isOpen ? 'comments.panel.none' : 'comments.panel.none_resolved')),
      isOpen && this.threads.may.comment ? el('p', { class: 'hint' }, t('comments.panel.none_text')) : null,
    );
  }

  /** The field above the threads; about the page unless a part of it was asked about. */
  #offerNew(): Pick<Composer, 'focus'> {
    this.#new.replaceChildren();
    this.#field = undefined;
    if (!this.threads.may.comment) return { focus: () => this.#root.focus() };
    const request = this.#request;
    const composer = new Composer({
      label: t(request?.blockId ? 'comments.panel.new_on' : 'comments.panel.new'),
      action: t('comments.panel.send'),
      threads: this.threads,
      send: async (body) => {
        const id = await this.threads.add({ body, block_id: request?.blockId ?? null, quote: request?.quote ?? '' });
        request?.made?.(id);
        this.#endRequest();
        this.#shown = 'open';
        this.show(id);
      },
      ...(request ? { cancel: () => this.#endRequest() } : {}),
    });
    if (request?.quote) this.#new.append(el('blockquote', { class: 'thread-quote' }, request.quote));
    this.#new.append(composer.element);
    this.#field = composer;
    return composer;
  }

  #endRequest(): void {
    const request = this.#request;
    if (!request) return;
    this.#request = null;
    request.ended?.();
    this.#places.point(null);
    this.#offerNew();
  }
}
