// The timeline: a line for each row with a bar from its start to its end, moved and pulled by pointer and key.
import { el, icon } from '../../../../../../core/client/dom.ts';
import { t } from '../../../../../../core/client/messages.ts';
import { openMenu } from '../../../../../../core/client/popover.ts';
import { failed } from '../../../../../../core/client/toast.ts';
import type { Row } from '../../../../model.ts';
import type { Actions } from '../../actions.ts';
import { whenReleased } from '../../context-menu-guard.ts';
import type { Changes } from '../../edit-queue.ts';
import type { Model } from '../../model.ts';
import { openingItem } from '../../phone.ts';
import { cardTitleLink, undisturbed } from '../card.ts';
import { formatDay, monday, plus, today } from '../days.ts';
import { arrows } from './timeline-arrows.ts';
import { timelineHead } from './timeline-head.ts';
import { firstDay, leadButton, placeBar, type Sight, sideOf } from './timeline-lead.ts';
import { startPull } from './timeline-resize.ts';
import { scaleHead, type TimelineScale, timelineScale, weekStart } from './timeline-scale.ts';
import { type DaySpan, spanOf, spanText, type Timing, timingOf } from './timeline-span.ts';
import { barLabel, barSign, barWords } from './timeline-tone.ts';

const LINE = 40;
const BEYOND = 8;
/** for a finger that has no edges to pull */
const CHANGES = { earlier: [-1, -1], later: [1, 1], shorter: [0, -1], longer: [0, 1] } as const;

export class Timeline {
  readonly element = el('div', { class: 'timeline' });
  readonly #model: Model;
  readonly #changes: Changes;
  readonly #actions: Actions;
  readonly #head = el('div', { class: 'timeline-head' });
  readonly #scroller = el('div', { class: 'timeline-scroll', role: 'group', tabindex: 0 });
  readonly #axis = el('div', { class: 'timeline-axis', 'aria-hidden': 'true' });
  readonly #lines = el('ul', { class: 'timeline-lines' });
  readonly #status = el('p', { class: 'hidden', role: 'status' });
  #scale: TimelineScale;
  #drawn = new Map<number, { row: Row; span: DaySpan | null }>();
  #frame = 0;
  #isPlaced = false;

