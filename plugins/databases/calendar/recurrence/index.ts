// Repeating events as the rest of the product uses them: rules, occurrences, settings of rows, and calendar files.

export type { CalendarProblem } from '../ics/component.ts';
export type { CalendarEvent } from '../ics/event.ts';
export { type ReadCalendar, readCalendar, readSeries } from '../ics/reader.ts';
export { seriesText, type WrittenEvent, writeCalendar } from '../ics/writer.ts';
export {
  type CalendarFault,
  COUNT_OF_ROWS_MAX,
  calendarFaults,
  calendarOf,
  FREQUENCIES_OF_ROWS,
  REMIND_MAX,
  type Repeat,
  type RowCalendar,
  type RowEvent,
  seriesOf,
} from './calendar.ts';
export { type Rule, RuleError, readRule, ruleText } from './rule.ts';
export { OCCURRENCES_MAX, type Occurrence, occurrences, type Point, type Series, type Window } from './series.ts';
