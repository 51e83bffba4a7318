// Numbers of days as bars: the geometry of a small picture that the server draws, and the words beside it.

import { languageTag } from '../../core/i18n/date-format.ts';
import { bytesText, formatNumber } from '../../core/i18n/message-format.ts';
import type { Translate } from '../../core/i18n/messages.ts';
import type { Day, StatisticSeries } from './store.ts';

export const GRAPH = { width: 280, height: 72, bar: 14, step: 20 } as const;

const dayText = (locale: string, date: string): string =>
  new Intl.DateTimeFormat(languageTag(locale), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(date));

/** One series of the last days, ready to be drawn and read. */
export function graphOf(days: Day[], series: StatisticSeries, locale: string, t: Translate) {
  const values = days.map((day) => day[series]);
  const most = Math.max(...values);
  const total = values.reduce((sum, value) => sum + value, 0);
  const text = (value: number) => (series === 'bytes' ? bytesText(locale, value) : formatNumber(locale, value));
  const name = t(`admin.graph.${series}`);
  return {
    series,
    name,
    total: text(total),
    label: t('admin.graph.label', { name, total: text(total), most: text(most) }),
    bars: days.map((day, index) => {
      const value = day[series];
      // A day on which something happened is seen, however little it was.
      const height = value ? Math.max(2, Math.round((value / most) * GRAPH.height)) : 1;
      return {
        x: index * GRAPH.step,
        y: GRAPH.height - height,
        height,
        isEmpty: !value,
        day: dayText(locale, day.date),
        text: text(value),
      };
    }),
  };
}
