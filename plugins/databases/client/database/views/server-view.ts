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
    if (this.#state(this.#model.view, this.#model) !== this.#shown) this.reload().catch(failed);
  }

  /** Draws it as it is now, also where nothing is known to have changed. */
  protected async reload(): Promise<void> {
    const { view, collection, search } = this.#model;
    const wanted = this.#state(view, this.#model);
    this.#shown = wanted;
    const answer = await askPage(`/pages/${collection.page_id}?view=${view.id}&search=${encodeURIComponent(search)}`);
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
