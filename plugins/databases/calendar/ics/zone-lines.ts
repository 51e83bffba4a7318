// A time zone as iCalendar describes it (VTIMEZONE), for readers that do not know its name.
import { DAY } from '../../../../core/i18n/calendar-date.ts';
import { offsetAt } from '../../../../core/i18n/time-zone.ts';

interface Change {
  /** instant */
  at: number;
  from: number;
  to: number;
}

/** Clocks are never changed twice within so few days. */
const STEP = 7 * DAY;

function changesOf(zone: string, first: number, last: number): Change[] {
  const changes: Change[] = [];
  for (let at = first; at < last; at += STEP) {
    const from = offsetAt(zone, at);
    const to = offsetAt(zone, at + STEP);
    if (from !== to) changes.push({ at: moment(zone, at, at + STEP), from, to });
  }
  return changes;
}

/** The second at which the offset becomes another one. */
function moment(zone: string, calm: number, changed: number): number {
  let [before, after] = [calm, changed];
  const offset = offsetAt(zone, calm);
  while (after - before > 1000) {
    const middle = before + Math.floor((after - before) / 2000) * 1000;
    if (offsetAt(zone, middle) === offset) before = middle;
    else after = middle;
  }
  return after;
}

/** Milliseconds → "+0530". */
function offsetText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60_000));
  const two = (part: number) => String(part).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

const clock = (shown: number): string => new Date(shown).toISOString().slice(0, 19).replace(/[-:]/g, '');

/** With the changes of clocks from the beginning of one year to the end of another. */
export function zoneLines(zone: string, firstYear: number, lastYear: number): string[] {
  const first = Date.UTC(firstYear, 0, 1);
  const changes = changesOf(zone, first, Date.UTC(lastYear + 1, 0, 1));
  const offset = offsetAt(zone, first);
  const start: Change = { at: first, from: offset, to: offset };
  const lowest = Math.min(offset, ...changes.map(({ to }) => to));
  // Changes of the same kind share one description.
  const alike = Map.groupBy([start, ...changes], ({ from, to }) => `${from} ${to}`);
  const parts = [...alike.values()].flatMap((all) => {
    const [{ from, to }] = all as [Change];
    const kind = to > lowest ? 'DAYLIGHT' : 'STANDARD';
    const [onset, ...others] = all.map(({ at }) => clock(at + from));
    return [
      `BEGIN:${kind}`,
      `DTSTART:${onset}`,
      ...(others.length ? [`RDATE:${others.join()}`] : []),
      `TZOFFSETFROM:${offsetText(from)}`,
      `TZOFFSETTO:${offsetText(to)}`,
      `END:${kind}`,
    ];
  });
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, `X-LIC-LOCATION:${zone}`, ...parts, 'END:VTIMEZONE'];
}
