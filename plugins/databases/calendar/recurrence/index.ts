// Repeating events as the rest of the product uses them: rules, occurrences, settings of rows, and calendar files.

export type { CalendarProblem } from '../ics/component.ts';
export type { CalendarEvent } from '../ics/event.ts';
export { type ReadCalendar, readCalendar, readSeries } from '../ics/reader.ts';
export type { CalendarTask } from '../ics/task.ts';
export { type CalendarExportEvent, seriesText, writeCalendar } from '../ics/writer.ts';
export {
  type CalendarFault,
  COUNT_OF_ROWS_MAX,
  calendarFaults,
  FREQUENCIES_OF_ROWS,
  REMIND_MAX,
  type Repeat,
  type RowCalendar,
  type RowEvent,
  seriesCalendar,
  seriesOf,
} from './calendar.ts';
export { type RecurrenceRule, RuleError, readRule, ruleText } from './rule.ts';
export {
  type EventSeries,
  OCCURRENCES_MAX,
  type Occurrence,
  type OccurrenceStart,
  type OccurrenceWindow,
  occurrences,
} from './series.ts';
