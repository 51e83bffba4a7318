// What this person filters and sorts views by for themselves: in sight at once, and kept by the server one after the other.
import { RequestError, send } from '../../../../core/client/request.ts';
import type { Property, View, ViewDraft } from '../../model.ts';
import type { Model } from './model.ts';

const draftOf = ({ config: { filter, sorts } }: View): ViewDraft => ({
  filter: filter ?? null,
  sorts: sorts ?? [],
});

export class ViewDrafts {
  readonly #model: Model;
  #stored: View[] = [];
  #drafts = new Map<number, ViewDraft>();
  /** by view, what the server does not have yet */
  readonly #unsent = new Map<number, ViewDraft>();
  #sending: Promise<unknown> = Promise.resolve();
  /** why the server does not have it */
  fault = '';
  /** begins a condition on a property, where the filter is shown */
  ask: (property: Property) => void = () => undefined;
  /** closes the field of the search in rows, where there is one */
  endSearch: () => void = () => undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  /** Views and drafts as the server has them. */
  learn(stored: View[], drafts: Record<string, ViewDraft> = {}): void {
    this.#stored = stored;
    const kept = Object.entries(drafts).map(([id, draft]): [number, ViewDraft] => [Number(id), draft]);
    this.#drafts = new Map([...kept, ...this.#unsent]);
  }

  /** Whether a search or a filter may leave rows out. */
  get isNarrowed(): boolean {
    return Boolean(this.#model.search || this.#model.view.config.filter);
  }

  /** A view that was changed or made here. */
  put(view: View): void {
    const isKnown = this.#stored.some(({ id }) => id === view.id);
    this.#stored = isKnown ? this.#stored.map((one) => (one.id === view.id ? view : one)) : [...this.#stored, view];
  }

  /** Views as this person looks at them. */
  get views(): View[] {
    return this.#stored.map((view) => {
      const draft = this.#drafts.get(view.id);
      return draft ? { ...view, config: { ...view.config, ...draft } } : view;
    });
  }

  /** Whether a shared view is seen otherwise by everybody else. */
  isDraft({ id, created_by }: View): boolean {
    const draft = this.#drafts.get(id);
    const stored = this.#stored.find((one) => one.id === id);
    return created_by === null && !!draft && !!stored && JSON.stringify(draft) !== JSON.stringify(draftOf(stored));
  }

  /** Filters and sorts the view that is shown: one's own for good, a shared one until it is saved for everyone. */
  async change(change: Partial<ViewDraft>): Promise<void> {
    const { view } = this.#model;
    const draft = { ...draftOf(view), ...change };
    this.#drafts.set(view.id, draft);
    this.#unsent.set(view.id, draft);
    this.#model.showViews();
    this.#model.changed();
    await this.send();
  }

  /** What cannot be sent stays in sight with its reason, and goes with the next change or when it is tried again. */
  async send(): Promise<void> {
    const { view } = this.#model;
    const sent = this.#sending.then(() => this.#send(view));
    this.#sending = sent.catch(() => undefined);
    try {
      if ((await sent) && this.#model.view.id === view.id) await this.#lookAnew();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.fault = error.message;
      this.#model.changed();
    }
  }

  async saveForAll(): Promise<void> {
    const { view } = this.#model;
    await send('PATCH', `/api/v2/views/${view.id}`, { config: draftOf(view) });
    this.#drop(view.id);
    await this.#model.load();
  }

  async reset(): Promise<void> {
    const { view } = this.#model;
    await send('DELETE', `/api/views/${view.id}/draft`);
    this.#drop(view.id);
    await this.#lookAnew();
  }

  #drop(id: number): void {
    this.#drafts.delete(id);
    this.#unsent.delete(id);
    this.fault = '';
  }

  /** Views that read for themselves know by these numbers that there is something else to see. */
  async #lookAnew(): Promise<void> {
    this.#model.version++;
    this.#model.news++;
    await this.#model.load();
  }

  /** Whether the server has the newest of it now. */
  async #send({ id, created_by }: View): Promise<boolean> {
    const draft = this.#unsent.get(id);
    if (!draft) return false;
    if (created_by === null) await send('PUT', `/api/views/${id}/draft`, draft);
    else await send('PATCH', `/api/v2/views/${id}`, { config: draft });
    this.fault = '';
    if (this.#unsent.get(id) !== draft) return false;
    this.#unsent.delete(id);
    return true;
  }
}
