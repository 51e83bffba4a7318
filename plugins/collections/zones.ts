// Time zones: their names, and which moment a clock there shows, from the data that the runtime brings.

/** By zone: making a format costs more than using it a thousand times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  // Swedish writes dates as ISO 8601 does.
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(zone, made);
  return made;
}

/** All names there are; UTC is one of them. */
export const zoneNames = (): string[] => {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);
  return [...names].sort();
};

export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** What the clock of the zone shows, as if it were UTC, in milliseconds. */
function shown(at: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const moment = new Date(0);
  moment.setUTCFullYear(Number(parts.year), Number(parts.month) - 1, Number(parts.day));
  moment.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
  return moment.getTime();
}

const PER_MINUTE = 60_000;

/**
 * The moment at which the clock of a zone shows this local time, `2026-11-20T09:00:00`, as ISO 8601 in UTC. A time that
 * a change of the clock skips is the one as much later; of one shown twice it is the first.
 */
export function instantOf(local: string, zone: string): string {
  const wanted = Date.parse(`${local}Z`);
  if (zone === 'UTC') return new Date(wanted).toISOString();
  const offset = (at: number) => shown(at, zone) - Math.floor(at / 1000) * 1000;
  const DAY = 24 * 60 * PER_MINUTE;
  const candidates = [offset(wanted - DAY), offset(wanted + DAY)].map((one) => wanted - one);
  const right = candidates.filter((at) => shown(at, zone) === wanted);
  // Skipped: by the offset from before the change it is the later clock time.
  return new Date(right.length ? Math.min(...right) : (candidates[0] as number)).toISOString();
}

/** The calendar day there, `2026-11-20`. */
export const dayIn = (instant: string, zone: string): string =>
  new Date(shown(Date.parse(instant), zone)).toISOString().slice(0, 10);

/** `days` later, in the calendar. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** `months` later; a day that the month lacks is its last. */
export function addMonths(day: string, months: number): string {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  const date = Math.min(Number(day.slice(8)), last);
  return `${at.toISOString().slice(0, 8)}${String(date).padStart(2, '0')}`;
}
