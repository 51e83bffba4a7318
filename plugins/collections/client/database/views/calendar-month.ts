// A month of the calendar: its days with what happens on each.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { Shown } from './calendar-events.ts';
import type { HoursHost } from './calendar-hours.ts';
import { said, today } from './days.ts';

export interface MonthHost extends HoursHost {
  /** `2026-11` */
  month: string;
}

export function drawMonth(host: MonthHost, events: Shown[], days: string[]): HTMLElement[] {
  const weekdays = days.slice(0, 7).map((day) => el('span', {}, said(day, { weekday: 'short' })));
  return [
    el('div', { class: 'calendar-week', 'aria-hidden': 'true' }, ...weekdays),
    el('div', { class: 'calendar-grid' }, ...days.map((day) => dayOf(host, events, day))),
  ];
}

function dayOf(host: MonthHost, all: Shown[], day: string): HTMLElement {
  const events = all.filter(({ first, last }) => first <= day && last >= day);
  const label = said(day, { dateStyle: 'full' });
  const add = {
    type: 'button',
    class: 'icon-button day-add',
    'aria-label': t('collections.view.add_on', { day: label }),
    onclick: () => host.add(day, null),
  };
  return el(
    'section',
    {
      class: day.startsWith(host.month) ? 'calendar-day' : 'calendar-day outside',
      'data-day': day,
      'aria-label': label,
      ...(events.length ? {} : { 'data-empty': '' }),
      ...(day === today() ? { 'data-today': '' } : {}),
    },
    el(
      'p',
      { class: 'day-head' },
      el(
        'time',
        { datetime: day, 'aria-hidden': 'true' },
        el('span', { class: 'day-name' }, said(day, { weekday: 'short' })),
        ' ',
        String(Number(day.slice(8))),
      ),
      host.isEditable ? el('button', add, icon('plus')) : null,
    ),
    events.length ? el('ul', {}, ...events.map((one) => el('li', {}, host.link(one, day)))) : null,
  );
}
