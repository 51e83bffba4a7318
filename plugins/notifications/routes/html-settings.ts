// By which ways a person hears of things, as a form, and the way out of mails.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { notFound, Problem } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { DIGESTS, type NotificationSettings, notificationSettings, setSettings } from '../digest/settings.ts';
import { noteLocale } from '../inbox.ts';
import { notificationKindsOf } from '../kinds.ts';
import {
  MAIL_WAYS,
  type MailFrequency,
  type NotificationWays,
  notificationPreferences,
  setPreferences,
} from '../preferences.ts';
import { readToken, unsubscribe } from '../unsubscription.ts';

const csrf = Joi.string().allow('');
const byLink = { public: true as const, because: 'the signature of the link in a mail is the proof' };
const formBody = { allow: ['application/x-www-form-urlencoded'] };
const token = Joi.string().max(2000);

/** @param refused what somebody sent and cannot be kept: it stays in the form */
async function preferencesPage(request: Request, h: ResponseToolkit, refused?: NotificationSettings) {
  const { ctx } = request;
  await noteLocale(ctx);
  const [ways, settings] = await Promise.all([notificationPreferences(ctx), notificationSettings(ctx)]);
  const t = ctx.app.messages.in(ctx.locale);
  return h.view('notifications/preferences', {
    title: t('notifications.preferences'),
    breadcrumb: [
      { title: t('auth.settings.title'), href: '/accounts/settings' },
      { title: t('notifications.nav.preferences') },
    ],
    kinds: notificationKindsOf(ctx).map(({ type, label }) => ({ type, label, ...ways[type] })),
    ...{ settings: refused ?? settings, isRefused: refused !== undefined, digests: DIGESTS, mailWays: MAIL_WAYS },
    weekdays: weekdays(ctx),
    done: request.query.done === '1',
  });
}

/** From Monday on, in the words of the reader. */
const weekdays = (ctx: Ctx): string[] => {
  const format = new Intl.DateTimeFormat(ctx.locale, { weekday: 'long', timeZone: 'UTC' });
  const monday = Date.UTC(2024, 0, 1);
  return Array.from({ length: 7 }, (_, day) => format.format(monday + day * 86_400_000));
};

interface Sent {
  in_app: string[];
  mail: Record<string, MailFrequency>;
}

/** Fields are called `in_app` and `mail.<kind>`; boxes that are not ticked are not sent. */
async function prefer(ctx: Ctx, { in_app, mail }: Sent): Promise<void> {
  const wanted = Object.keys(await notificationPreferences(ctx)).map((kind): [string, Partial<NotificationWays>] => [
    kind,
    { in_app: in_app.includes(kind), ...(mail[kind] && { mail: mail[kind] }) },
  ]);
  await setPreferences(ctx, Object.fromEntries(wanted));
}

/** @throws Problem not_found for a link that is not ours */
function wayOutOf(request: Request, given: string) {
  const found = readToken(request.ctx.app, given);
  if (!found) throw notFound();
  return found;
}

function unsubscribePage(request: Request, h: ResponseToolkit, given: string, done: boolean) {
  const { ctx } = request;
  const { labels } = wayOutOf(request, given);
  const t = ctx.app.messages.in(ctx.locale);
  return h
    .view('notifications/unsubscribe', {
      title: t('notifications.unsubscribe'),
      token: given,
      label: labels.map((label) => t(label)).join(', '),
      done,
    })
    .header('cache-control', 'no-store');
}

const hour = Joi.number().integer().min(0).max(23);
const kindName = /^[a-z_]{1,40}$/;

export const notificationSettingsRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/notifications/preferences',
    rules: { access: { member: true }, html: true },
    options: {
      id: 'notifications.preferences-page',
      validate: { query: Joi.object({ done: Joi.string().max(10) }) },
    },
    handler: (request: Request, h) => preferencesPage(request, h),
  }),
  route({
    method: 'POST',
    path: '/notifications/preferences',
    rules: { access: { member: true }, form: true, html: true },
    options: {
      id: 'notifications.prefer-by-form',
      payload: formBody,
      validate: {
        payload: Joi.object({ csrf, in_app: Joi.array().items(Joi.string().pattern(kindName)).single().default([]) })
          .pattern(/^mail\.[a-z_]{1,40}$/, Joi.valid(...MAIL_WAYS))
          .required(),
      },
    },
    handler: async (request, h) => {
      const { csrf: _, in_app, ...ways } = request.payload as Record<string, string> & { in_app: string[] };
      const mail = Object.entries(ways).map(([name, way]) => [name.slice('mail.'.length), way]);
      await prefer(request.ctx, { in_app, mail: Object.fromEntries(mail) });
      return h.redirect('/notifications/preferences?done=1').code(303);
    },
  }),
  route({
    method: 'POST',
    path: '/notifications/settings',
    rules: { access: { member: true }, form: true, html: true },
    options: {
      id: 'notifications.set-by-form',
      payload: formBody,
      validate: {
        payload: Joi.object({
          csrf,
          digest: Joi.valid(...DIGESTS).required(),
          hour: hour.required(),
          weekday: Joi.number().integer().min(1).max(7).required(),
          quiet_from: hour.empty('').default(null),
          quiet_to: hour.empty('').default(null),
        }).required(),
      },
    },
    handler: async (request, h) => {
      const { csrf: _, ...wanted } = request.payload as NotificationSettings & { csrf: string };
      try {
        await setSettings(request.ctx, wanted);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'validation_failed') throw error;
        return (await preferencesPage(request, h, wanted)).code(422);
      }
      return h.redirect('/notifications/preferences?done=1').code(303);
    },
  }),
  route({
    method: 'GET',
    path: '/notifications/unsubscribe',
    rules: { access: byLink, html: true },
    options: {
      id: 'notifications.unsubscribe-page',
      validate: { query: Joi.object({ token: token.required() }) },
    },
    handler: (request: Request, h) => unsubscribePage(request, h, String(request.query.token), false),
  }),
  route({
    method: 'POST',
    path: '/notifications/unsubscribe',
    rules: { access: byLink, form: true, html: true, whileReadOnly: true },
    options: {
      id: 'notifications.unsubscribe',
      payload: formBody,
      validate: {
        query: Joi.object({ token }),
        // Mail programs post this to the address in the head of a mail (RFC 8058).
        payload: Joi.object({ token, 'List-Unsubscribe': Joi.valid('One-Click'), csrf }).required(),
      },
    },
    handler: async (request, h) => {
      const given = String((request.payload as { token?: string }).token ?? request.query.token ?? '');
      await unsubscribe(request.ctx, wayOutOf(request, given));
      return unsubscribePage(request, h, given, true);
    },
  }),
];
