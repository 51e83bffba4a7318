// Notifications as JSON (contract 10), and the schemas for the API document.
import Joi from 'joi';
import { MAIL_WAYS } from './preferences.ts';
import type { ShownRow } from './store.ts';

export interface Notification {
  id: number;
  type: string;
  /** what happened, in the reader's language */
  title: string;
  /** what is told beside the title, as somebody wrote it */
  text: string | null;
  url: string;
  page_id: number | null;
  actor_id: number | null;
  read_at: string | null;
  /** put aside until then */
  snoozed_until: string | null;
  created_at: string;
}

export const presentNotification = (
  { id, type, text, url, page_id, actor_id, read_at, snoozed_until, created_at }: ShownRow,
  title: string,
): Notification => ({ id, type, title, text, url, page_id, actor_id, read_at, snoozed_until, created_at });

export const notificationSchema = Joi.object({
  id: Joi.number().integer().required(),
  type: Joi.string().required().example('reply'),
  title: Joi.string().required().example('Ada replied in Meeting notes'),
  text: Joi.string().required().allow(null).example(null),
  url: Joi.string().required().example('/pages/12#comment-34'),
  page_id: Joi.number().integer().required().allow(null),
  actor_id: Joi.number().integer().required().allow(null),
  read_at: Joi.string().required().allow(null),
  snoozed_until: Joi.string().required().allow(null),
  created_at: Joi.string().required(),
}).meta({ title: 'Notification' });

const ways = (presence: 'required' | 'optional') =>
  Joi.object({
    in_app: Joi.boolean().presence(presence),
    email: Joi.boolean().presence(presence).description('a mail at once'),
    mail: Joi.valid(...MAIL_WAYS)
      .presence(presence)
      .description('a mail at once, a line in the digest of those who have one, or neither'),
  });

const byKind = (presence: 'required' | 'optional', title: string) =>
  Joi.object()
    .pattern(Joi.string().pattern(/^[a-z_]{1,40}$/), ways(presence))
    .example({ mention: { in_app: true, email: false, mail: 'digest' } })
    .meta({ title });

export const preferencesSchema = byKind('required', 'NotificationPreferences');
export const preferencesBody = byKind('optional', 'NotificationPreferencesChange').required();
