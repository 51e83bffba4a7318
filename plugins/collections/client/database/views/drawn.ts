// A view that the server draws: its part of the page is asked for as a document, which runs no script.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { csrfToken, Refused } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { Model } from '../model.ts';

/** A page of ours, or what a form that was sent there answers. */
export function askPage(url: string, body?: URLSearchParams): Promise<Document> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(body ? 'POST' : 'GET', url);
    call.responseType = 'document';
    call.setRequestHeader('accept', 'text/html');
    if (body) {
      call.setRequestHeader('content-type', 'application/x-www-form-urlencoded');
      call.setRequestHeader('x-csrf-token', csrfToken());
    }
    const lost = () => reject(new Refused(0, 'offline', t('core.client.offline')));
    call.addEventListener('error', lost);
    call.addEventListener('load', () => (call.responseXML ? resolve(call.responseXML) : lost()));
    call.send(body);
  });
}

export class Drawn {
  readonly element = el('div', { class: 'view-drawn-place' });
  readonly #model: Model;
  #shown = '';

  constructor(model: Model) {
    this.#model = model;
  }

  draw(): void {
    const { view, version, collection } = this.#model;
    const wanted = `${view.id} ${view.updated_at} ${version}`;
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    this.#load(`/pages/${collection.page_id}?view=${view.id}`, wanted).catch(failed);
  }

  /** A table that was opened stays open. */
  async #load(url: string, wanted: string): Promise<void> {
    const answer = await askPage(url);
    const part = answer.querySelector<HTMLElement>('.view-drawn');
    if (!part || wanted !== this.#shown) return;
    const isOpen = this.element.querySelector('details')?.open ?? false;
    this.element.replaceChildren(document.adoptNode(part));
    const details = this.element.querySelector('details');
    if (details) details.open = isOpen;
  }
}
