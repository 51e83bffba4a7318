// The head of the timeline: how much time is in sight, and the way to earlier and later days.
import { el, icon } from '../../../../../../core/client/dom.ts';
import { t } from '../../../../../../core/client/messages.ts';
import { segments } from '../../panels/form-controls.ts';
import { type TimelineScale, ZOOMS, type Zoom } from './timeline-scale.ts';

export interface TimelineNavigation {
  /** another stretch of time, so many days later; 0: that of today */
  go(days: number): void;
  show(zoom: Zoom): void;
}

export function timelineHead({ zoom, days }: TimelineScale, { go, show }: TimelineNavigation): HTMLElement[] {
  const turn = (key: string, sign: string, by: number) => {
    const attributes = { type: 'button', class: 'icon-button', 'aria-label': t(`databases.view.timeline.${key}`) };
    return el('button', { ...attributes, onclick: () => go(by) }, icon(sign));
  };
  const now = { type: 'button', class: 'button quiet', onclick: () => go(0) };
  const zooms = ZOOMS.map((one): [string, string] => [one, t(`databases.view.timeline.${one}`)]);
  return [
    segments(t('databases.view.timeline.zoom'), zooms, zoom, (one) => show(one as Zoom)),
    turn('before', 'chevron-left', -Math.round(days / 3)),
    el('button', now, t('databases.view.day.today')),
    turn('after', 'chevron-right', Math.round(days / 3)),
  ];
}
