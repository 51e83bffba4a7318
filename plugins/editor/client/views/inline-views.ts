// Tokens in a line of text: links to pages with their live titles, dates, people, emoji.
import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { dayLabel } from '../../../../core/client/day-text.ts';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { failed } from '../../../../core/client/toast.ts';
import type { NameCache } from '../editor/name-cache.ts';
import type { ShownEmoji } from '../editor/page-data.ts';
import { ChosenView } from './atom-view.ts';

/** A token that others may rename while the page is open. */
abstract class TokenView extends ChosenView {
  protected readonly node: Node;

  constructor(node: Node, dom: HTMLElement) {
    super(dom);
    this.node = node;
    dom.contentEditable = 'false';
  }

  ignoreMutation(): boolean {
    return true;
  }
}

export class PageLinkView extends TokenView {
  readonly #forget: () => void;
  readonly #names: NameCache;

  constructor(node: Node, names: NameCache) {
    const { pageId } = node.attrs;
    super(node, el('a', { class: 'page-link', href: `/pages/${pageId}`, draggable: 'false' }));
    this.#names = names;
    this.#forget = names.watch(() => this.#show());
    this.#show();
  }

  destroy(): void {
    this.#forget();
  }

  #show(): void {
    const title = this.#names.page(this.node.attrs.pageId);
    this.dom.classList.toggle('page-hidden', title === null);
    const text = title ?? (title === null ? t('editor.page_hidden') : '…');
    this.dom.textContent = text || t('editor.untitled');
  }
}

export class DateView extends TokenView {
  readonly #view: EditorView;
  readonly #position: () => number | undefined;

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    const { date } = node.attrs;
    const button = el('button', { type: 'button', class: 'date-token', title: t('editor.date_change') });
    button.append(icon('calendar'), el('time', { datetime: date }, dayLabel(date)));
    super(node, button);
    this.#view = view;
    this.#position = position;
    button.addEventListener('click', () => void this.#change().catch(failed));
  }

  stopEvent(event: Event): boolean {
    return event.type === 'click';
  }

  async #change(): Promise<void> {
    const { changeDate } = await import('./date-popover.tsx');
    const day = await changeDate(this.dom, this.node.attrs.date);
    const at = this.#position();
    if (at === undefined || day === null) return;
    this.#view.dispatch(this.#view.state.tr.setNodeAttribute(at, 'date', day));
    this.#view.focus();
  }
}

export class MentionView extends TokenView {
  readonly #forget: () => void;

  constructor(node: Node, names: NameCache) {
    super(node, el('span', { class: 'mention' }));
    const show = () => {
      this.dom.textContent = `@${names.user(node.attrs.userId) ?? t('editor.somebody')}`;
    };
    this.#forget = names.watch(show);
    show();
  }

  destroy(): void {
    this.#forget();
  }
}

/** The picture or the sign, or the name of one that is gone. */
export class EmojiView extends TokenView {
  constructor(node: Node, shown: ShownEmoji | undefined) {
    const label = `:${node.attrs.name}:`;
    const sign = (text: string) => el('span', { class: 'emoji', role: 'img', 'aria-label': label, title: label }, text);
    if (!shown) super(node, el('span', { class: 'emoji' }, label));
    else if ('text' in shown) super(node, sign(shown.text));
    else super(node, el('img', { class: 'emoji', src: shown.href, alt: label, title: label, draggable: 'false' }));
  }
}
