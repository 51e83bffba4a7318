// The page of a database made live: the view that the server has written is replaced by one that can be worked with.
import { h, render } from 'preact';
import { el, icon } from '../../../core/client/dom.ts';
import { number, t } from '../../../core/client/messages.ts';
import { addressedPage } from '../../../core/client/peek-address.ts';
import { isBeside } from '../../../core/client/peek-request.ts';
import { RequestError, send } from '../../../core/client/request.ts';
import { failed } from '../../../core/client/toast.ts';
import type { ViewKind } from '../model.ts';
import { Actions } from './database/actions.ts';
import { Changes } from './database/edit-queue.ts';
import { EmptyView } from './database/filters/empty-view.tsx';
import { ViewChips } from './database/filters/view-chips.tsx';
import { JobLine } from './database/job-status.ts';
import { Model } from './database/model.ts';
import { isPhone } from './database/phone.ts';
import { RowUpdates } from './database/row-updates.ts';
import type { TitleField } from './database/titles/title-field.ts';
import { toolbar } from './database/toolbar.ts';
import { onRowBeside } from './database/views/row-beside.ts';

interface Shown {
  element: HTMLElement;
  draw(): void;
  /** the keys go to where its next row begins, where that is a line of it */
  begin?(): void;
}

async function viewOf(kind: ViewKind, model: Model, changes: Changes, actions: Actions): Promise<Shown> {
  if (kind === 'board') return new (await import('./database/views/board.ts')).BoardView(model, changes, actions);
  if (kind === 'calendar') return new (await import('./database/views/calendar.ts')).Calendar(model, changes, actions);
  if (kind === 'timeline')
    return new (await import('./database/views/timeline/timeline.ts')).Timeline(model, changes, actions);
  if (kind === 'chart') return new (await import('./database/views/chart-marks.ts')).ChartMarks(model, actions);
  if (kind === 'form') return new (await import('./database/views/answer-form.ts')).AnswerForm(model);
  if (kind === 'gallery' || kind === 'list')
    return new (await import('./database/views/cards.ts')).Cards(model, changes, actions);
  return (await import('./database/table/table.ts')).createTableView(model, changes, actions);
}

interface Place {
  database: number;
  user: number;
  userName: string;
  editable: boolean;
  viewId: number | undefined;
  search?: string;
  /** inside another page, whose address is not ours */
  isInline: boolean;
  /** in a text that is being written */
  isWritten?: boolean;
  signal?: AbortSignal;
  /** in which its name is being written already */
  naming?: HTMLInputElement;
  /** called when there is something to see */
  ready?(): void;
  /** called when its rows are there */
  settled?(): void;
}

/** In the address of a database that was made just now: what it is to begin with. */
const [NEW_ROW, NEW_NAME] = ['#new-row', '#title'];

class Page {
  readonly #section: HTMLElement;
  readonly #place: Place;
  readonly #model: Model;
  readonly #changes: Changes;
  readonly #actions: Actions;
  readonly #bar = el('div', { class: 'view-bar' });
  readonly #chips = el('div', {});
  readonly #none = el('div', {});
  readonly #view = el('div', { class: 'view-place' });
  readonly #foot = el('p', { class: 'meta', role: 'status' });
  readonly #exports = el('p', { class: 'meta view-exports' });
  readonly #job: JobLine;
  #title: TitleField | undefined;
  #shown: Shown | undefined;
  #key = '';
  /** the view that the address names, or would name */
  #addressed = 0;

