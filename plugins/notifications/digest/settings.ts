// How a person wants their digest and their quiet hours, and when a digest is due by the clock of their zone.

import { invalid } from '../../../core/http/problem.ts';
import { DAY, weekdayOf } from '../../../core/i18n/calendar-date.ts';
import { instantOf, shownAt } from '../../../core/i18n/time-zone.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { notificationSettingsStore, type SettingsRow } from './store.ts';

const HOUR = 3_600_000;
/** Clocks that change, and people who travel, have no second digest on one day. */
const APART = 12 * HOUR;
const AHEAD = 48 * HOUR;

export const DIGESTS = ['off', 'daily', 'weekly'] as const;
export type DigestPace = (typeof DIGESTS)[number];

export interface NotificationSettings {
  digest: DigestPace;
  /** 0–23, in the zone of the person */
  hour: number;
  /** 1 is Monday, 7 is Sunday; of a weekly digest */
  weekday: number;
  /** 0–23: mails that are not urgent wait from this hour … */
  quiet_from: number | null;
  /** … to this one; both null: there are no quiet hours */
  quiet_to: number | null;
}

const FIRST: NotificationSettings = { digest: 'off', hour: 8, weekday: 1, quiet_from: null, quiet_to: null };

const present = ({ digest, hour, weekday, quiet_from, quiet_to }: NotificationSettings): NotificationSettings => ({
  ...{ digest, hour, weekday, quiet_from, quiet_to },
});

export const notificationSettings = async (ctx: Ctx, userId = userOf(ctx).id): Promise<NotificationSettings> =>
  present((await notificationSettingsStore.of(ctx, userId)) ?? FIRST);

/** @throws Problem validation_failed for quiet hours with one end, or without length */
export async function setSettings(ctx: Ctx, wanted: Partial<NotificationSettings>): Promise<NotificationSettings> {
  const { id } = userOf(ctx);
  await ctx.tx(async (tx) => {
    const row = await notificationSettingsStore.of(tx, id);
    const next = { ...present(row ?? FIRST), ...wanted };
    if ((next.quiet_from === null) !== (next.quiet_to === null))
      throw invalid(['body', next.quiet_to === null ? 'quiet_to' : 'quiet_from'], 'needs both ends', 'missing');
    if (next.quiet_from !== null && next.quiet_from === next.quiet_to)
      throw invalid(['body', 'quiet_to'], 'must be another hour than quiet_from', 'value_error');
    const isRetimed = !row || (['digest', 'hour', 'weekday'] as const).some((name) => row[name] !== next[name]);
    const since = isRetimed ? tx.now() : row.since;
    await notificationSettingsStore.set(tx, { ...next, user_id: id, since, sent_at: row?.sent_at ?? null });
  });
  return notificationSettings(ctx);
}

/** When the newest digest that has come due by `now` was due, in milliseconds; null: there are none. */
function lastDue({ digest, hour, weekday }: NotificationSettings, zone: string, now: number): number | null {
  if (digest === 'off') return null;
  const today = Math.floor(shownAt(zone, now) / DAY);
  const back = digest === 'weekly' ? (weekdayOf(today) - weekday + 7) % 7 : 0;
  const at = (day: number) => instantOf(zone, day * DAY + hour * HOUR);
  const due = at(today - back);
  return due <= now ? due : at(today - back - (digest === 'weekly' ? 7 : 1));
}

/** The moment of the digest that is to be sent now, ISO 8601; null: none is. */
export function digestDue(row: SettingsRow, zone: string, now: string): string | null {
  const at = Date.parse(now);
  const due = lastDue(row, zone, at);
  // A clock that was ahead for a while must not silence what is due by the right one.
  const before = (moment: string | null) => moment !== null && Date.parse(moment) < at + AHEAD;
  if (due === null || (before(row.since) && due <= Date.parse(row.since))) return null;
  const isSent = before(row.sent_at) && due - Date.parse(row.sent_at as string) < APART;
  return isSent ? null : new Date(due).toISOString();
}

/** The end of the quiet hours that a moment lies in, ISO 8601; null: it lies in none. */
export function quietUntil(settings: NotificationSettings, zone: string, now: string): string | null {
  const { quiet_from: from, quiet_to: to } = settings;
  if (from === null || to === null) return null;
  const shown = shownAt(zone, Date.parse(now));
  const [day, hour] = [Math.floor(shown / DAY), Math.floor((shown % DAY) / HOUR)];
  const isOverNight = from > to;
  const isQuiet = isOverNight ? hour >= from || hour < to : hour >= from && hour < to;
  if (!isQuiet) return null;
  const end = instantOf(zone, (isOverNight && hour >= from ? day + 1 : day) * DAY + to * HOUR);
  return new Date(end).toISOString();
}
