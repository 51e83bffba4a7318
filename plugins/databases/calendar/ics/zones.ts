// The IANA name behind whatever a calendar calls its time zone.
import { isZone, offsetAt } from '../../../../core/i18n/time-zone.ts';
import { windowsZones } from './windows-zones.ts';

/** What a file says of a zone of its own (VTIMEZONE). */
export interface ZoneDefinition {
  /** X-LIC-LOCATION */
  location: string | null;
  /** in minutes, of winter and of summer; both are the same where clocks are never changed */
  standard: number | null;
  daylight: number | null;
  /** 1–12, in which summer begins */
  summer: number;
}

/** Whose clocks are compared; the same file gives the same zone next year, too. */
const YEAR = 2026;

/** Zones without changes have names only for whole hours, with the sign the other way round. */
function fixed(minutes: number): string | undefined {
  if (minutes === 0) return 'UTC';
  const name = `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes) / 60}`;
  return minutes % 60 === 0 && isZone(name) ? name : undefined;
}

/** "/mozilla.org/20070129_1/America/New_York" ends in the name of a zone. */
function ending(id: string): string | undefined {
  const parts = id.split('/').filter(Boolean);
  return parts.map((_part, at) => parts.slice(at).join('/')).find(isZone);
}

/** "UTC+11" or "(UTC-03:00) Brasilia", unless two offsets are named, as of summer and winter. */
function byOffset(id: string): string | undefined {
  const found = [...id.matchAll(/(?:UTC|GMT) ?([+-])(\d\d?):?(\d\d)?/gi)];
  const [, sign, hours, minutes = '0'] = (found.length === 1 && found[0]) || [];
  if (!sign) return undefined;
  return fixed((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)));
}

/** Undefined when nothing tells which one is meant; a guess is a zone whose clocks are the same. */
export function zoneNamed(id: string, definition?: ZoneDefinition): { zone: string; isGuess: boolean } | undefined {
  const name = id.trim();
  const windows = Object.hasOwn(windowsZones, name.toLowerCase()) ? windowsZones[name.toLowerCase()] : undefined;
  const known = ending(name) ?? (windows && isZone(windows) ? windows : undefined);
  const located = known ?? (definition?.location ? ending(definition.location) : undefined);
  if (located) return { zone: located, isGuess: false };
  const guess = (definition && byClocks(definition)) ?? byOffset(name);
  return guess === undefined ? undefined : { zone: guess, isGuess: true };
}

/** A zone whose clocks show what the definition says, of the places that stand for all others. */
function byClocks({ standard, daylight, summer }: ZoneDefinition): string | undefined {
  if (standard === null) return undefined;
  if (daylight === null || daylight === standard) return fixed(standard);
  const isNorth = summer >= 2 && summer <= 6;
  const [january, july] = [Date.UTC(YEAR, 0, 15), Date.UTC(YEAR, 6, 15)];
  return Object.values(windowsZones).find(
    (zone) =>
      isZone(zone) &&
      offsetAt(zone, isNorth ? january : july) === standard * 60_000 &&
      offsetAt(zone, isNorth ? july : january) === daylight * 60_000,
  );
}
