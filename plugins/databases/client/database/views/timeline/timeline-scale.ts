// The axis of a timeline: how wide a day is, which days there are, and what stands above them.
import { el } from '../../../../../../core/client/dom.ts';
import { daysBetween, formatDay, monday, plus } from '../days.ts';

export const ZOOMS = ['week', 'month', 'quarter'] as const;
export type Zoom = (typeof ZOOMS)[number];

/** Width of a day in pixels, and how many there are. */
const SIZES: Record<Zoom, [number, number]> = { week: [40, 98], month: [14, 364], quarter: [5, 1092] };

export interface TimelineScale {
  zoom: Zoom;
  first: string;
  days: number;
  /** days before the one that the scale was made around */
  before: number;
  /** of a day, in pixels */
  width: number;
  /** where a day begins, in pixels */
  at(day: string): number;
}

export function timelineScale(zoom: Zoom, around: string): TimelineScale {
  const [width, days] = SIZES[zoom];
  const before = Math.round(days / 3);
  const first = plus(around, -before);
  return { zoom, first, days, before, width, at: (day) => daysBetween(first, day) * width };
}

/** Where the week begins that is nearest to a place, so that no tick is cut at first. */
export function weekStart({ first, width }: TimelineScale, place: number): number {
  const before = daysBetween(first, monday(plus(first, 6))) * width;
  return before + Math.max(0, Math.round((place - before) / (7 * width))) * 7 * width;
}

/** Stretches of days that are called the same, each from its first day. */
function stretches(
  { first, days, at }: TimelineScale,
  nameOf: (day: string) => string,
  isStart: (day: string) => boolean,
) {
  const found: { from: number; text: string }[] = [];
  for (let index = 0; index < days; index++) {
    const day = plus(first, index);
    if (index === 0 || isStart(day)) found.push({ from: at(day), text: nameOf(day) });
  }
  return found.map((one, index) => {
    const piece = el('span', {}, el('span', {}, one.text));
    piece.style.insetInlineStart = `${one.from}px`;
    piece.style.width = `${(found[index + 1]?.from ?? at(plus(first, days))) - one.from}px`;
    return piece;
  });
}

const isFirst = (day: string): boolean => day.endsWith('-01');
const isMonday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 1;

/** Two lines: months over days or weeks, years over months. */
export function scaleHead(scale: TimelineScale): HTMLElement[] {
  const month = (day: string) => formatDay(day, { month: 'long', year: 'numeric' });
  const number = (day: string) => String(Number(day.slice(8)));
  const lines =
    scale.zoom === 'quarter'
      ? [
          stretches(
            scale,
            (day) => day.slice(0, 4),
            (day) => day.endsWith('-01-01'),
          ),
          stretches(scale, (day) => formatDay(day, { month: 'short' }), isFirst),
        ]
      : [stretches(scale, month, isFirst), stretches(scale, number, scale.zoom === 'week' ? () => true : isMonday)];
  return lines.map((line) => el('div', {}, ...line));
}
