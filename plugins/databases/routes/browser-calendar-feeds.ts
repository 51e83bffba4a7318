// The calendar of a view for other programs: made, renewed and revoked by its owner, read by whoever knows the address.

import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { params } from '../../../core/http/schema-fields.ts';
import type { LoadedView } from '../access.ts';
import { calendarFeed, makeFeed, readFeed, revokeFeed } from '../calendar/feeds.ts';
import { viewPolicies } from '../policies.ts';
import { idParams, okAnswer, okAnswerSchema } from './schemas.ts';

const path = '/api/v2/views/{id}/feed';
const created = Joi.string().required().allow(null).description('null: there is none');
const feedSchema = Joi.object({ created_at: created }).meta({ title: 'CalendarFeed' });
const madeSchema = feedSchema.keys({ url: Joi.string().required() }).meta({ title: 'NewCalendarFeed' });

export const feedRoutes: Route[] = [
  route({
    method: 'GET',
    path,
    rules: { access: can(viewPolicies.manageFeed, 'id') },
    options: {
      id: 'feeds.get',
      description: 'Whether you have a calendar address of a view',
      validate: { params: idParams },
      response: { schema: feedSchema },
    },
    handler: (request) => calendarFeed(request.ctx, Number(request.params.id)) as never,
  }),
  route({
    method: 'POST',
    path,
    rules: { access: can(viewPolicies.manageFeed, 'id') },
    options: {
      id: 'feeds.create',
      description: 'Make a secret address at which calendar programs read the view; the one before ends',
      validate: { params: idParams },
      response: { schema: madeSchema },
    },
    handler: (request) => makeFeed(request.ctx, loaded<LoadedView>(request, 'id')) as never,
  }),
  route({
    method: 'DELETE',
    path,
    rules: { access: can(viewPolicies.manageFeed, 'id') },
    options: {
      id: 'feeds.delete',
      description: 'End your calendar address of a view',
      validate: { params: idParams },
      response: { schema: okAnswerSchema },
    },
    handler: async (request) => {
      await revokeFeed(request.ctx, Number(request.params.id));
      return okAnswer as never;
    },
  }),
  route({
    method: 'GET',
    path: '/calendars/{secret}.ics',
    rules: { access: { public: true, because: 'calendar programs have no session: the address is the secret' } },
    options: {
      id: 'feeds.read',
      description: 'A view as an iCalendar file, with what its owner may see',
      validate: {
        params: params({
          secret: Joi.string()
            .pattern(/^[\w-]{32}$/)
            .required(),
        }),
      },
      plugins: { api: { produces: 'text/calendar' } },
    },
    handler: async (request, h) =>
      h
        .response(await readFeed(request.ctx, request.params.secret as string))
        .type('text/calendar')
        .header('cache-control', 'private, no-store'),
  }),
];
