// What requests about hooks carry.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { id, name, params, timestamp } from '../../../core/http/schema-fields.ts';
import { filterSchema } from '../../databases/contract.ts';
import { EVENT_NAMES } from '../event-catalog.ts';
import type { WebhookRow } from '../store.ts';
import { headersSchema, urlSchema } from '../target.ts';

const OVERLAP_MAX = 168;

export const hookIn = (request: Request, param = 'id'): WebhookRow => loaded<WebhookRow>(request, param);

export const hookIdPath = { params: params({ id: id() }) };
export const deliveryPath = { params: params({ id: id(), delivery_id: id() }) };

export const eventsSchema = Joi.array()
  .items(Joi.valid(...EVENT_NAMES))
  .min(1)
  .max(EVENT_NAMES.length)
  .unique()
  .example(['page.*', 'comment.created']);

/** What a hook is made of and changed by, as programs send it. */
export const webhookKeys = {
  name: name(),
  url: urlSchema,
  events: eventsSchema,
  collection_id: id().allow(null).description('only what happens to this database and its rows'),
  filter: filterSchema
    .allow(null)
    .description('only rows that this filter lets through, as they are then, or were when they went into the trash'),
  payload: Joi.valid('thin', 'full').description('full: with the page or row as the owner of the webhook sees it'),
  include_imports: Joi.boolean().description('also what imports make; one import.completed comes in any case'),
  headers: headersSchema,
  signing: Joi.valid('hmac', 'ed25519').description('another one than before makes another secret'),
  enabled: Joi.boolean(),
};

export const newWebhookBody = Joi.object({
  workspace_id: id().required().allow(null).description('null: of the whole service, for administrators'),
  ...webhookKeys,
  url: urlSchema.required(),
  collection_id: webhookKeys.collection_id.example(null),
})
  .required()
  .example({ workspace_id: 1, url: 'https://example.org/hooks/commonplace', events: ['page.*'] });

export const webhookPatch = Joi.object(webhookKeys)
  .min(1)
  .required()
  .example({ events: ['page.*'], payload: 'full' });
export const rotationBody = Joi.object({
  overlap_hours: Joi.number().integer().min(0).max(OVERLAP_MAX).default(24).description('so long both secrets sign'),
}).allow(null);
export const recoveryBody = Joi.object({
  since: timestamp().required().example('2026-11-20T09:00:00.000Z'),
}).required();

/** A time without a zone is one of UTC. */
export const resendSince = (request: Request): string => {
  const { since } = request.payload as { since: string };
  return new Date(/T.*(Z|[+-]\d\d:?\d\d)$|^[^T]*$/i.test(since) ? since : `${since}Z`).toISOString();
};
