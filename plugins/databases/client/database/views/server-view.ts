// A view that the server draws: its part of the page is asked for as a document, which runs no script.

import { el } from '../../../../../core/client/dom.ts';
import { askPage } from '../../../../../core/client/fetch-document.ts';
import { t } from '../../../../../core/client/messages.ts';
import { RequestError } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { View } from '../../../model.ts';
import type { Model } from '../model.ts';

type State = (view: View, model: Model) => string;

export class ServerView {
  readonly element = el('div', { class: 'view-drawn-place' });
  readonly #model: Model;
  readonly #state: State;
  #shown = '';

  /** @param state what is drawn is another one when this says something else */
  constructor(
    model: Model,
    state: State = (view, { version, search }) => `${view.id} ${view.updated_at} ${version} ${search}`,
  ) {
    this.#model = model;
    this.#state = state;
  }

  draw(): void {
    const { view, collection, search } = this.#model;
    const wanted = this.#state(view, this.#model);
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    this.#load(`/pages/${collection.page_id}?view=${view.id}&search=${encodeURIComponent(search)}`, wanted).catch(
      failed,
    );
  }

  async #load(url: string, wanted: string): Promise<void> {
    const answer = await askPage(url);
    if (wanted === this.#shown) this.take(answer);
  }

  /** Puts the drawn part of a page in its place; a table that was opened stays open. */
  protected take(answer: Document): void {
    const part = answer.querySelector<HTMLElement>('.view-drawn');
    if (!part) throw new RequestError(404, 'not_found', t('core.client.offline'));
    const isOpen = this.element.querySelector('details')?.open ?? false;
    this.element.replaceChildren(document.adoptNode(part));
    const details = this.element.querySelector('details');
    if (details) details.open = isOpen;
    this.shown();
  }

  protected shown(): void {}
}
