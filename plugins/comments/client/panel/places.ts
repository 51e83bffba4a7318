// Where threads stand in the text: badges beside blocks, the marked words, and the block that is spoken of.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { Thread } from './threads.ts';

export class Places {
  readonly #article: HTMLElement;
  readonly #badges = new Map<string, HTMLButtonElement>();
  readonly #layer = el('div', { class: 'comment-badges' });
  readonly #sheet = new CSSStyleSheet();
  readonly #show: (commentId: number) => void;
  #marked: number[] = [];
  #pointed: string | null = null;
  #frame = 0;

  constructor(article: HTMLElement, show: (commentId: number) => void) {
    this.#article = article;
    this.#show = show;
    document.adoptedStyleSheets.push(this.#sheet);
    document.body.append(this.#layer);
    const again = () => this.#later();
    new ResizeObserver(again).observe(article);
    new MutationObserver(again).observe(article, { childList: true, subtree: true, characterData: true });
    addEventListener('resize', again);
    document.addEventListener('toggle', again, true);
    article.addEventListener('click', (event) => this.#onClick(event));
  }

  /** The block, in the text that is read or in the editor. */
  find(blockId: string): HTMLElement | null {
    const id = CSS.escape(blockId);
    return this.#article.querySelector<HTMLElement>(`[data-id="${id}"], [id="${id}"]`);
  }

  /** As the text has them; what is about the page, or about text that is gone, comes last. */
  inOrder(threads: Thread[]): Thread[] {
    const placed = threads.map((thread) => ({
      thread,
      element: thread.first.block_id === null ? null : this.find(thread.first.block_id),
    }));
    return placed
      .sort((a, b) => {
        if (!a.element || !b.element) return Number(!a.element) - Number(!b.element);
        if (a.element === b.element) return 0;
        return a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
      })
      .map(({ thread }) => thread);
  }

  /** Draws the attention to a block, or to none. */
  point(blockId: string | null): void {
    this.#pointed = blockId;
    this.#style();
  }

  /** Shows what is open. */
  set(open: Thread[]): void {
    this.#marked = open.map(({ first }) => first.id);
    this.#style();
    const byBlock = Map.groupBy(
      open.filter(({ first }) => first.block_id),
      ({ first }) => first.block_id as string,
    );
    for (const [blockId, badge] of this.#badges) {
      if (byBlock.has(blockId)) continue;
      badge.remove();
      this.#badges.delete(blockId);
    }
    for (const [blockId, threads] of byBlock) this.#setBadge(blockId, threads);
    this.#place();
  }

  #setBadge(blockId: string, threads: Thread[]): void {
    const badge = this.#badges.get(blockId) ?? el('button', { type: 'button', class: 'comment-badge' });
    const label = t('comments.panel.badge', { count: threads.length });
    badge.setAttribute('aria-label', label);
    badge.title = label;
    badge.replaceChildren(icon('message-square'), String(threads.length));
    badge.onclick = () => this.#show(threads[0]?.first.id ?? 0);
    this.#badges.set(blockId, badge);
    this.#layer.append(badge);
  }

  #later(): void {
    if (!this.#badges.size || this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#place();
    });
  }

  /** In the margin after the text, or at its edge where the window has no margin. */
  #place(): void {
    const text = this.#article.getBoundingClientRect();
    const isRtl = document.documentElement.dir === 'rtl';
    const room = document.documentElement.clientWidth;
    for (const [blockId, badge] of this.#badges) {
      const at = this.find(blockId)?.getBoundingClientRect();
      badge.hidden = !at?.height;
      if (!at?.height) continue;
      const width = badge.offsetWidth;
      const left = isRtl ? Math.max(2, text.left - width - 6) : Math.min(text.right + 6, room - width - 2);
      badge.style.left = `${left + scrollX}px`;
      badge.style.top = `${at.top + scrollY}px`;
    }
  }

  /** By a sheet of its own, since the editor draws its elements anew whenever it likes. */
  #style(): void {
    const rules: string[] = [];
    const marks = this.#marked.map((id) => `.article [data-comment-id="${Number(id)}"]`);
    if (marks.length) rules.push(`${marks.join()} { background: var(--mark); cursor: pointer; }`);
    if (this.#pointed) {
      const id = CSS.escape(this.#pointed);
      rules.push(
        `.article :is([data-id="${id}"], [id="${id}"]) { background: var(--accent-soft); border-radius: 4px; }`,
      );
    }
    this.#sheet.replaceSync(rules.join('\n'));
  }

  #onClick({ target }: MouseEvent): void {
    const mark = target instanceof Element ? target.closest<HTMLElement>('[data-comment-id]') : null;
    const id = Number(mark?.dataset.commentId);
    if (this.#marked.includes(id)) this.#show(id);
  }
}
