// What people do with a hook by the forms of its page.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { can, type Policy } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params, timestamp } from '../../../core/http/schema-fields.ts';
import { recover, redeliver, testWebhook } from '../delivery/redelivery.ts';
import { changedInput, type HookForm, hookForm } from '../form-input.ts';
import { webhookPolicies } from '../policies.ts';
import { changeWebhook, removeWebhook, rotateSecret } from '../service.ts';
import type { WebhookRow } from '../store.ts';
import { hookPath } from '../switch-off.ts';
import { hookPage } from './html-hook.ts';
import { hookIn, resendSince } from './schemas.ts';

const path = params({ id: id() });
const formBody = { allow: ['application/x-www-form-urlencoded'] };

const again = (request: Request, h: ResponseToolkit, refusal: Refusal): Promise<ResponseObject> =>
  hookPage(request, h, hookIn(request), { refusal });

interface Act {
  name: string;
  policy: Policy;
  body?: Record<string, Joi.Schema>;
  /** answers the word that says what happened, or the page that shows it */
  run(request: Request, h: ResponseToolkit, hook: WebhookRow): Promise<string | ResponseObject>;
}

const acts: Act[] = [
  {
    name: 'change',
    policy: webhookPolicies.update,
    body: hookForm,
    async run(request, h, hook) {
      const input = await changedInput(request.ctx, request.payload as HookForm, hook);
      const { row, secret } = await changeWebhook(request.ctx, hook, input);
      return secret === null ? 'saved' : hookPage(request, h, row, { done: 'saved', secret });
    },
  },
  {
    name: 'switch',
    policy: webhookPolicies.update,
    body: { enabled: Joi.valid('yes', 'no').required() },
    async run(request, _h, hook) {
      const enabled = (request.payload as { enabled: string }).enabled === 'yes';
      await changeWebhook(request.ctx, hook, { enabled });
      return enabled ? 'on' : 'off';
    },
  },
  {
    name: 'rotate',
    policy: webhookPolicies.rotateSecret,
    body: { overlap_hours: Joi.number().integer().min(0).max(168).default(24) },
    async run(request, h, hook) {
      const { overlap_hours } = request.payload as { overlap_hours: number };
      const { row, secret } = await rotateSecret(request.ctx, hook.id, overlap_hours);
      return hookPage(request, h, row, { done: 'rotated', secret });
    },
  },
  {
    name: 'test',
    policy: webhookPolicies.test,
    run: async (request, _h, hook) =>
      (await testWebhook(request.ctx, hook)).status === 'success' ? 'arrived' : 'missed',
  },
  {
    name: 'redeliver',
    policy: webhookPolicies.redeliver,
    body: { delivery_id: id().required() },
    async run(request, _h, hook) {
      await redeliver(request.ctx, hook, (request.payload as { delivery_id: number }).delivery_id);
      return 'queued';
    },
  },
  {
    name: 'recover',
    policy: webhookPolicies.recover,
    body: { since: timestamp().required() },
    async run(request, _h, hook) {
      await recover(request.ctx, hook, resendSince(request));
      return 'queued';
    },
  },
];

export const webhookFormRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/webhooks/{id}',
    rules: { access: can(webhookPolicies.view, 'id'), html: true },
    options: {
      id: 'webhooks-pages.one',
      validate: {
        params: path,
        query: Joi.object({
          done: Joi.string().max(20),
          page: Joi.number().integer().min(1).max(1000).default(1).failover(1),
        }),
      },
    },
    handler: (request, h) => hookPage(request, h, hookIn(request)),
  }),
  ...acts.map(({ name, policy, body, run }) =>
    route({
      method: 'POST',
      path: `/webhooks/{id}/${name}`,
      // A delivery counts within the webhook, whose owner is asked for.
      rules: { access: can(policy, 'id', { opaque: ['delivery_id'] }), form: true, html: true, refused: again },
      options: {
        id: `webhooks-pages.${name}`,
        payload: formBody,
        validate: { params: path, payload: Joi.object({ csrf, ...body }).required() },
      },
      handler: async (request, h) => {
        const hook = hookIn(request);
        const what = await run(request, h, hook);
        return typeof what === 'string' ? h.redirect(`${hookPath(hook)}?done=${what}`).code(303) : what;
      },
    }),
  ),
  route({
    method: 'POST',
    path: '/webhooks/{id}/delete',
    rules: { access: can(webhookPolicies.delete, 'id'), form: true, html: true, refused: again },
    options: {
      id: 'webhooks-pages.delete',
      payload: formBody,
      validate: { params: path, payload: Joi.object({ csrf }).required() },
    },
    handler: async (request, h) => {
      const { id: hookId, workspace_id } = hookIn(request);
      await removeWebhook(request.ctx, hookId);
      const list = workspace_id === null ? '/admin/webhooks' : `/workspaces/${workspace_id}/webhooks`;
      return h.redirect(`${list}?done=deleted`).code(303);
    },
  }),
];