  constructor(model: Model, changes: Changes, actions: Actions) {
    this.#model = model;
    this.#changes = changes;
    this.#actions = actions;
    this.#scale = timelineScale(model.view.config.zoom ?? 'month', today());
    this.#scroller.append(this.#axis, this.#lines);
    this.element.append(this.#head, this.#scroller, this.#status);
    this.#scroller.addEventListener('scroll', () => {
      cancelAnimationFrame(this.#frame);
      this.#frame = requestAnimationFrame(() => undisturbed(this.element, () => this.#drawLines()));
    });
    this.element.addEventListener('keydown', (event) => this.#obey(event));
    this.#lines.addEventListener('contextmenu', (event) => {
      const bar = event.target instanceof Element ? event.target.closest<HTMLElement>('.timeline-bar') : null;
      if (!bar) return;
      event.preventDefault();
      whenReleased(event, () => this.#menu(bar));
    });
    startPull(this.#lines, {
      width: () => this.#scale.width,
      pulled: (id, from, to) => this.#shift(id, from, to),
    });
  }

  get #timing(): Timing | undefined {
    return timingOf(this.#model);
  }

  draw(): void {
    undisturbed(this.element, () => this.#draw());
  }

  #draw(): void {
    if (!this.#timing) {
      this.element.replaceChildren(el('p', { class: 'hint' }, t('databases.view.timeline.needs')));
      return;
    }
    if (!this.#scroller.isConnected) this.element.replaceChildren(this.#head, this.#scroller, this.#status);
    const { zoom = 'month' } = this.#model.view.config;
    if (zoom !== this.#scale.zoom) this.#turn(timelineScale(zoom, today()));
    this.#drawHead();
    this.#drawAll();
    if (!this.#isPlaced && this.#scroller.clientWidth) this.#place();
  }

  /** The first look: at today, and at the bars of the first rows. */
  #place(): void {
    // Rows that are not here yet say nothing about where their bars are.
    this.#isPlaced = this.#drawn.size > 0 || this.#model.list().total === 0;
    const seen = this.#scroller.clientHeight / LINE;
    const spans = [...this.#drawn].flatMap(([at, { span }]) => (at < seen && span) || []);
    const room = (this.#scroller.clientWidth - this.#names) / this.#scale.width;
    this.#show(firstDay(spans, [room / 3, (2 * room) / 3]));
  }

  get #names(): number {
    return this.#lines.querySelector<HTMLElement>('.timeline-name')?.offsetWidth ?? 0;
  }

  /** What of the axis is not under the names or beyond an edge. */
  get #sight(): Sight {
    const from = Math.abs(this.#scroller.scrollLeft);
    return { from, to: from + this.#scroller.clientWidth - this.#names };
  }

  #drawHead(): void {
    const { zoom } = this.#scale;
    if (this.#head.dataset.zoom === zoom) return;
    this.#head.dataset.zoom = zoom;
    this.#head.replaceChildren(
      ...timelineHead(this.#scale, {
        go: (days) => this.#go(days),
        show: (one) => this.#actions.attempt(() => this.#model.saveConfig({ zoom: one }, { quiet: true })),
      }),
    );
  }

  /** Another stretch of time, around the same days; 0: that of today. */
  #go(days: number): void {
    const { first, before } = this.#scale;
    this.#show(days ? plus(first, before + days) : today(), true);
  }

  /** The axis goes on around a day that it does not have. */
  #show(day: string, isNew = false): void {
    const at = this.#scale.at(day);
    if (isNew || at < 0 || at >= this.#scale.days * this.#scale.width) this.#turn(timelineScale(this.#scale.zoom, day));
    this.#toDay(day);
  }

  #turn(scale: TimelineScale): void {
    this.#scale = scale;
    this.#axis.replaceChildren();
    this.#drawAll();
  }

  /** To the bar of a row, which has the focus then. */
  #lead(id: number, day: string): void {
    this.#show(day);
    this.#lines.querySelector<HTMLElement>(`.timeline-bar[data-row="${id}"]`)?.focus({ preventScroll: true });
  }

  #toDay(day: string): void {
    const sign = document.documentElement.dir === 'rtl' ? -1 : 1;
    // The names cover the beginning of what is in sight.
    const room = this.#scroller.clientWidth - this.#names;
    this.#scroller.scrollLeft = sign * weekStart(this.#scale, this.#scale.at(day) - room / 3);
    this.#drawLines();
  }

  #drawAll(): void {
    const list = this.#model.list();
    if (list.total === null) list.load().catch(failed);
    if (!this.#axis.childElementCount) this.#axis.append(...scaleHead(this.#scale));
    this.#axis.dataset.name = this.#model.title.name;
    const total = list.total ?? 0;
    this.#scroller.setAttribute('aria-label', t('databases.view.timeline.of', { name: this.#model.view.name }));
    this.#lines.style.height = `${(total + (this.#model.isEditable ? 1 : 0)) * LINE}px`;
    const { days, width, first, at } = this.#scale;
    for (const { style } of [this.#lines, this.#axis]) style.setProperty('--time', `${days * width}px`);
    this.#lines.style.setProperty('--week', `${width * 7}px`);
    this.#lines.style.setProperty('--monday', `${at(plus(monday(first), 7))}px`);
    this.#drawLines();
  }

  /** Those in sight; what has the focus has it afterwards. */
  #drawLines(): void {
    const { scrollTop, clientHeight } = this.#scroller;
    const list = this.#model.list();
    const timing = this.#timing;
    const sight = this.#sight;
    const total = list.total ?? 0;
    const first = Math.max(0, Math.floor(scrollTop / LINE) - BEYOND);
    const last = Math.min(total, Math.ceil((scrollTop + clientHeight) / LINE) + BEYOND);
    const focused = this.#lines.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
    const [row, part] = [focused?.closest('li')?.dataset.row, focused?.className.split(' ')[0]];
    this.#drawn.clear();
    const lines: HTMLElement[] = [];
    for (let at = first; at < last; at++) {
      const found = list.at(at);
      const span = found && timing ? spanOf(timing, found) : null;
      if (found) this.#drawn.set(at, { row: found, span });
      lines.push(this.#line(at, found, span, sight));
    }
    const now = el('li', { class: 'timeline-now', 'aria-hidden': 'true' });
    now.style.insetInlineStart = `calc(var(--names) + ${this.#scale.at(today())}px)`;
    const drawn = arrows(this.#drawn, this.#scale, LINE, this.#model.view.config.dependency_property_id);
    const add = this.#model.isEditable && last === total ? this.#add(total) : null;
    this.#lines.replaceChildren(...[now, drawn, ...lines, add].filter((one) => one !== null));
    if (row) this.#lines.querySelector<HTMLElement>(`li[data-row="${row}"] .${part}`)?.focus();
  }

  #line(at: number, row: Row | undefined, span: DaySpan | null, sight: Sight): HTMLElement {
    const isStarted = !row || span || !this.#timing?.mayMove(row);
    const name = el(
      'div',
      { class: 'timeline-name' },
      row ? cardTitleLink(row, this.#actions) : el('span', { class: 'skeleton' }),
      isStarted ? null : this.#starter(row),
    );
    const side = span && sideOf(span, this.#scale, sight);
    const lead =
      row && side
        ? leadButton(row.title || t('core.client.untitled'), span, side, () => this.#lead(row.id, span.first))
        : null;
    const isOnAxis = span && !sideOf(span, this.#scale, { from: 0, to: this.#scale.days * this.#scale.width });
    const bar = row && isOnAxis ? this.#bar(row, span, sight) : null;
    const line = el('li', { class: 'timeline-line', 'data-row': row?.id }, name, lead, bar);
    line.style.transform = `translateY(${at * LINE}px)`;
    return line;
  }

  #bar(row: Row, span: DaySpan, sight: Sight): HTMLElement {
    const isMovable = this.#timing?.mayMove(row) ?? false;
    const { tone, words } = barSign(this.#model, row);
    const label = barLabel(this.#model, row, span);
    const bar = el(
      'button',
      {
        ...{ type: 'button', class: 'timeline-bar', 'aria-label': label, 'aria-haspopup': 'menu' },
        ...{ 'data-row': row.id, 'data-movable': isMovable ? '' : null },
      },
      isMovable ? el('span', { class: 'timeline-edge', 'data-edge': 'start' }) : null,
      el('span', { class: 'timeline-words', 'aria-hidden': 'true' }, ...barWords(row, words)),
      isMovable ? el('span', { class: 'timeline-edge', 'data-edge': 'end' }) : null,
    );
    if (tone) bar.dataset.tone = tone;
    placeBar(bar, span, this.#scale, sight);
    bar.addEventListener('click', () => {
      if ('pulled' in bar.dataset) delete bar.dataset.pulled;
      else this.#menu(bar);
    });
    return bar;
  }

  /** For rows without a date: beside their names, as on the axis it would look like one. */
  #starter(row: Row): HTMLElement {
    const label = t('databases.view.timeline.start', { title: row.title || t('core.client.untitled') });
    const start = { type: 'button', class: 'icon-button timeline-start', 'aria-label': label };
    return el('button', { ...start, onclick: () => this.#setDay(row.id) }, icon('calendar'));
  }

  #add(at: number): HTMLElement {
    const run = () =>
      this.#actions.attempt(() =>
        this.#actions.openNew(
          () => this.#actions.newRow(null, this.#timing?.given(today()) ?? {}),
          () => this.#scroller,
        ),
      );
    const button = el(
      'button',
      { type: 'button', class: 'button quiet new-row', onclick: run },
      icon('plus'),
      t('databases.view.new_row'),
    );
    const line = el('li', { class: 'timeline-line' }, el('div', { class: 'timeline-name' }, button));
    line.style.transform = `translateY(${at * LINE}px)`;
    return line;
  }

  #menu(bar: HTMLElement): void {
    const id = Number(bar.dataset.row);
    const row = this.#model.row(id);
    if (!row) return;
    const change = (key: keyof typeof CHANGES, sign: string) => {
      const [first, last] = CHANGES[key];
      return { label: t(`databases.view.timeline.${key}`), icon: sign, run: () => this.#shift(id, first, last) };
    };
    void openMenu(bar, row.title || t('core.client.untitled'), [
      openingItem(() => this.#actions.open(id, bar)),
      ...(this.#timing?.mayMove(row)
        ? [
            change('earlier', 'arrow-left'),
            change('later', 'arrow-right'),
            change('shorter', 'minus'),
            change('longer', 'plus'),
          ]
        : []),
    ]);
  }

  /** Alt and an arrow move a bar by a day, with Shift its end alone. */
  #obey(event: KeyboardEvent): void {
    const bar = event.target instanceof Element ? event.target.closest<HTMLElement>('.timeline-bar') : null;
    const sign = document.documentElement.dir === 'rtl' ? -1 : 1;
    const days = { ArrowLeft: -sign, ArrowRight: sign }[event.key];
    if (bar && event.altKey && days && 'movable' in bar.dataset) {
      event.preventDefault();
      this.#shift(Number(bar.dataset.row), event.shiftKey ? 0 : days, days);
      return;
    }
    const line = event.target instanceof Element ? event.target.closest('li') : null;
    const part = (event.target as Element).className.split(' ')[0];
    const next = { ArrowUp: line?.previousElementSibling, ArrowDown: line?.nextElementSibling }[event.key];
    if (!next || event.altKey) return;
    event.preventDefault();
    (next.querySelector<HTMLElement>(`.${part}`) ?? next.querySelector<HTMLElement>('a, button'))?.focus();
  }

  /** Moves the first and the last day of a row, each by some days. */
  #shift(id: number, first: number, last: number): void {
    const timing = this.#timing;
    const row = this.#model.row(id);
    const changed = timing && row ? timing.moved(row, first, last) : null;
    if (!changed || !row) return;
    this.#actions.attempt(async () => {
      await this.#changes.set(changed.map((one) => ({ rowId: id, ...one })));
      for (const { propertyId } of changed) this.#changes.forget(id, propertyId);
    });
    const span = timing && spanOf(timing, this.#model.row(id) ?? row);
    if (span)
      this.#status.textContent = t('databases.view.moved_to', {
        title: row.title || t('core.client.untitled'),
        name: spanText(span),
      });
  }

  #setDay(id: number): void {
    const given = Object.entries(this.#timing?.given(today()) ?? {});
    const changes = given.map(([property, value]) => ({ rowId: id, propertyId: Number(property), value }));
    this.#actions.attempt(() => this.#changes.set(changes));
    this.#status.textContent = formatDay(today(), { dateStyle: 'full' });
  }
}
