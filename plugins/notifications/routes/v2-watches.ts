// Watching pages in the public API.
import Joi from 'joi';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { watchPolicies } from '../policies.ts';
import type { WatchLevel } from '../watches/store.ts';
import { removeWatch, setWatch, watchesOf, watchOf } from '../watches/watches.ts';
import { watchBody, watchedSchema, watchSchema } from './schemas.ts';

const path = '/api/v2/pages/{page_id}/watch';
const named = { params: params({ page_id: id() }) };

export const watchRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/notifications/watches',
    rules: { access: { list: true, resource: 'page' } },
    options: {
      id: 'watches.list',
      description: 'The pages for which the caller chose what to hear, newest choice first',
      validate: { query: paging() },
      response: { schema: Joi.array().items(watchedSchema) },
    },
    handler: async (request, h) => pagedAnswer(request, h, await watchesOf(request.ctx, ...windowOf(request))),
  }),
  route({
    method: 'GET',
    path,
    rules: { access: can(watchPolicies.watch, 'page_id') },
    options: {
      id: 'watches.get',
      description: 'What the caller hears of a page',
      validate: named,
      response: { schema: watchSchema },
    },
    handler: ({ ctx, params: { page_id } }) => watchOf(ctx, Number(page_id)) as never,
  }),
  route({
    method: 'PUT',
    path,
    rules: { access: can(watchPolicies.watch, 'page_id') },
    options: {
      id: 'watches.set',
      description: 'Choose to hear everything, only what is about you, or nothing but being mentioned',
      validate: { ...named, payload: watchBody },
      response: { schema: watchSchema },
    },
    handler: ({ ctx, params: { page_id }, payload }) => {
      const { level, subtree } = payload as { level: WatchLevel; subtree: boolean };
      return setWatch(ctx, Number(page_id), level, subtree) as never;
    },
  }),
  route({
    method: 'DELETE',
    path,
    rules: { access: can(watchPolicies.watch, 'page_id') },
    options: {
      id: 'watches.delete',
      description: 'Take the choice back',
      validate: named,
      response: { schema: watchSchema },
    },
    handler: ({ ctx, params: { page_id } }) => removeWatch(ctx, Number(page_id)) as never,
  }),
];