  constructor(section: HTMLElement, place: Place) {
    const { database, user, userName, editable, signal } = place;
    this.#section = section;
    this.#place = place;
    this.#model = new Model(database, { isEditable: editable, userId: user });
    this.#model.search = place.search ?? '';
    this.#model.learn({ people: { [String(user)]: userName } });
    this.#changes = new Changes(this.#model);
    this.#actions = new Actions(this.#model, this.#changes);
    this.#job = new JobLine(this.#model, signal);
    this.#view.addEventListener('keydown', (event) => this.#changes.history.obey(event));
    addEventListener('beforeunload', (event) => this.#changes.isBusy && event.preventDefault(), { signal });
  }

  async start(): Promise<void> {
    const { viewId, isInline, signal, naming } = this.#place;
    await this.#model.load(viewId);
    const { page_id, name } = this.#model.collection;
    if (isInline) {
      this.#section.ariaLabel = name || t('databases.view.inline.untitled');
      this.#model.isEditable = await mayEdit(page_id);
    }
    this.#followAddress();
    this.#model.onChange(() => void this.#draw().catch(failed));
    new RowUpdates(this.#model, this.#changes, this.#section, signal);
    onRowBeside(() => this.#shown?.draw(), signal);
    await this.#draw();
    if (isInline) this.#title = new (await import('./database/titles/title-field.ts')).TitleField(this.#model, naming);
    const description = this.#section.querySelector('.database-description');
    this.#section.replaceChildren(
      ...(description ? [description] : []),
      // In a page they stand beside its name.
      ...(this.#title ? [this.#title.element, this.#chips, this.#bar] : [this.#bar, this.#chips]),
      this.#job.element,
      this.#view,
      el('div', { class: 'view-foot' }, this.#foot, this.#exports),
    );
    this.#place.ready?.();
    this.#settle();
    this.#title?.begin();
    this.#shown?.draw();
    this.#section.dataset.ready = 'true';
    if (!isInline) this.#openAddressed();
    if (!isInline && this.#model.isEditable) await this.#offerName();
    const { PrintSheet } = await import('./database/table/print-sheet.ts');
    new PrintSheet(this.#model, this.#section, { isWhole: !isInline, signal });
  }

  /** A row that the address names is beside its view as if it was opened there: keys go on to the next one. */
  #openAddressed(): void {
    const id = addressedPage();
    if (id && this.#model.row(id) && !isPhone()) this.#actions.open(id, null);
  }

  /** A database that was made just now begins with its name, or with its first row where it has one. */
  async #offerName(): Promise<void> {
    const field = document.querySelector<HTMLElement>('.page-title > span');
    const { PageName } = await import('./database/titles/page-name.ts');
    const begin = () => this.#shown?.begin?.();
    const name = field && new PageName(field, this.#model, begin, this.#place.signal);
    const { hash, pathname, search } = location;
    if (hash !== NEW_ROW && hash !== NEW_NAME) return;
    history.replaceState(history.state, '', pathname + search);
    if (hash === NEW_NAME) name?.focus();
    else begin();
  }

  /** Back and forward lead through the views that were looked at. */
  #followAddress(): void {
    this.#addressed = this.#model.view.id;
    if (this.#place.isInline) return;
    const follow = () => {
      // An address without a view is that of the first one.
      const wanted = namedView() ?? this.#model.views[0]?.id;
      if (!wanted || wanted === this.#addressed) return;
      this.#addressed = wanted;
      this.#actions.attempt(() => this.#model.load(wanted));
    };
    addEventListener('popstate', follow, { signal: this.#place.signal });
  }

  /** The address is that of what is shown, for reloading and passing on; a view that is gone leaves no way back to it. */
  #keepAddress(): void {
    const { view, views } = this.#model;
    if (this.#place.isInline || view.id === this.#addressed) return;
    const isGone = !views.some(({ id }) => id === this.#addressed);
    this.#addressed = view.id;
    // Beside another page, Back is about that one.
    if (isBeside()) history.replaceState(history.state, '', `?view=${view.id}&embed=1`);
    else if (isGone) history.replaceState(history.state, '', `?view=${view.id}`);
    else history.pushState(null, '', `?view=${view.id}`);
  }

  /** Once for each view, also where it was asked for again while its script came. */
  #put(key: string, made: Shown): void {
    this.#key = key;
    this.#shown = made;
    // Below rows that are not there, which stay where they are; a month would have it out of sight.
    const parts = [made.element, this.#none];
    this.#view.replaceChildren(...(this.#model.view.kind === 'calendar' ? parts.reverse() : parts));
  }

  async #draw(): Promise<void> {
    const { view } = this.#model;
    this.#keepAddress();
    const key = `${view.id} ${view.kind}`;
    if (key !== this.#key) {
      const made = await viewOf(view.kind, this.#model, this.#changes, this.#actions);
      if (view.id !== this.#model.view.id) return;
      if (key !== this.#key) this.#put(key, made);
    }
    this.#title?.show();
    this.#drawBar();
    render(h(ViewChips, { model: this.#model }), this.#chips);
    this.#job.show();
    this.#shown?.draw();
    this.#section.dataset.saved = String(!this.#changes.isBusy);
    const { groups, grouping } = this.#model;
    const total = grouping ? groups.reduce((sum, { count }) => sum + count, 0) : this.#model.list().total;
    render(h(EmptyView, { model: this.#model, total, mayBegin: Boolean(this.#place.isWritten) }), this.#none);
    // Who is asked by a form has no use for how many have answered.
    this.#exports.hidden = view.kind === 'form';
    const said =
      total === null || /^(calendar|form)$/.test(view.kind)
        ? ''
        : t('databases.view.count', { count: total, number: number(total) });
    this.#foot.textContent = this.#changes.isStranded ? t('databases.view.stranded') : said;
    this.#settle();
  }

  #settle(): void {
    const { groups, grouping } = this.#model;
    const isThere = !grouping || groups.every((one) => !one.count || this.#model.listOf(one).known().length);
    if (isThere && this.#section.isConnected) this.#place.settled?.();
  }

  /** Only when it says something else now: the focus may be within. */
  #drawBar(): void {
    const { views, view, properties } = this.#model;
    const state = JSON.stringify([views.map(({ id, name, kind }) => [id, name, kind]), view, properties.length]);
    if (this.#bar.dataset.state === state) return;
    const focused = (document.activeElement as HTMLElement | null)?.dataset.tool;
    this.#bar.dataset.state = state;
    this.#bar.replaceChildren(
      ...toolbar(this.#model, this.#actions, (one) => this.#actions.attempt(() => this.#model.load(one.id))),
    );
    const path = `/api/collections/${this.#model.id}/export?view_id=${view.id}`;
    this.#exports.replaceChildren(exportMenu(path));
    if (focused) this.#bar.querySelector<HTMLElement>(`[data-tool="${focused}"]`)?.focus();
  }
}

/** The ways out of a view, behind one button. */
function exportMenu(path: string): HTMLElement {
  const opener = el('summary', { class: 'button quiet' }, t('databases.view.export'), icon('chevron-down'));
  const links = el(
    'div',
    { class: 'menu panel' },
    el('a', { class: 'menu-item', href: path, download: '' }, t('databases.as_csv')),
    el('a', { class: 'menu-item', href: `${path}&format=markdown`, download: '' }, t('databases.as_markdown')),
    el('a', { class: 'menu-item', href: `${path}&format=json`, download: '' }, t('databases.as_json')),
  );
  return el('details', { class: 'dropdown end' }, opener, links);
}

const namedView = (): number | undefined => Number(new URLSearchParams(location.search).get('view')) || undefined;

async function mayEdit(pageId: number): Promise<boolean> {
  const { can_edit } = await send<{ can_edit: boolean }>('GET', `/api/pages/${pageId}/access`);
  return can_edit;
}

interface Named {
  collectionId: number;
  viewId?: number | null;
}

interface Reader {
  user: string;
  userName: string;
  signal: AbortSignal;
  naming?: HTMLInputElement;
}

/** Shows a database inside another page; one that is not there for this reader is said to be gone. */
export async function mount(holder: HTMLElement, { collectionId, viewId }: Named, reader: Reader): Promise<void> {
  const section = el('div', { class: 'database colours inline-database', role: 'group' });
  const { user, ...rest } = reader;
  const isWritten = holder.matches('.block-database');
  const place = { database: collectionId, user: Number(user), viewId: viewId ?? undefined, isWritten, ...rest };
  const ready = () => holder.replaceChildren(section);
  // Until then what is below stays where it is.
  const settled = () => void holder.style.removeProperty('min-height');
  try {
    await new Page(section, { ...place, editable: false, isInline: true, ready, settled }).start();
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error;
    // The view may be gone while the database is there.
    if (viewId) return mount(holder, { collectionId }, reader);
    holder.replaceChildren(el('p', { class: 'page-hidden' }, t('databases.view.unseen')));
  }
}

/** Asks which database goes into a page. */
export const choose = async (place: { id: number; workspaceId: number }): Promise<Named | null> =>
  (await import('./database/panels/choose-dialog.ts')).openDatabaseChooser(place);

/** Asks what a new database in a page begins as. */
export const chooseTemplate = async (place: {
  workspaceId: number;
}): Promise<{ template: string; name: string } | null> =>
  (await import('./database/panels/template-gallery.ts')).openTemplateGallery(place);

const section = document.querySelector<HTMLElement>('[data-database]');
if (section) {
  const { database, user, userName = '', editable, messages = '' } = section.dataset;
  const place: Place = {
    ...{ database: Number(database), user: Number(user), userName, editable: editable !== undefined, isInline: false },
    viewId: namedView(),
    search: new URLSearchParams(location.search).get('search') ?? '',
  };
  import(messages).then(() => new Page(section, place).start()).catch(failed);
}
