// Hooks in the public API.
import Joi from 'joi';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { collectionPolicies } from '../../databases/contract.ts';
import { hookScope } from '../access.ts';
import { webhookPolicies } from '../policies.ts';
import { newWebhookSchema, presentWebhook, webhookSchema } from '../present.ts';
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  rotateSecret,
  type SecretWebhook,
  type WebhookInput,
} from '../service.ts';
import { webhookStore } from '../store.ts';
import { hookIdPath, hookIn, newWebhookBody, rotationBody, webhookPatch } from './schemas.ts';

const ok = Joi.object({ ok: Joi.valid(true).required() });
const webhooks = '/api/v2/webhooks';
const withSecret = (ctx: Ctx, { row, secret }: SecretWebhook) => ({ ...presentWebhook(ctx, row), secret });

export const webhookV2Routes: Route[] = [
  route({
    method: 'GET',
    path: webhooks,
    rules: {
      access: { list: true, resource: 'webhook', refs: [inQuery('workspace_id', webhookPolicies.listInWorkspace)] },
    },
    options: {
      id: 'webhooks.list',
      description: 'Webhooks of the caller, and all of the workspaces that they own',
      validate: { query: paging({ workspace_id: id() }) },
      response: { schema: Joi.array().items(webhookSchema) },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const { workspace_id } = request.query as { workspace_id?: number };
      const filter = workspace_id === undefined ? {} : { workspace_id };
      const { items, total } = await webhookStore.page(ctx, await hookScope(ctx), filter, ...windowOf(request));
      return pagedAnswer(request, h, { items: items.map((row) => presentWebhook(ctx, row)), total });
    },
  }),
  route({
    method: 'POST',
    path: webhooks,
    rules: {
      access: {
        member: true,
        refs: [
          inBody('workspace_id', webhookPolicies.addToWorkspace),
          inBody('collection_id', collectionPolicies.view),
        ],
      },
    },
    options: {
      id: 'webhooks.create',
      description: 'Make a webhook; its secret is answered this once',
      validate: { payload: newWebhookBody },
      response: { schema: newWebhookSchema },
      plugins: { api: { statuses: [400, 409] } },
    },
    handler: async (request) => {
      const { workspace_id, ...input } = request.payload as WebhookInput & { workspace_id: number | null };
      return withSecret(request.ctx, await createWebhook(request.ctx, workspace_id, input)) as never;
    },
  }),
  route({
    method: 'GET',
    path: `${webhooks}/{id}`,
    rules: { access: can(webhookPolicies.view, 'id') },
    options: {
      id: 'webhooks.get',
      description: 'One webhook',
      validate: hookIdPath,
      response: { schema: webhookSchema },
    },
    handler: (request) => presentWebhook(request.ctx, hookIn(request)) as never,
  }),
  route({
    method: 'PATCH',
    path: `${webhooks}/{id}`,
    rules: {
      access: can(webhookPolicies.update, 'id'),
    },
    options: {
      id: 'webhooks.update',
      description:
        'Change a webhook. A url of another origin makes another secret and drops further headers; who changes what is sent of others’ webhooks owns them from then on',
      validate: { ...hookIdPath, payload: webhookPatch },
      response: { schema: newWebhookSchema },
      plugins: { api: { statuses: [400, 409] } },
    },
    handler: async (request) => {
      const change = request.payload as Partial<WebhookInput>;
      return withSecret(request.ctx, await changeWebhook(request.ctx, hookIn(request), change)) as never;
    },
  }),
  route({
    method: 'DELETE',
    path: `${webhooks}/{id}`,
    rules: { access: can(webhookPolicies.delete, 'id') },
    options: {
      id: 'webhooks.delete',
      description: 'Remove a webhook with its deliveries',
      validate: hookIdPath,
      response: { schema: ok },
    },
    handler: async (request) => {
      await removeWebhook(request.ctx, hookIn(request).id);
      return { ok: true } as never;
    },
  }),
  route({
    method: 'POST',
    path: `${webhooks}/{id}/rotate-secret`,
    rules: { access: can(webhookPolicies.rotateSecret, 'id') },
    options: {
      id: 'webhooks.rotate',
      description: 'Give a webhook another secret, answered this once; for a while both sign',
      validate: { ...hookIdPath, payload: rotationBody },
      response: { schema: newWebhookSchema },
    },
    handler: async (request) => {
      const { overlap_hours } = (request.payload ?? { overlap_hours: 24 }) as { overlap_hours: number };
      return withSecret(request.ctx, await rotateSecret(request.ctx, hookIn(request).id, overlap_hours)) as never;
    },
  }),
];
