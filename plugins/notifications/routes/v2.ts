// Notifications in the public API: what the caller was told, marking it read, and by which ways they are told.
import Joi from 'joi';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, toggle } from '../../../core/http/schema-fields.ts';
import { notificationSchema, preferencesBody, preferencesSchema } from '../present.ts';
import { listMine, markRead, preferencesOf, setPreferences, type Ways } from '../service.ts';

export const readBody = Joi.object({
  ids: Joi.array().items(id()).min(1).max(200).description('without it all are marked'),
}).allow(null);
export const ownOnes = {
  member: true,
  refs: [{ in: 'payload', name: 'ids', resource: 'notification', own: true }],
} as const;

export const v2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/notifications',
    rules: { access: { list: true, resource: 'notification' } },
    options: {
      id: 'notifications.list',
      description: 'What the caller was told, newest first',
      validate: { query: paging({ unread: toggle() }) },
      response: { schema: Joi.array().items(notificationSchema) },
    },
    handler: async (request, h) => {
      const { unread } = request.query as { unread?: boolean };
      return pagedAnswer(request, h, await listMine(request.ctx, { unread }, ...windowOf(request)));
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/notifications/read',
    rules: { access: { ...ownOnes, refs: [...ownOnes.refs] } },
    options: {
      id: 'notifications.read',
      description: 'Mark some or all as read',
      validate: { payload: readBody },
      response: { schema: Joi.object({ ok: Joi.valid(true).required(), read: Joi.number().integer().required() }) },
    },
    handler: async (request) => {
      const { ids } = (request.payload ?? {}) as { ids?: number[] };
      return { ok: true, read: await markRead(request.ctx, ids) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/notifications/preferences',
    rules: { access: { member: true } },
    options: {
      id: 'notifications.preferences',
      description: 'By which ways the caller is told, for each kind',
      response: { schema: preferencesSchema },
    },
    handler: (request) => preferencesOf(request.ctx) as never,
  }),
  route({
    method: 'PUT',
    path: '/api/v2/notifications/preferences',
    rules: { access: { member: true } },
    options: {
      id: 'notifications.prefer',
      description: 'Choose the ways for some kinds; others stay as they are',
      validate: { payload: preferencesBody },
      response: { schema: preferencesSchema },
    },
    handler: (request) => setPreferences(request.ctx, request.payload as Record<string, Partial<Ways>>) as never,
  }),
];
