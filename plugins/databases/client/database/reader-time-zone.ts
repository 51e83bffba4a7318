// The clock that somebody reads by: the time zone of their account, and dates as the pages around them are written.
import { instantOf, shownAt } from '../../../../core/i18n/time-zone.ts';

/** Who chose none goes by the clock of the browser. */
export const zone = (): string =>
  document.documentElement.dataset.zone || Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What that clock shows at a moment: `2026-11-20T09:30:00`. */
export const clockAt = (at: Date | number): string => new Date(shownAt(zone(), Number(at))).toISOString().slice(0, 19);

/** When it shows that. */
export const momentAt = (clock: string): Date => new Date(instantOf(zone(), Date.parse(`${clock}Z`)));
