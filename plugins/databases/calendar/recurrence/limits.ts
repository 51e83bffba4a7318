// Times that calendars here can hold: years 1–9999, as RFC 5545 and ISO 8601 write them with four digits.
import { DAY, readDay } from '../../../../core/i18n/calendar-date.ts';

const FIRST = (readDay('0001-01-01') as number) * DAY;
const LAST = (readDay('9999-12-31') as number) * DAY;

/** Days of which a clock of any zone can be asked. */
export const isTimeOfCalendar = (shown: number): boolean => shown >= FIRST && shown <= LAST;
