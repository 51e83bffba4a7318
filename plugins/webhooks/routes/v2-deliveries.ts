// What hooks sent, in the public API: attempts, a test, one message again, and all that did not arrive.
import Joi from 'joi';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { paging, recordCursor } from '../../../core/http/schema-fields.ts';
import { deliveryStore } from '../delivery/delivery-store.ts';
import { recover, redeliver, testWebhook } from '../delivery/redelivery.ts';
import { webhookPolicies } from '../policies.ts';
import { deliverySchema, presentDeliveries } from '../present.ts';
import { deliveryPath, hookIdPath, hookIn, recoveryBody, resendSince } from './schemas.ts';

const hook = '/api/v2/webhooks/{id}';
const states = Joi.valid('pending', 'retrying', 'superseded', 'success', 'failed');

export const deliveryRoutes: Route[] = [
  route({
    method: 'POST',
    path: `${hook}/test`,
    rules: { access: can(webhookPolicies.test, 'id') },
    options: {
      id: 'webhooks.test',
      description: 'Send webhook.test at once and answer what came of it',
      validate: hookIdPath,
      response: { schema: deliverySchema },
    },
    handler: async (request) => {
      const sent = await testWebhook(request.ctx, hookIn(request));
      return (await presentDeliveries(request.ctx, [sent]))[0] as never;
    },
  }),
  route({
    method: 'GET',
    path: `${hook}/deliveries`,
    rules: { access: can(webhookPolicies.listDeliveries, 'id') },
    options: {
      id: 'webhook-deliveries.list',
      description: 'Attempts to send, the newest first; kept for 30 days, 1,000 of each webhook',
      validate: { ...hookIdPath, query: paging({ status: states, cursor: recordCursor() }) },
      response: { schema: Joi.array().items(deliverySchema) },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const { status, cursor } = request.query as { status?: string; cursor?: number };
      const filter = { ...(status && { status }), cursor };
      const found = await deliveryStore.page(ctx, hookIn(request).id, filter, ...windowOf(request));
      return pagedAnswer(request, h, { ...found, items: await presentDeliveries(ctx, found.items) });
    },
  }),
  route({
    method: 'POST',
    path: `${hook}/deliveries/{delivery_id}/redeliver`,
    // It counts within the webhook, whose owner is asked for.
    rules: { access: can(webhookPolicies.redeliver, 'id', { opaque: ['delivery_id'] }) },
    options: {
      id: 'webhook-deliveries.redeliver',
      description: 'Send a message once more, under the same webhook-id',
      validate: deliveryPath,
      response: { schema: deliverySchema },
      plugins: { api: { statuses: [409] } },
    },
    handler: async (request) => {
      const made = await redeliver(request.ctx, hookIn(request), Number(request.params.delivery_id));
      return (await presentDeliveries(request.ctx, [made]))[0] as never;
    },
  }),
  route({
    method: 'POST',
    path: `${hook}/recover`,
    rules: { access: can(webhookPolicies.recover, 'id') },
    options: {
      id: 'webhooks.recover',
      description: 'Send all that happened since a time and did not arrive, be it that the webhook was off',
      validate: { ...hookIdPath, payload: recoveryBody },
      response: { schema: Joi.object({ ok: Joi.valid(true).required(), queued: Joi.number().integer().required() }) },
      plugins: { api: { statuses: [409] } },
    },
    handler: async (request) =>
      ({ ok: true, queued: await recover(request.ctx, hookIn(request), resendSince(request)) }) as never,
  }),
];
