// When a row happens and repeats, as clients send it (specification, Calendar settings of a row).
import Joi from 'joi';
import { isDay } from './types/date.ts';
import { isZone } from './zones.ts';

const zone = () =>
  Joi.string()
    .max(64)
    .custom((value: string, helpers) => (isZone(value) ? value : helpers.error('any.invalid')))
    .messages({ 'any.invalid': '{{#label}} names no time zone that is known' });

const day = () =>
  Joi.string()
    .custom((value: string, helpers) => (isDay(value.slice(0, 10)) ? value : helpers.error('any.invalid')))
    .isoDate()
    .messages({ 'any.invalid': '{{#label}} takes a date that exists' });

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** Minutes in four weeks: reminders come no earlier. */
const REMIND_MAX = 28 * 24 * 60;

export const calendarSchema = Joi.object({
  time: Joi.string()
    .pattern(/^([01]\d|2[0-3]):[0-5]\d$/)
    .allow(null)
    .example('09:00'),
  timezone: zone().allow(null).example('Europe/Berlin'),
  repeat: Joi.object({
    frequency: Joi.valid('daily', 'weekly', 'monthly').required(),
    interval: Joi.number().integer().min(1).max(1000).default(1),
    count: Joi.number().integer().min(1).max(1000),
    until: day(),
    by_weekday: Joi.array()
      .items(Joi.valid(...WEEKDAYS))
      .unique()
      .min(1)
      .max(7),
    timezone: zone(),
  })
    .oxor('count', 'until')
    .allow(null),
  remind: Joi.number().integer().min(0).max(REMIND_MAX).allow(null).description('minutes before it begins'),
}).allow(null);
