// The gallery and the list: all rows as cards with a picture, or as lines one below the other.
import { el, icon, signOf } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { type Property, type Row, seenAs } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import type { Actions } from '../actions.ts';
import type { Changes } from '../edit-queue.ts';
import type { Model } from '../model.ts';
import { valueList } from '../value-parts.ts';
import { cardTitleLink, factList, factProperties, facts, moreButton, redraw, showMore } from './card.ts';
import { CardMoves } from './card-moves.ts';
import { changeValues, emptyOffers, valueItems } from './card-values.ts';
import { KeptLines } from './line-heights.ts';
import { isShownBeside, openPressed } from './row-beside.ts';

/** Of a line of a list, in pixels: for the title and the menu, and for each value. */
const [TITLE_ROOM, COLUMN_ROOM] = [260 + 44, 112];

export class Cards {
  readonly element = el('div', {});
  readonly #model: Model;
  readonly #changes: Changes;
  readonly #actions: Actions;
  readonly #moves: CardMoves;
  readonly #kept: KeptLines;
  #shownColumns = 0;

  constructor(model: Model, changes: Changes, actions: Actions) {
    this.#model = model;
    this.#changes = changes;
    this.#actions = actions;
    new ResizeObserver(() => this.#fit()).observe(this.element);
    this.#moves = new CardMoves(this.element, model, changes, (run) => actions.attempt(run));
    this.#kept = new KeptLines(this.element);
    changeValues(this.element, model, changes);
    openPressed(this.element, (id, from) => actions.open(id, from));
  }

  draw(): void {
    redraw(this.element, () => this.#drawCards());
  }

  /** Whatever else has room, the title does: the last columns go first, and are read in the row itself. */
  get #columns(): Property[] {
    const all = factProperties(this.#model);
    const width = this.element.clientWidth;
    if (!width || matchMedia('(width < 600px)').matches) return all;
    return all.slice(0, Math.max(0, Math.floor((width - TITLE_ROOM) / COLUMN_ROOM)));
  }

  #fit(): void {
    if (this.#model.view.kind === 'list' && this.#columns.length !== this.#shownColumns) this.draw();
  }

  #newButton(): HTMLElement | null {
    if (!this.#model.isEditable) return null;
    const attributes = { type: 'button', class: 'button quiet new-row', onclick: () => this.#add() };
    return el('button', attributes, icon('plus'), t('databases.view.new_row'));
  }

  #drawCards(): void {
    const { view } = this.#model;
    const list = this.#model.list();
    if (list.total === null) list.load().catch(failed);
    const rows = list.known();
    const isGallery = view.kind === 'gallery';
    this.#shownColumns = this.#columns.length;
    const hasPictures = isGallery && rows.some((row) => this.#picture(row));
    const cards = el(
      'ul',
      {
        class: isGallery ? 'gallery' : 'row-list',
        'data-size': view.config.card_size ?? 'medium',
        'data-fit': view.config.cover_fit ?? 'crop',
        'aria-label': view.name,
      },
      isGallery || !rows.length ? null : this.#names(),
      ...rows.map((row) => this.#card(row, isGallery, hasPictures)),
    );
    const add = this.#newButton();
    // In a gallery it is where the next card will stand.
    if (isGallery && add) cards.append(el('li', { class: 'new-card' }, add));
    cards.style.setProperty('--facts', String(this.#shownColumns || 1));
    const more = showMore(list.total, rows.length, () => list.more());
    const isEmpty = list.total === 0 && !this.#model.drafts.isNarrowed;
    const none = isEmpty ? el('p', { class: 'hint' }, t('databases.view.no_rows')) : null;
    this.element.replaceChildren(
      ...[cards, none, more, isGallery ? null : add, this.#moves.status].filter((one) => one !== null),
    );
    this.#kept.apply();
  }

  #add(): void {
    this.#actions.attempt(() =>
      this.#actions.openNew(
        () => this.#actions.newRow(null),
        () => this.element,
      ),
    );
  }

  /** What the columns of a list are; each value is named on its own for whoever hears them. */
  #names(): HTMLElement {
    const shown = [this.#model.title, ...this.#columns];
    const names = shown.map((one) => {
      const { isQuantity } = clientType(seenAs(one));
      return el('span', { title: one.name, 'data-quantity': isQuantity ? '' : null }, one.name);
    });
    return el('li', { class: 'row-list-names', role: 'presentation', 'aria-hidden': 'true' }, ...names);
  }

  #card(row: Row, isGallery: boolean, hasPictures: boolean): HTMLElement {
    const offers = isGallery ? emptyOffers(this.#model, row, factProperties(this.#model)) : null;
    const inner = [cardTitleLink(row, this.#actions), this.#facts(row, isGallery), offers, this.#menu(row)];
    return el(
      'li',
      {
        class: isGallery ? 'row-card' : 'row-line',
        'data-row': row.id,
        'data-tone': this.#model.tones.get(row.id),
        'aria-current': isShownBeside(row) ? 'true' : null,
        draggable: this.#model.isEditable && this.#model.mayWrite(row) ? 'true' : null,
      },
      hasPictures ? this.#cover(row) : null,
      ...inner,
    );
  }

  #menu(row: Row): HTMLElement {
    const shown = factProperties(this.#model);
    return moreButton(row, (anchor) =>
      this.#actions.rowMenu([row], anchor, anchor, valueItems(this.#model, this.#changes, { row, shown, anchor })),
    );
  }

  #facts(row: Row, isGallery: boolean): HTMLElement | null {
    return isGallery ? facts(this.#model, row) : factList(this.#model, row, this.#columns, true);
  }

  /** The picture of the page, or the first one among the files of a property. */
  #picture(row: Row): string | undefined {
    const { cover = 'page' } = this.#model.view.config;
    if (cover === '') return undefined;
    if (cover === 'page') return row.cover_url || undefined;
    const files = valueList(row.values[cover]).map((id) => this.#model.names.files[String(id)]);
    return files.find((file) => file && /\.(png|jpe?g|gif|webp|avif|svg)$/i.test(file.name))?.url;
  }

  /** A row without a picture shows its sign there, or how its title begins. */
  #cover(row: Row): HTMLElement {
    const src = this.#picture(row);
    return src
      ? el('img', { class: 'card-cover', src, alt: '', loading: 'lazy', draggable: 'false' })
      : el(
          'div',
          { class: 'card-cover is-sign', 'aria-hidden': 'true' },
          row.page_icon ? signOf(row.page_icon) : ([...row.title][0]?.toUpperCase() ?? ''),
        );
  }
}
