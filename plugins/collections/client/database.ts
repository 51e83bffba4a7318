// The page of a database made live: the view that the server has written is replaced by one that can be worked with.
import { el } from '../../../core/client/dom.ts';
import { number, t } from '../../../core/client/messages.ts';
import { failed } from '../../../core/client/toast.ts';
import type { View, ViewKind } from '../contract.ts';
import { Actions } from './database/actions.ts';
import { Changes } from './database/changes.ts';
import { Model } from './database/model.ts';
import { toolbar } from './database/toolbar.ts';

interface Shown {
  element: HTMLElement;
  draw(): void;
}

async function viewOf(kind: ViewKind, model: Model, changes: Changes, actions: Actions): Promise<Shown> {
  if (kind === 'board') return new (await import('./database/views/board.ts')).Board(model, changes, actions);
  if (kind === 'calendar') return new (await import('./database/views/calendar.ts')).Calendar(model, changes, actions);
  if (kind === 'gallery' || kind === 'list')
    return new (await import('./database/views/cards.ts')).Cards(model, actions);
  return (await import('./database/table/table.ts')).tableOf(model, changes, actions);
}

class Page {
  readonly #section: HTMLElement;
  readonly #model: Model;
  readonly #changes: Changes;
  readonly #actions: Actions;
  readonly #bar = el('div', { class: 'view-bar' });
  readonly #place = el('div', { class: 'view-place' });
  readonly #foot = el('p', { class: 'meta', role: 'status' });
  readonly #exports = el('p', { class: 'meta view-exports' });
  #shown: Shown | undefined;
  #key = '';

  constructor(section: HTMLElement) {
    const { database, user, userName, editable } = section.dataset;
    this.#section = section;
    this.#model = new Model(Number(database), { isEditable: editable !== undefined, userId: Number(user) });
    this.#model.learn({ people: { [String(user)]: userName ?? '' } });
    this.#changes = new Changes(this.#model);
    this.#actions = new Actions(this.#model);
    addEventListener('beforeunload', (event) => this.#changes.isBusy && event.preventDefault());
  }

  async start(): Promise<void> {
    const asked = Number(new URLSearchParams(location.search).get('view')) || undefined;
    await this.#model.load(asked);
    this.#model.onChange(() => void this.#draw().catch(failed));
    await this.#draw();
    this.#section.replaceChildren(this.#bar, this.#place, el('div', { class: 'view-foot' }, this.#foot, this.#exports));
    this.#shown?.draw();
    this.#section.dataset.ready = 'true';
  }

  async #show(view: View): Promise<void> {
    await this.#model.load(view.id);
    history.replaceState(history.state, '', `?view=${view.id}`);
  }

  async #draw(): Promise<void> {
    const { view } = this.#model;
    const key = `${view.id} ${view.kind}`;
    if (key !== this.#key) {
      const made = await viewOf(view.kind, this.#model, this.#changes, this.#actions);
      if (view.id !== this.#model.view.id) return;
      this.#key = key;
      this.#shown = made;
      this.#place.replaceChildren(made.element);
    }
    this.#drawBar();
    this.#shown?.draw();
    this.#section.dataset.saved = String(!this.#changes.isBusy);
    const { groups, grouping } = this.#model;
    const total = grouping ? groups.reduce((sum, { count }) => sum + count, 0) : this.#model.list().total;
    this.#foot.textContent =
      total === null || view.kind === 'calendar'
        ? ''
        : t('collections.view.count', { count: total, number: number(total) });
  }

  /** Only when it says something else now: the focus may be within. */
  #drawBar(): void {
    const { views, view, properties } = this.#model;
    const state = JSON.stringify([views.map(({ id, name, kind }) => [id, name, kind]), view, properties.length]);
    if (this.#bar.dataset.state === state) return;
    const focused = (document.activeElement as HTMLElement | null)?.dataset.tool;
    this.#bar.dataset.state = state;
    this.#bar.replaceChildren(
      ...toolbar(this.#model, this.#actions, (one) => this.#actions.attempt(() => this.#show(one))),
    );
    const path = `/api/collections/${this.#model.id}/export?view_id=${view.id}`;
    this.#exports.replaceChildren(
      el('a', { href: path, download: '' }, t('collections.as_csv')),
      ' ',
      el('a', { href: `${path}&format=markdown`, download: '' }, t('collections.as_markdown')),
      ' ',
      el('a', { href: `${path}&format=json`, download: '' }, t('collections.as_json')),
      ' ',
      el('a', { href: `/collections/${this.#model.id}/more` }, t('collections.more.link')),
    );
    if (focused) this.#bar.querySelector<HTMLElement>(`[data-tool="${focused}"]`)?.focus();
  }
}

const section = document.querySelector<HTMLElement>('[data-database]');
if (section) {
  import(section.dataset.messages as string).then(() => new Page(section).start()).catch(failed);
}
