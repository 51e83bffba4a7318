// Notifications for people: the bell's list as JSON, the page of all, the ways as a form, and the way out of mails.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { notificationKinds } from '../contract.ts';
import { countUnread, listMine, markRead, noteLocale, preferencesOf, setPreferences, type Ways } from '../service.ts';
import { readToken, unsubscribe } from '../unsubscription.ts';
import { ownOnes } from './v2.ts';

const BELL_SHOWS = 15;
const PAGE_SHOWS = 50;
const csrf = Joi.string().allow('');
const byLink = { public: true as const, because: 'the signature of the link in a mail is the proof' };
const formBody = { allow: ['application/x-www-form-urlencoded'] };

const trail = (request: Request, ...keys: string[]) => {
  const t = request.ctx.app.messages.in(request.ctx.locale);
  const hrefs: Record<string, string> = { 'notifications.title': '/notifications' };
  return keys.map((key, index) => ({ title: t(key), href: index < keys.length - 1 ? hrefs[key] : '' }));
};

async function listPage(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  const { page } = request.query as unknown as { page: number };
  await noteLocale(ctx);
  const { items, total } = await listMine(ctx, {}, PAGE_SHOWS, (page - 1) * PAGE_SHOWS);
  return h.view('notifications/list', {
    title: ctx.app.messages.text(ctx.locale, 'notifications.title'),
    breadcrumb: trail(request, 'notifications.title'),
    items: items.map((one) => ({ ...one, at: momentText(ctx, one.created_at) })),
    hasUnread: items.some(({ read_at }) => !read_at),
    newer: page > 1 ? page - 1 : null,
    older: page * PAGE_SHOWS < total ? page + 1 : null,
  });
}

async function preferencesPage(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  await noteLocale(ctx);
  const ways = await preferencesOf(ctx);
  return h.view('notifications/preferences', {
    title: ctx.app.messages.text(ctx.locale, 'notifications.preferences'),
    breadcrumb: trail(request, 'notifications.title', 'notifications.preferences'),
    kinds: ctx.app.contributions(notificationKinds).map(({ type, label }) => ({ type, label, ...ways[type] })),
    done: request.query.done === '1',
  });
}

/** @throws Problem not_found for a link that is not ours */
function tokenOf(request: Request, token: string) {
  const found = readToken(request.ctx.app, token);
  if (!found) throw notFound();
  return found;
}

function wayOut(request: Request, h: ResponseToolkit, token: string, done: boolean) {
  const { ctx } = request;
  const { label } = tokenOf(request, token);
  return h
    .view('notifications/unsubscribe', {
      title: ctx.app.messages.text(ctx.locale, 'notifications.unsubscribe'),
      token,
      label,
      done,
    })
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer');
}

export const pageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/notifications',
    rules: { access: { list: true, resource: 'notification' } },
    options: {
      id: 'notifications.bell',
      description: 'The newest notifications and how many are unread',
      validate: { query: Joi.object({ limit: Joi.number().integer().min(0).max(100).default(BELL_SHOWS) }) },
    },
    handler: async (request) => {
      const { ctx } = request;
      await noteLocale(ctx);
      const limit = Number(request.query.limit);
      const [unread, { items }] = await Promise.all([
        countUnread(ctx),
        limit ? listMine(ctx, {}, limit, 0) : { items: [] },
      ]);
      const shown = items.map((one) => ({ ...one, at: momentText(ctx, one.created_at) }));
      return { notifications: shown, unread };
    },
  }),
  route({
    method: 'GET',
    path: '/notifications',
    rules: { access: { list: true, resource: 'notification' }, html: true },
    options: {
      id: 'notifications.page',
      validate: { query: Joi.object({ page: Joi.number().integer().min(1).max(10_000).default(1) }) },
    },
    handler: listPage,
  }),
  route({
    method: 'POST',
    path: '/notifications/read',
    rules: { access: { ...ownOnes, refs: [...ownOnes.refs] }, form: true, html: true },
    options: {
      id: 'notifications.read-by-form',
      payload: formBody,
      validate: { payload: Joi.object({ ids: Joi.array().items(id()).single().max(200), csrf }).required() },
    },
    handler: async (request, h) => {
      await markRead(request.ctx, (request.payload as { ids?: number[] }).ids);
      return h.redirect('/notifications').code(303);
    },
  }),
  route({
    method: 'GET',
    path: '/notifications/preferences',
    rules: { access: { member: true }, html: true },
    options: {
      id: 'notifications.preferences-page',
      validate: { query: Joi.object({ done: Joi.string().max(10) }) },
    },
    handler: preferencesPage,
  }),
  route({
    method: 'POST',
    path: '/notifications/preferences',
    rules: { access: { member: true }, form: true, html: true },
    options: {
      id: 'notifications.prefer-by-form',
      payload: formBody,
      validate: {
        payload: Joi.object({ csrf })
          .pattern(/^[a-z_]{1,40}$/, Joi.array().items(Joi.valid('in_app', 'email')).single().max(2))
          .required(),
      },
    },
    handler: async (request, h) => {
      const { csrf: _, ...ticked } = request.payload as Record<string, string[]>;
      // Boxes that are not ticked are not sent.
      const wanted = Object.keys(await preferencesOf(request.ctx)).map((kind): [string, Ways] => [
        kind,
        { in_app: Boolean(ticked[kind]?.includes('in_app')), email: Boolean(ticked[kind]?.includes('email')) },
      ]);
      await setPreferences(request.ctx, Object.fromEntries(wanted));
      return h.redirect('/notifications/preferences?done=1').code(303);
    },
  }),
  route({
    method: 'GET',
    path: '/notifications/unsubscribe',
    rules: { access: byLink, html: true },
    options: {
      id: 'notifications.unsubscribe-page',
      validate: { query: Joi.object({ token: Joi.string().max(200).required() }) },
    },
    handler: (request: Request, h) => wayOut(request, h, String(request.query.token), false),
  }),
  route({
    method: 'POST',
    path: '/notifications/unsubscribe',
    rules: { access: byLink, form: true, html: true },
    options: {
      id: 'notifications.unsubscribe',
      payload: formBody,
      validate: { payload: Joi.object({ token: Joi.string().max(200).required(), csrf }).required() },
    },
    handler: async (request, h) => {
      const { token } = request.payload as { token: string };
      await unsubscribe(request.ctx, tokenOf(request, token));
      return wayOut(request, h, token, true);
    },
  }),
];
