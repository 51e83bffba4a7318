// Notifications in the public API: what the caller was told, what becomes of it, and by which ways they are told.
import Joi from 'joi';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { paging, toggle } from '../../../core/http/schema-fields.ts';
import { type NotificationSettings, notificationSettings, setSettings } from '../digest/settings.ts';
import { type InboxTab, listMine, markNotificationsRead, markUnread, snooze } from '../inbox.ts';
import { type NotificationWays, notificationPreferences, setPreferences } from '../preferences.ts';
import { notificationSchema, preferencesBody, preferencesSchema } from '../present.ts';
import {
  inboxTabSchema,
  markCountSchema,
  notificationSettingsBody,
  notificationSettingsSchema,
  ownOnes,
  readBody,
  snoozeBody,
  unreadBody,
} from './schemas.ts';

export const notificationV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/notifications',
    rules: { access: { list: true, resource: 'notification' } },
    options: {
      id: 'notifications.list',
      description: 'What the caller was told, newest first',
      validate: { query: paging({ unread: toggle().description('the same as tab=unread'), tab: inboxTabSchema() }) },
      response: { schema: Joi.array().items(notificationSchema) },
    },
    handler: async (request, h) => {
      const { unread, tab: named } = request.query as { unread?: boolean; tab: InboxTab };
      const { items, total } = await listMine(request.ctx, unread ? 'unread' : named, ...windowOf(request));
      return pagedAnswer(request, h, { items: items.map(({ notification }) => notification), total });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/notifications/read',
    rules: { access: ownOnes },
    options: {
      id: 'notifications.read',
      description: 'Mark some or all as read',
      validate: { payload: readBody },
      response: { schema: markCountSchema('read') },
    },
    handler: async (request) => {
      const { ids } = (request.payload ?? {}) as { ids?: number[] };
      return { ok: true, read: await markNotificationsRead(request.ctx, ids) };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/notifications/unread',
    rules: { access: ownOnes },
    options: {
      id: 'notifications.unread',
      description: 'Mark some as unread; no mail comes about them again',
      validate: { payload: unreadBody },
      response: { schema: markCountSchema('unread') },
    },
    handler: async (request) => {
      const { ids } = request.payload as { ids: number[] };
      return { ok: true, unread: await markUnread(request.ctx, ids) };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/notifications/snooze',
    rules: { access: ownOnes },
    options: {
      id: 'notifications.snooze',
      description: 'Put some aside until later, or bring them back',
      validate: { payload: snoozeBody },
      response: { schema: markCountSchema('snoozed') },
    },
    handler: async (request) => {
      const { ids, until } = request.payload as { ids: number[]; until: string | null };
      return { ok: true, snoozed: await snooze(request.ctx, ids, until && new Date(until).toISOString()) };
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
    handler: (request) => notificationPreferences(request.ctx) as never,
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
    handler: (request) =>
      setPreferences(request.ctx, request.payload as Record<string, Partial<NotificationWays>>) as never,
  }),
  route({
    method: 'GET',
    path: '/api/v2/notifications/settings',
    rules: { access: { member: true } },
    options: {
      id: 'notifications.settings',
      description: "The caller's digest and quiet hours",
      response: { schema: notificationSettingsSchema },
    },
    handler: (request) => notificationSettings(request.ctx) as never,
  }),
  route({
    method: 'PUT',
    path: '/api/v2/notifications/settings',
    rules: { access: { member: true } },
    options: {
      id: 'notifications.set',
      description: 'Choose the digest and the quiet hours; what is left out stays as it is',
      validate: { payload: notificationSettingsBody },
      response: { schema: notificationSettingsSchema },
    },
    handler: (request) => setSettings(request.ctx, request.payload as Partial<NotificationSettings>) as never,
  }),
];
