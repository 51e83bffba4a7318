// Table of contents in the text: the headings of the page, as they are while somebody writes.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { Heading } from '../../../blocks/outline.ts';
import { headings } from '../outline/headings.ts';
import { ChosenView } from './atom-view.ts';

export class TocView extends ChosenView {
  readonly #forget: () => void;

  constructor() {
    super(el('nav', { class: 'toc', 'aria-label': t('editor.block_toc') }));
    this.#forget = headings.watch((found) => this.#show(found));
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#forget();
  }

  #show(found: Heading[]): void {
    const item = ({ id, level, text }: Heading) =>
      el('li', { 'data-level': level }, el('a', { href: `#${id}` }, text || t('editor.untitled')));
    this.dom.replaceChildren(
      found.length ? el('ul', {}, ...found.map(item)) : el('p', { class: 'inert-note' }, t('editor.toc_empty')),
    );
  }
}
