// Where threads stand in the text: badges beside blocks, the marked words, and the block that is spoken of.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { Thread } from './threads.ts';

/** Between the text and a badge, and between a badge and the edge of the window or the text inside of it. */
const GAP_PX = 6;
const EDGE_PX = 2;

export class ThreadAnchors {
  readonly #article: HTMLElement;
  readonly #badges = new Map<string, HTMLButtonElement>();
  readonly #layer = el('div', { class: 'comment-badges' });
  readonly #sheet = new CSSStyleSheet();
  readonly #room = new CSSStyleSheet();
  #margin = '';
  readonly #show: (commentId: number) => void;
  #marked: number[] = [];
  #pointed: string | null = null;
  #frame = 0;

  constructor(article: HTMLElement, show: (commentId: number) => void) {
    this.#article = article;
    this.#show = show;
    document.adoptedStyleSheets.push(this.#sheet, this.#room);
    document.body.append(this.#layer);
    const again = () => this.#later();
    // What stands above the text, and what stands beside the page, moves it without a change of its own size.
    const sizes = new ResizeObserver(again);
    for (const element of [article, article.closest('main'), document.body]) if (element) sizes.observe(element);
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

  /** In the margin after the text; where the window has none, the text leaves them room. */
  #place(): void {
    const text = this.#article.getBoundingClientRect();
    const isRtl = document.documentElement.dir === 'rtl';
    const end = document.documentElement.clientWidth - EDGE_PX;
    let inside = 0;
    for (const [blockId, badge] of this.#badges) {
      badge.hidden = !this.find(blockId)?.getBoundingClientRect().height;
      const width = badge.offsetWidth;
      const left = isRtl ? Math.max(EDGE_PX, text.left - width - GAP_PX) : Math.min(text.right + GAP_PX, end - width);
      const covered = isRtl ? left + width - text.left : text.right - left;
      if (!badge.hidden && covered > 0) inside = Math.max(inside, covered + EDGE_PX);
      badge.style.left = `${left + scrollX}px`;
    }
    this.#leaveRoom(inside, isRtl);
    for (const [blockId, badge] of this.#badges)
      badge.style.top = `${(this.find(blockId)?.getBoundingClientRect().top ?? 0) + scrollY}px`;
  }

  #leaveRoom(pixels: number, isRtl: boolean): void {
    const rule = pixels ? `.article { padding-${isRtl ? 'left' : 'right'}: ${pixels}px; }` : '';
    if (rule !== this.#margin) this.#room.replaceSync(rule);
    this.#margin = rule;
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
