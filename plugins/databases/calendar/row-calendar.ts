// When a row happens and repeats, as clients send it and as it is kept (specification, Calendar settings of a row).
import Joi from 'joi';
import { Problem } from '../../../core/http/problem.ts';
import type { Property, Value } from '../contract.ts';
import type { RowValues } from '../rows/store.ts';
import { dateDay } from '../schema/types/bases/date-value.ts';
import { calendarFaults, FREQUENCIES_OF_ROWS, type Repeat, type RowCalendar } from './recurrence/index.ts';
import { dateOfRow } from './row-series.ts';

const text = () => Joi.string().max(64);

export const calendarSchema = Joi.object({
  time: text().allow(null),
  timezone: text().allow(null),
  repeat: Joi.object({
    frequency: Joi.valid(...FREQUENCIES_OF_ROWS).required(),
    interval: Joi.number().default(1),
    count: Joi.number().allow(null),
    until: text().allow(null),
    by_weekday: Joi.array().items(text()).max(50),
    timezone: text().allow(null),
  }).allow(null),
  remind: Joi.number().allow(null).description('minutes before it begins'),
})
  .allow(null)
  .example({
    time: '09:00',
    timezone: 'Europe/Berlin',
    repeat: { frequency: 'weekly', interval: 1, by_weekday: ['MO'] },
    remind: 15,
  });

interface Given extends Partial<Omit<RowCalendar, 'repeat'>> {
  repeat?: (Partial<Repeat> & Pick<Repeat, 'frequency'>) | null;
}

/** Complete settings. @throws Problem validation_failed (400) naming each field, or a row without a date */
export function readRowCalendar(given: object, properties: Property[], values: RowValues): Value {
  const { repeat, time = null, timezone = null, remind = null } = given as Given;
  const calendar: RowCalendar = {
    ...{ time, timezone, remind },
    repeat: repeat ? { interval: 1, count: null, until: null, by_weekday: [], timezone: null, ...repeat } : null,
  };
  const date = dateOfRow(properties, values);
  const found = date
    ? calendarFaults(calendar, dateDay(date.start, date.timezone)).map(({ field, detail }) => ({
        rule: field,
        detail: `${field} ${detail}`,
      }))
    : [{ rule: 'date', detail: 'A row without a date has no calendar.' }];
  const [first] = found;
  if (first)
    throw new Problem('validation_failed', first.detail, {
      status: 400,
      errors: found.map((one) => ({ property_id: null, ...one })),
    });
  return calendar as unknown as Value;
}
