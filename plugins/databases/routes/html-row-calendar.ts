// When a row takes place, for people: its time, repetition and reminder, and what comes next, to move, cancel or split.

import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { changeOccurrence, splitSeries } from '../calendar/occurrences.ts';
import { FREQUENCIES_OF_ROWS, type RowCalendar } from '../calendar/recurrence/index.ts';
import {
  type CalendarFields,
  calendarFrom,
  coming,
  fieldsOfCalendar,
  weekdayChoices,
} from '../calendar/recurrence-form.ts';
import { reminderChoices } from '../calendar/reminder-choices.ts';
import { dateOfRow } from '../calendar/row-series.ts';
import { zoneNames } from '../calendar/zoned-dates.ts';
import { rowPolicies } from '../policies.ts';
import { changeRow, readRow } from '../rows/rows.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';

const form = { allow: ['application/x-www-form-urlencoded'] };
const word = () => Joi.string().allow('').max(64);
const rowPath = params({ page_id: id() });

async function show(request: Request, h: ResponseToolkit, refusal?: Refusal) {
  const { ctx } = request;
  const row = await readRow(ctx, Number(request.params.page_id));
  const schema = await visibleSchemaById(ctx, row.collection_id);
  const t = ctx.app.messages.in(ctx.locale);
  const kept = fieldsOfCalendar(row.calendar as unknown as RowCalendar | null);
  const typed = refusal ? (request.payload as Partial<CalendarFields>) : {};
  const fields = { ...kept, ...typed, by_weekday: [typed.by_weekday ?? kept.by_weekday].flat() };
  return h.view('databases/calendar', {
    title: t('databases.calendar.title', { title: row.title || t('databases.untitled') }),
    breadcrumb: [{ title: schema.collection.name, href: `/pages/${schema.collection.page_id}` }, { title: row.title }],
    row,
    hasDate: dateOfRow(schema.properties, row.values) !== undefined,
    fields,
    frequencies: FREQUENCIES_OF_ROWS,
    weekdays: weekdayChoices(ctx, fields.by_weekday),
    reminders: reminderChoices(fields.remind),
    zones: zoneNames(),
    ...(await coming(ctx, schema, row)),
    message: refusal ? refusal.message || Object.values(refusal.faults).join('; ') : '',
  });
}

const back = (h: ResponseToolkit, page: number | string) => h.redirect(`/rows/${page}/calendar`).code(303);

export const calendarPages: Route[] = [
  route({
    method: 'GET',
    path: '/rows/{page_id}/calendar',
    rules: { access: can(rowPolicies.edit, 'page_id'), html: true },
    options: { id: 'databases.calendar-form', validate: { params: rowPath } },
    handler: (request, h) => show(request, h),
  }),
  route({
    method: 'POST',
    path: '/rows/{page_id}/calendar',
    rules: { access: can(rowPolicies.edit, 'page_id'), form: true, html: true, refused: show },
    options: {
      id: 'databases.calendar-by-form',
      payload: form,
      validate: {
        params: rowPath,
        payload: Joi.object({
          ...{ time: word(), timezone: word(), frequency: word(), interval: word(), until: word(), count: word() },
          remind: word(),
          by_weekday: Joi.alternatives(word(), Joi.array().items(word()).max(50)),
          csrf: word(),
        }).required(),
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const row = await readRow(ctx, Number(request.params.page_id));
      const before = row.calendar as unknown as RowCalendar | null;
      await changeRow(ctx, row.id, { calendar: calendarFrom(request.payload as Partial<CalendarFields>, before) });
      return back(h, row.id);
    },
  }),
  route({
    method: 'POST',
    path: '/rows/{page_id}/occurrences/{day}',
    rules: { access: can(rowPolicies.edit, 'page_id'), form: true, html: true, refused: show },
    options: {
      id: 'databases.occurrence-by-form',
      payload: form,
      validate: {
        params: params({ page_id: id(), day: Joi.string().max(20).required() }),
        payload: Joi.object({
          start: word(),
          act: Joi.valid('move', 'cancel', 'reset', 'split').required(),
          csrf: word(),
        }).required(),
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const { act, start } = request.payload as { act: string; start?: string };
      const row = Number(request.params.page_id);
      const day = String(request.params.day);
      if (act === 'split') return back(h, (await splitSeries(ctx, row, day, {})).id);
      const moved = act === 'move' && start ? { start } : {};
      await changeOccurrence(ctx, row, day, act === 'cancel' ? { cancelled: true } : moved);
      return back(h, row);
    },
  }),
];
