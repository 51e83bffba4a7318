// One of the pages beside the one that is read: its frame, and the tab that names it.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { onPeekEnd, onPeekWhole, type PeekStep } from '../../../../core/client/peek-request.ts';
import { RequestError, send } from '../../../../core/client/request.ts';

/** A page as it is remembered while this one leaves for another. */
export interface KeptPage {
  /** address in this site */
  path: string;
  /** px that it is scrolled by */
  top: number;
}

export interface PeekTabEvents {
  /** its page, or the title of it, is another one */
  changed: () => void;
  /** the page in it, or what it was opened from, is not wanted any more */
  ended: () => void;
  /** the page in it cannot be read any more */
  refused: () => void;
  /** the page in it is wanted as a page of its own */
  wholeWanted: () => void;
  keyPressed: (event: KeyboardEvent) => void;
}

export const pageIdOf = (path: string): number | undefined =>
  Number(/^\/pages\/([1-9]\d*)/.exec(path)?.[1]) || undefined;

export class PeekTab {
  readonly frame = el('iframe', { class: 'peek-frame', title: t('pages.client.peek'), hidden: true });
  readonly button = el('button', { type: 'button', class: 'peek-tab', role: 'tab', tabindex: -1 }, '…');
  title = '';
  /** Stays until it is closed; one that does not gives way to the next page that is opened beside. */
  isKept: boolean;
  /** Whether the heading of its page is in sight. */
  isTitleSeen = true;
  /** The page before and behind, where it stands in a list. */
  step: PeekStep | undefined;
  #page: KeptPage;
  #events: PeekTabEvents;

  constructor(page: KeptPage, isKept: boolean, events: PeekTabEvents) {
    this.#page = page;
    this.isKept = isKept;
    this.#events = events;
    this.frame.addEventListener('load', () => this.#follow());
    onPeekEnd(this.frame, events.ended);
    onPeekWhole(this.frame, events.wholeWanted);
  }

  /** Where it is, and how far down. */
  get page(): KeptPage {
    const { location, scrollY } = this.frame.contentWindow ?? {};
    if (!location?.pathname.startsWith('/')) return this.#page;
    return { path: location.pathname + location.search, top: scrollY ?? 0 };
  }

  /** @param title what the page is called where it was asked for, until it says so itself */
  open(path: string, title: string): void {
    this.#page = { path, top: 0 };
    if (title) this.#setTitle(title);
    // Pages that pass one after the other are one step of the history.
    if (this.frame.src) this.frame.contentWindow?.location.replace(path);
    else this.frame.src = path;
  }

  /** Shows its page; one that was remembered is loaded only then. */
  show(isShown: boolean): void {
    this.frame.hidden = !isShown;
    this.button.tabIndex = isShown ? 0 : -1;
    this.button.ariaSelected = String(isShown);
    if (isShown && !this.frame.src) this.frame.src = this.#page.path;
  }

  /** Goes to the page before or behind, if there is one. */
  goBy(by: 1 | -1): boolean {
    const id = this.next(by);
    if (id !== undefined) this.frame.contentWindow?.location.replace(`/pages/${id}?embed=1`);
    return id !== undefined;
  }

  next(by: 1 | -1): number | undefined {
    return this.step?.(pageIdOf(this.page.path) ?? 0, by);
  }

  /** Asks for the title of a page that is not loaded yet. */
  async name(): Promise<void> {
    try {
      const { title } = await send<{ title: string }>('GET', `/api/pages/${pageIdOf(this.#page.path)}/preview`);
      this.#setTitle(title);
    } catch (error) {
      if (error instanceof RequestError && (error.status === 403 || error.status === 404)) this.#events.refused();
      else this.#setTitle(t('pages.client.peek'));
    }
  }

  remove(): void {
    this.frame.remove();
    this.button.remove();
  }

  #setTitle(title: string): void {
    this.title = title || t('core.client.untitled');
    this.button.textContent = this.title;
    this.button.title = this.title;
    this.frame.title = this.title;
    this.#events.changed();
  }

  #follow(): void {
    const { contentWindow: inside, contentDocument: document } = this.frame;
    if (!inside?.location.pathname.startsWith('/') || !document) return;
    inside.scrollTo(0, this.#page.top);
    this.#page = { path: inside.location.pathname + inside.location.search, top: 0 };
    inside.addEventListener('keydown', this.#events.keyPressed);
    this.#followTitle(document);
  }

  #followTitle(document: Document): void {
    const heading = document.querySelector('h1');
    const follow = () => this.#setTitle(heading?.textContent?.trim() ?? '');
    follow();
    if (!heading) return;
    new MutationObserver(follow).observe(heading, { childList: true, characterData: true, subtree: true });
    const inSight = ([seen]: IntersectionObserverEntry[]) => {
      this.isTitleSeen = seen?.isIntersecting ?? true;
      this.#events.changed();
    };
    new IntersectionObserver(inSight, { root: document }).observe(heading);
  }
}
