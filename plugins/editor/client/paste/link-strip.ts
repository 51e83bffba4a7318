// The strip at the end of a pasted address: its title, a card, a frame, or the plain link. Loaded when one is pasted.
import type { Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { floatHome, place } from '../../../../core/client/popover.ts';
import { send } from '../../../../core/client/request.ts';
import { toast } from '../../../../core/client/toast.ts';
import { rangeAnchor } from '../editor/floating-anchor.ts';
import { linkAsBlock, titledLink } from './link-choices.ts';
import { type PastedLink, withoutChoices } from './pasted-link.ts';

const GAP = 4;

export interface StripHost {
  pageId: number;
  address: string;
  canEmbed: boolean;
  /** where the link is now; null once there is nothing to choose */
  link(): PastedLink | null;
}

export class LinkStrip {
  readonly #view: EditorView;
  readonly #host: StripHost;
  readonly #bar = el('div', { role: 'toolbar', 'aria-label': t('editor.pasted_link') });
  readonly #status = el('p', { class: 'hidden', role: 'status' });
  readonly #panel = el('div', { class: 'popover link-strip', popover: 'manual' }, this.#bar, this.#status);
  readonly #closing = new AbortController();
  readonly #titled = this.#button('type', t('editor.link_title'), () => this.#wantTitle());
  /** once it has been read */
  #title: string | null = null;
  /** somebody chose the title before it was known */
  #isWanted = false;

  constructor(view: EditorView, host: StripHost) {
    this.#view = view;
    this.#host = host;
    this.#bar.append(el('span', { class: 'hint' }, t('editor.pasted_link_as')));
    // Titles come from elsewhere.
    if (navigator.onLine) {
      this.#bar.append(this.#titled);
      void this.#readTitle();
    }
    this.#bar.append(this.#button('book-open', t('editor.link_card'), () => this.#becomes('bookmark')));
    if (host.canEmbed) this.#bar.append(this.#button('code-xml', t('editor.link_embed'), () => this.#becomes('embed')));
    this.#bar.append(this.#button('link', t('editor.link_plain'), () => this.#leave()));
    this.#show();
  }

  place(): void {
    const link = this.#host.link();
    if (!link) return;
    const anchor = rangeAnchor(this.#view, link.to);
    place(anchor, this.#panel);
    const bar = document.querySelector('.touch-bar:not([hidden])')?.getBoundingClientRect();
    const { bottom, height } = this.#panel.getBoundingClientRect();
    if (!bar || bottom <= bar.top) return;
    // What the bar of a phone covers is no room.
    this.#panel.style.top = `${Math.max(GAP, Math.min(bar.top, anchor.getBoundingClientRect().top) - height - GAP)}px`;
  }

  close(): void {
    this.#closing.abort();
    this.#panel.remove();
  }

  /** Whether a key of the text was for the strip. */
  onKey(event: KeyboardEvent): boolean {
    if (event.isComposing || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.key === 'Escape') this.#leave();
    else if (event.key === 'Tab' || event.key === 'ArrowDown') this.#choices[0]?.focus();
    else return false;
    return true;
  }

  get #choices(): HTMLButtonElement[] {
    return [...this.#bar.querySelectorAll<HTMLButtonElement>('button:enabled')];
  }

  #show(): void {
    const { signal } = this.#closing;
    this.#panel.addEventListener('mousedown', (event) => event.preventDefault());
    this.#panel.addEventListener('keydown', (event) => this.#onKeyInside(event));
    // Whoever goes elsewhere leaves the link as it is.
    const onLeft = () => setTimeout(() => signal.aborted || this.#hasFocus() || this.#end());
    this.#view.dom.addEventListener('blur', onLeft, { signal });
    this.#panel.addEventListener('focusout', onLeft, { signal });
    for (const type of ['scroll', 'resize']) addEventListener(type, () => this.place(), { signal, capture: true });
    floatHome().append(this.#panel);
    this.#panel.showPopover();
    this.place();
    this.#status.textContent = t('editor.pasted_link_hint');
  }

  #hasFocus(): boolean {
    return this.#view.hasFocus() || this.#panel.contains(document.activeElement);
  }

  #button(sign: string, label: string, run: () => void): HTMLButtonElement {
    const words = el('span', {}, label);
    return el('button', { type: 'button', class: 'button quiet', tabindex: -1, onclick: run }, icon(sign), words);
  }

  #onKeyInside(event: KeyboardEvent): void {
    const at = this.#choices.indexOf(document.activeElement as HTMLButtonElement);
    const back = event.key === 'ArrowLeft' || event.key === 'ArrowUp' || (event.key === 'Tab' && event.shiftKey);
    const step = back ? -1 : /^(ArrowRight|ArrowDown|Tab)$/.test(event.key) ? 1 : 0;
    if (event.key === 'Escape') this.#leave();
    else if (step) this.#choices.at((at + step) % this.#choices.length)?.focus();
    else return;
    event.preventDefault();
  }

  async #readTitle(): Promise<void> {
    const { pageId, address: url } = this.#host;
    const { signal } = this.#closing;
    const asked = send<{ title: string | null }>('POST', `/api/pages/${pageId}/link-title`, { url }, { signal });
    const title = await asked.then(
      (answer) => answer.title,
      () => null,
    );
    if (signal.aborted) return;
    this.#title = title;
    const words = this.#titled.lastElementChild as HTMLElement;
    words.textContent = title ? t('editor.link_title_as', { title }) : t('editor.link_title_none');
    if (!title) this.#refuseTitle();
    this.place();
    if (title && this.#isWanted) this.#wantTitle();
  }

  #refuseTitle(): void {
    const hadFocus = document.activeElement === this.#titled;
    this.#titled.disabled = true;
    if (hadFocus) this.#choices[0]?.focus();
    this.#status.textContent = t('editor.link_title_none');
    if (this.#isWanted) toast(t('editor.link_title_failed'));
  }

  #wantTitle(): void {
    this.#isWanted = true;
    const link = this.#host.link();
    if (link && this.#title) this.#take(titledLink(this.#view.state, link, this.#title));
    else this.#titled.setAttribute('aria-busy', 'true');
  }

  #becomes(kind: 'bookmark' | 'embed'): void {
    const link = this.#host.link();
    if (link) this.#take(linkAsBlock(this.#view.state, link, kind));
  }

  #leave(): void {
    this.#end();
    this.#view.focus();
  }

  #end(): void {
    this.#view.dispatch(withoutChoices(this.#view.state.tr));
  }

  #take(tr: Transaction): void {
    this.#view.focus();
    this.#view.dispatch(withoutChoices(tr));
  }
}
