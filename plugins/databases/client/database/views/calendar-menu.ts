// The menu of an event: opening it, and by keys and words whatever a pointer does by dragging.
import { t } from '../../../../../core/client/messages.ts';
import { openMenu } from '../../../../../core/client/popover.ts';
import { openingItem } from '../phone.ts';
import type { CalendarItem } from './calendar-events.ts';

export const DAY_MINUTES = 1440;

export interface EventActions {
  open(): void;
  edit(): void;
  /** moves its beginning and its end by minutes */
  shift(first: number, last: number): void;
}

export function openEventMenu(event: HTMLElement, mayMove: boolean, { open, edit, shift }: EventActions): void {
  const by = (key: string, icon: string, first: number, last = first) => ({
    label: t(`databases.view.${key}`),
    icon,
    run: () => shift(first, last),
  });
  const ofDay = [by('day_earlier', 'arrow-left', -DAY_MINUTES), by('day_later', 'arrow-right', DAY_MINUTES)];
  const ofHours = [
    by('half_hour_earlier', 'arrow-up', -30),
    by('half_hour_later', 'arrow-down', 30),
    by('half_hour_shorter', 'minus', 0, -30),
    by('half_hour_longer', 'plus', 0, 30),
  ];
  const change = { label: t('databases.view.change_date'), icon: 'calendar', run: edit };
  const isTimed = event.classList.contains('hours-event');
  void openMenu(event, event.textContent ?? '', [
    openingItem(open),
    ...(mayMove ? [change, ...ofDay, ...(isTimed ? ofHours : [])] : []),
  ]);
}

/** What happens on a day that shows a part of it. */
export function openDayList(
  anchor: HTMLElement,
  day: string,
  events: CalendarItem[],
  open: (id: number) => void,
): void {
  void openMenu(
    anchor,
    day,
    events.map(({ rowId, title, time }) => ({ label: time ? `${time} ${title}` : title, run: () => open(rowId) })),
  );
}
