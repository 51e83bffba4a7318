// Time zones by their IANA names: what clocks show at an instant, and which instant a shown time is.
import { DAY } from './calendar-date.ts';

const formats = new Map<string, Intl.DateTimeFormat>();
/** Offsets of whole days on which clocks do not change, by zone; changing days are asked each time. */
const calm = new Map<string, Map<number, number | null>>();
const CALM_MAX = 4096;
/** There are some 600 names, but each can be written in small and capital letters. */
const ZONES_MAX = 1000;
/** Before this, clocks followed the sun, and what is asked of earlier times gets the answer of this one. */
const FIRST = Date.UTC(1850, 0, 1);
const LAST = Date.UTC(2400, 0, 1);

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (formats.size >= ZONES_MAX) {
    formats.clear();
    calm.clear();
  }
  formats.set(zone, made);
  return made;
}

/** A name such as Europe/Berlin or UTC; bare offsets such as +01:00 are none. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(formatOf(name));
  } catch {
    return false;
  }
}

function measured(zone: string, at: number): number {
  const [month, day, year, hour, minute, second] = (formatOf(zone).format(at).match(/\d+/g) ?? []).map(Number);
  return Date.UTC(year!, month! - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/**
 * How far the clocks of a zone are ahead of UTC at an instant; both in milliseconds.
 * An empty name is UTC, as people have it who chose none. @throws RangeError unknown zone
 */
export function offsetAt(zone: string, at: number): number {
  if (!zone || zone === 'UTC') return 0;
  const instant = Math.min(LAST, Math.max(FIRST, at));
  const days = calm.get(zone) ?? new Map<number, number | null>();
  calm.set(zone, days);
  if (days.size > CALM_MAX) days.clear();
  const day = Math.floor(instant / DAY);
  let offset = days.get(day);
  if (offset === undefined) {
    const first = measured(zone, day * DAY);
    offset = first === measured(zone, (day + 1) * DAY) ? first : null;
    days.set(day, offset);
  }
  return offset ?? measured(zone, instant);
}

/** What a clock of the zone shows at an instant, as if that were UTC. */
export const shownAt = (zone: string, at: number): number => at + offsetAt(zone, at);

/**
 * The instant at which a clock of the zone shows a time, which is given as if it were UTC. Of a time that comes twice
 * it is the first; one that is left out counts on from before the change, as RFC 5545 3.3.5 has it.
 */
export function instantOf(zone: string, shown: number): number {
  const before = shown - offsetAt(zone, shown - DAY);
  const after = shown - offsetAt(zone, shown + DAY);
  if (before === after || shownAt(zone, before) === shown) return before;
  return shownAt(zone, after) === shown ? after : before;
}
