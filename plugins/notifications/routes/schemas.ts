// What requests about notifications, watches and digests carry, and what answers hold.
import Joi from 'joi';
import { inBody } from '../../../core/http/policy.ts';
import type { Access } from '../../../core/http/route.ts';
import { id, timestamp } from '../../../core/http/schema-fields.ts';
import { DIGESTS } from '../digest/settings.ts';
import { INBOX_TABS } from '../inbox.ts';
import { notificationPolicies } from '../policies.ts';
import { WATCH_LEVELS } from '../watches/store.ts';

export const inboxTabSchema = () => Joi.valid(...INBOX_TABS).default('all');

/** Notifications are named by their reader alone. */
export const ownOnes: Access = { member: true, refs: [inBody('ids', notificationPolicies.manage)] };

const ids = () => Joi.array().items(id()).min(1).max(200);
export const readBody = Joi.object({ ids: ids().description('without it all are marked') }).allow(null);
export const unreadBody = Joi.object({ ids: ids().required() }).required();
export const snoozeBody = Joi.object({
  ids: ids().required(),
  until: timestamp().required().allow(null).description('at most a year from now; null brings them back'),
}).required();

const hour = () => Joi.number().integer().min(0).max(23);
const settings = {
  digest: Joi.valid(...DIGESTS),
  hour: hour().description('in the time zone of the account'),
  weekday: Joi.number().integer().min(1).max(7).description('1 is Monday; of a weekly digest'),
  quiet_from: hour().allow(null).description('mails that are not urgent wait from this hour to quiet_to'),
  quiet_to: hour().allow(null),
};
export const notificationSettingsBody = Joi.object(settings)
  .required()
  .example({ digest: 'daily', hour: 8, weekday: 1, quiet_from: 22, quiet_to: 7 })
  .meta({ title: 'NotificationSettingsChange' });
export const notificationSettingsSchema = Joi.object(settings)
  .options({ presence: 'required' })
  .example({ digest: 'daily', hour: 8, weekday: 1, quiet_from: 22, quiet_to: 7 })
  .meta({ title: 'NotificationSettings' });

export const watchBody = Joi.object({
  level: Joi.valid(...WATCH_LEVELS).required(),
  subtree: Joi.boolean().default(false).description('also all pages below'),
}).required();

const watch = {
  page_id: Joi.number().integer().required(),
  level: Joi.valid(...WATCH_LEVELS, null)
    .required()
    .description('null: nothing is chosen, and you hear of what you take part in'),
  subtree: Joi.boolean().required(),
  inherited_from: Joi.number().integer().required().allow(null).description('the page above where it was chosen'),
};
export const watchSchema = Joi.object(watch).meta({ title: 'Watch' });
export const watchedSchema = Joi.object({
  ...watch,
  title: Joi.string().required().allow(''),
  created_at: Joi.string().required(),
}).meta({ title: 'WatchedPage' });
export const markCountSchema = (name: string) =>
  Joi.object({ ok: Joi.valid(true).required(), [name]: Joi.number().integer().required() });
