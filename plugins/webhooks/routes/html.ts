// Webhooks as pages with forms that work without scripts: those of a workspace, of the service, and one with its deliveries.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { type HookForm, newHookForm, webhookInputOf } from '../form-input.ts';
import { eventGroups, hooksShown, webhookTrail } from '../hook-pages.ts';
import { webhookPolicies } from '../policies.ts';
import { createWebhook } from '../service.ts';
import { webhookFormRoutes } from './html-acts.ts';
import { hookPage } from './html-hook.ts';

const formBody = { allow: ['application/x-www-form-urlencoded'] };
const inWorkspace = can(webhookPolicies.addToWorkspace, 'ws_id');
const workspacePath = params({ ws_id: id() });

/** The workspace whose hooks the address names; null: those of the service. */
const homeOf = (request: Request): number | null =>
  request.params.ws_id === undefined ? null : Number(request.params.ws_id);

const baseOf = (home: number | null): string => (home === null ? '/admin/webhooks' : `/workspaces/${home}/webhooks`);

async function listPage(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const home = homeOf(request);
  return h.view('webhooks/list', {
    title: ctx.app.messages.text(ctx.locale, home === null ? 'webhooks.service.title' : 'webhooks.title'),
    breadcrumb: await webhookTrail(ctx, home),
    base: baseOf(home),
    isService: home === null,
    hooks: await hooksShown(ctx, home),
    done: request.query.done === 'deleted',
  });
}

async function newPage(request: Request, h: ResponseToolkit, refusal?: Refusal): Promise<ResponseObject> {
  const { ctx } = request;
  const home = homeOf(request);
  const t = ctx.app.messages.in(ctx.locale);
  const ticked = (request.payload as { events?: string | string[] } | null)?.events;
  return h.view('webhooks/new', {
    title: t('webhooks.new'),
    breadcrumb: [...(await webhookTrail(ctx, home)), { title: t('webhooks.new') }],
    base: baseOf(home),
    groups: eventGroups(),
    values: { payload: 'thin', signing: 'hmac', ...refusal?.typed, events: refusal ? [ticked ?? []].flat() : ['*'] },
    faults: refusal?.faults ?? {},
    message: refusal?.message ?? '',
  });
}

async function create(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const { row, secret } = await createWebhook(
    ctx,
    homeOf(request),
    await webhookInputOf(ctx, request.payload as HookForm),
  );
  return hookPage(request, h, row, { done: 'created', secret });
}

const ways = [
  { name: 'workspace', path: '/workspaces/{ws_id}/webhooks', access: inWorkspace, validate: { params: workspacePath } },
  { name: 'service', path: '/admin/webhooks', access: { admin: true }, validate: {} },
] as const;

export const webhookPageRoutes: Route[] = [
  ...ways.flatMap(({ name, path, access, validate }) => [
    route({
      method: 'GET',
      path,
      rules: { access, html: true },
      options: {
        id: `webhooks-pages.${name}`,
        validate: { ...validate, query: Joi.object({ done: Joi.string().max(20) }) },
      },
      handler: listPage,
    }),
    route({
      method: 'GET',
      path: `${path}/new`,
      rules: { access, html: true },
      options: { id: `webhooks-pages.new-${name}`, validate },
      handler: (request, h) => newPage(request, h),
    }),
    route({
      method: 'POST',
      path: `${path}/new`,
      rules: { access, html: true, form: true, refused: newPage },
      options: {
        id: `webhooks-pages.create-${name}`,
        payload: formBody,
        validate: { ...validate, payload: Joi.object(newHookForm).required() },
      },
      handler: create,
    }),
  ]),
  ...webhookFormRoutes,
];
