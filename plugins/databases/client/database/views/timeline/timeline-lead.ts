// Bars out of sight: on which side of what is shown they are, what leads to one, and where to begin so that some are seen.
import { el, icon } from '../../../../../../core/client/dom.ts';
import { t } from '../../../../../../core/client/messages.ts';
import { formatDay, plus, today } from '../days.ts';
import type { TimelineScale } from './timeline-scale.ts';
import type { DaySpan } from './timeline-span.ts';

/** A bar as wide as that has room for words, in pixels, and one of which that is left in sight, for some of them. */
const NAMED = 96;
const READ = 48;

/** This share of the bars is as good as none. */
const FEW = 0.25;

type Side = 'before' | 'after';

/** A stretch of the axis in pixels. */
export interface Sight {
  from: number;
  to: number;
}

/** Null: some of it is in sight. */
export function sideOf(span: DaySpan, scale: TimelineScale, { from, to }: Sight): Side | null {
  if (scale.at(plus(span.last, 1)) <= from) return 'before';
  return scale.at(span.first) >= to ? 'after' : null;
}

/** Puts a bar on its days. Words that have no room within stand beside it. */
export function placeBar(bar: HTMLElement, span: DaySpan, { at }: TimelineScale, sight: Sight): void {
  const [from, to] = [at(span.first), at(plus(span.last, 1))];
  const width = Math.max(1, to - from);
  bar.style.insetInlineStart = `calc(var(--names) + ${from}px)`;
  bar.style.width = `${width}px`;
  // Of what began before, or ends later, they stand in what is in sight.
  const room = Math.min(width, to - sight.from);
  const seen = Math.max(0, Math.min(room, sight.to - Math.max(from, sight.from)));
  if (seen < width) bar.style.setProperty('--room', `${seen}px`);
  bar.style.setProperty('--beside', `${Math.max(0, sight.to - to)}px`);
  bar.toggleAttribute('data-short', width < NAMED || room < READ);
}

/** A button at this side of a line, with the day on which its bar begins. */
export function leadButton(title: string, span: DaySpan, side: Side, run: () => void): HTMLElement {
  const year = span.first.slice(0, 4) === today().slice(0, 4) ? undefined : 'numeric';
  const words = formatDay(span.first, { day: 'numeric', month: 'short', year });
  const label = t('databases.view.timeline.lead', { title, day: words });
  const sign = icon(side === 'before' ? 'arrow-left' : 'arrow-right');
  return el(
    'button',
    { type: 'button', class: 'timeline-lead', 'data-side': side, 'aria-label': label, onclick: run },
    ...(side === 'before' ? [sign, words] : [words, sign]),
  );
}

/** Today, unless few bars would be seen around it: then the day on which the middle one of them begins. */
export function firstDay(spans: DaySpan[], [before, after]: [number, number]): string {
  const now = today();
  const sight = { first: plus(now, -before), last: plus(now, after) };
  const seen = spans.filter(({ first, last }) => first <= sight.last && last >= sight.first);
  if (seen.length >= spans.length * FEW) return now;
  const sorted = spans.toSorted((a, b) => a.first.localeCompare(b.first));
  return sorted[Math.floor(sorted.length / 2)]?.first ?? now;
}
