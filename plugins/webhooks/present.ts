// Hooks and deliveries as JSON, and their schemas for the API document.
import Joi from 'joi';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Filter, filterSchema } from '../databases/contract.ts';
import { pages } from '../pages/contract.ts';
import type { DeliveryRow } from './delivery/delivery-store.ts';
import { visibleChanges } from './hook-owner.ts';
import { messageId, type WebhookMessage } from './message.ts';
import { decryptSecret, publicKeyOf } from './signature.ts';
import type { WebhookRow } from './store.ts';

export interface Webhook
  extends Pick<
    WebhookRow,
    | 'id'
    | 'workspace_id'
    | 'user_id'
    | 'name'
    | 'url'
    | 'collection_id'
    | 'payload'
    | 'signing'
    | 'disabled_reason'
    | 'disabled_at'
    | 'health'
    | 'last_success_at'
    | 'failing_since'
    | 'created_at'
    | 'updated_at'
  > {
  events: string[];
  filter: Filter | null;
  include_imports: boolean;
  header_names: string[];
  enabled: boolean;
  public_key: string | null;
  has_previous_secret: boolean;
  previous_until: string | null;
}

/** What needs another SECRET_KEY is shown as absent. */
function readable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

export function presentWebhook(ctx: Ctx, row: WebhookRow): Webhook {
  const { app } = ctx;
  const { events, filter, include_imports, enabled, headers_encrypted, secret_encrypted, ...rest } = row;
  const { previous_secret_encrypted, previous_until, told_at: _, ...shown } = rest;
  const isGood = previous_secret_encrypted !== null && previous_until !== null && previous_until > ctx.now();
  const headers = headers_encrypted && readable(() => JSON.parse(decryptSecret(app, headers_encrypted)), {});
  return {
    ...shown,
    events: JSON.parse(events),
    filter: filter === null ? null : JSON.parse(filter),
    include_imports: Boolean(include_imports),
    header_names: Object.keys(headers || {}),
    enabled: Boolean(enabled),
    public_key:
      row.signing === 'ed25519' ? readable(() => publicKeyOf(decryptSecret(app, secret_encrypted)), null) : null,
    has_previous_secret: isGood,
    previous_until: isGood ? previous_until : null,
  };
}

export interface Delivery
  extends Pick<
    DeliveryRow,
    | 'id'
    | 'webhook_id'
    | 'event'
    | 'status'
    | 'attempt'
    | 'payload'
    | 'http_code'
    | 'error'
    | 'answer'
    | 'duration_ms'
    | 'next_retry_at'
    | 'created_at'
  > {
  message_id: string;
  request_headers: Record<string, string>;
  is_whole: boolean;
}

/** A message is kept with all that changed: properties that the reader does not see are left out of it. */
async function visiblePayload(ctx: Ctx, payload: string): Promise<string> {
  const message = JSON.parse(payload) as Partial<WebhookMessage>;
  if (!message.changed?.length) return payload;
  const collectionId = message.data?.collection_id as number | undefined;
  return JSON.stringify({ ...message, changed: await visibleChanges(ctx, message.changed, collectionId) });
}

/** Whether what is shown is what was sent, so that the signature fits it. */
const isWhole = (payload: string, headers: Record<string, string>): boolean =>
  !headers['webhook-signature'] || headers['content-length'] === String(Buffer.byteLength(payload));

/** What they were about is shown to those only who may see it now. */
export async function presentDeliveries(ctx: Ctx, rows: DeliveryRow[]): Promise<Delivery[]> {
  const named = [...new Set(rows.flatMap(({ page_id }) => page_id ?? []))];
  const seen = await ctx.use(pages).versions(ctx, named);
  const shown: Delivery[] = [];
  for (const row of rows) {
    const isSeen = row.page_id === null || seen.has(row.page_id);
    const payload = isSeen ? await visiblePayload(ctx, row.payload) : '{}';
    const request_headers: Record<string, string> = JSON.parse(row.sent_headers);
    const { event_id, cause: _, page_id: __, lease_owner: ___, lease_until: ____, sent_headers: _____, ...rest } = row;
    shown.push({
      ...rest,
      ...{ payload, request_headers },
      ...(isSeen ? {} : { answer: null }),
      message_id: messageId({ id: row.webhook_id }, event_id),
      is_whole: isWhole(payload, request_headers),
    });
  }
  return shown;
}

const moment = () => Joi.string().required().example('2026-11-20T09:00:00.000Z');
const text = () => Joi.string().required();
const number = () => Joi.number().integer().required();

export const webhookSchema = Joi.object({
  id: number().example(4),
  workspace_id: number().allow(null).description('null: of the whole service'),
  user_id: number().description('its owner: messages hold what this person may see'),
  name: text().example('Search index'),
  url: text().example('https://example.org/hooks/commonplace'),
  events: Joi.array().items(Joi.string()).required().example(['page.*']),
  collection_id: number().allow(null),
  filter: filterSchema.required().allow(null),
  payload: Joi.valid('thin', 'full').required(),
  include_imports: Joi.boolean().required(),
  header_names: Joi.array()
    .items(Joi.string())
    .required()
    .description('of further headers, whose values are not shown'),
  signing: Joi.valid('hmac', 'ed25519').required(),
  public_key: text().allow(null).description('whpk_…, to verify v1a signatures with; null with signing hmac'),
  has_previous_secret: Joi.boolean().required().description('messages carry two signatures'),
  previous_until: moment().allow(null),
  enabled: Joi.boolean().required(),
  disabled_reason: Joi.valid('gone', 'failing', 'secret_unreadable', 'filter_invalid').required().allow(null),
  disabled_at: moment().allow(null),
  health: Joi.valid('well', 'failed', 'slow').required().description('how the last attempt ended'),
  last_success_at: moment().allow(null),
  failing_since: moment().allow(null),
  created_at: moment(),
  updated_at: moment(),
}).meta({ title: 'Webhook' });

/** Given once. */
export const secretSchema = text()
  .allow(null)
  .example('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  .description('shown this once; null with signing ed25519, where public_key verifies');

export const newWebhookSchema = webhookSchema.keys({ secret: secretSchema }).meta({ title: 'NewWebhook' });

export const deliverySchema = Joi.object({
  id: number().example(81),
  webhook_id: number().example(4),
  message_id: text().description('webhook-id: equal in all attempts'),
  event: text().example('page.updated'),
  status: Joi.valid('pending', 'retrying', 'superseded', 'success', 'failed').required(),
  attempt: number().description('0 the first'),
  payload: text().description('the message as JSON, without the page or row of a full one'),
  request_headers: Joi.object().pattern(Joi.string(), Joi.string()).required(),
  is_whole: Joi.boolean()
    .required()
    .description(
      'whether payload is the body that was sent, byte for byte; a full message held a page or row, which is not kept, and its signature is of all that',
    ),
  http_code: number().allow(null),
  error: text().allow(null).example(null),
  answer: text().allow(null, '').description('the first 1,024 bytes'),
  duration_ms: number().allow(null),
  next_retry_at: number().allow(null).description('seconds since 1970'),
  created_at: moment(),
}).meta({ title: 'WebhookDelivery' });
