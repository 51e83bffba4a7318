// An event as it stands on a day: a link to its row in the colour of what it says of itself.
import { el } from '../../../../../core/client/dom.ts';
import type { Actions } from '../actions.ts';
import type { Model } from '../model.ts';
import type { CalendarItem } from './calendar-events.ts';
import { barSign } from './timeline/timeline-tone.ts';

interface EventPlace {
  day: string;
  isMovable: boolean;
  /** it stands on a day, not among the hours */
  isWhole: boolean;
}

export function eventLink(
  model: Model,
  actions: Actions,
  { rowId, occurrence, title, first, time, there }: CalendarItem,
  { day, isMovable, isWhole }: EventPlace,
): HTMLElement {
  const link = el(
    'a',
    {
      ...{ href: `/pages/${rowId}`, class: 'calendar-event' },
      ...{ 'data-row': rowId, 'data-occurrence': occurrence, 'data-day': day },
      ...{ 'data-movable': isMovable ? '' : null, draggable: isMovable && isWhole ? 'true' : 'false' },
    },
    time && first === day ? el('span', { class: 'meta' }, `${time} `) : null,
    title,
    there && first === day ? el('span', { class: 'meta event-zone' }, ` ${there}`) : null,
  );
  const row = model.row(rowId);
  const tone = row ? barSign(model, row).tone : model.tones.get(rowId);
  if (tone) link.dataset.tone = tone;
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // What was dragged is not opened.
    if ('pulled' in link.dataset) delete link.dataset.pulled;
    else actions.open(rowId, link);
  });
  return link;
}
