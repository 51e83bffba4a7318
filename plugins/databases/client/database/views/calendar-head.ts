// The head of the calendar: which days it shows, and the way to others.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { ViewConfig } from '../../../model.ts';
import { segments } from '../panels/form-controls.ts';
import { daysBetween, formatDay, formatDays, monday, plus, today } from './days.ts';

export type CalendarMode = NonNullable<ViewConfig['mode']>;
const MODES: CalendarMode[] = ['month', 'week', 'day'];

export interface CalendarNavigation {
  go(day: string): void;
  show(mode: CalendarMode): void;
}

/** The days around one: months as whole weeks. */
export function shownDays(mode: CalendarMode, day: string): string[] {
  if (mode === 'day') return [day];
  const from = (first: string, count: number) => Array.from({ length: count }, (_, at) => plus(first, at));
  if (mode === 'week') return from(monday(day), 7);
  const month = `${day.slice(0, 7)}-01`;
  const first = monday(month);
  const next = `${plus(month, 31).slice(0, 7)}-01`;
  return from(first, daysBetween(first, monday(plus(next, 6))));
}

/** Of these days, around the one that is looked at. */
export function calendarHead(
  mode: CalendarMode,
  day: string,
  days: string[],
  { go, show }: CalendarNavigation,
): HTMLElement {
  const month = `${day.slice(0, 7)}-01`;
  const steps = {
    month: [plus(month, -1), plus(month, 31)],
    week: [plus(day, -7), plus(day, 7)],
    day: [plus(day, -1), plus(day, 1)],
  };
  const [before, after] = steps[mode] as [string, string];
  const turn = (key: string, sign: string, to: string) =>
    el(
      'button',
      {
        ...{ type: 'button', class: 'icon-button', 'data-turn': key },
        'aria-label': t(`databases.view.${mode}_${key}`),
        onclick: () => go(to),
      },
      icon(sign),
    );
  const modes = MODES.map((one): [string, string] => [one, t(`databases.view.mode.${one}`)]);
  const now = { type: 'button', class: 'button quiet', 'data-turn': 'now', onclick: () => go(today()) };
  return el(
    'div',
    { class: 'calendar-head' },
    el('h2', { 'aria-live': 'polite' }, title(mode, days, month)),
    segments(t('databases.view.calendar_shows'), modes, mode, (one) => show(one as CalendarMode)),
    turn('before', 'chevron-left', before),
    el('button', now, t('databases.view.day.today')),
    turn('after', 'chevron-right', after),
  );
}

function title(mode: CalendarMode, days: string[], month: string): string {
  const [first, last] = [days[0] as string, days.at(-1) as string];
  if (mode === 'month') return formatDay(month, { month: 'long', year: 'numeric' });
  if (mode === 'day') return formatDay(first, { dateStyle: 'full' });
  return formatDays(first, last, { day: 'numeric', month: 'short', year: 'numeric' });
}
