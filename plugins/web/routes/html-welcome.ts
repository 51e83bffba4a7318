// The first steps as pages and forms that work without scripts.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { mailWay } from '../../../core/events/mail.ts';
import type { Refusal, ShowAgain } from '../../../core/http/form-errors.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, roles, route } from '../../../core/http/route.ts';
import { name } from '../../../core/http/schema-fields.ts';
import { userOf } from '../../../core/kernel/context.ts';
import type { Workspace } from '../../workspaces/contract.ts';
import {
  fillWorkspace,
  invitePeople,
  nameWorkspace,
  ownWorkspace,
  progressOf,
  skip,
  WELCOME_STEPS,
  type WelcomeInvitations,
  type WelcomeStep,
  type WorkspaceSetup,
} from '../welcome.ts';

const csrf = Joi.string().allow('');
const me = { member: true } as const;

interface Shown {
  step: WelcomeStep;
  refusal?: Refusal | undefined;
  invited?: WelcomeInvitations;
}

async function required(request: Request): Promise<Workspace> {
  const own = await ownWorkspace(request);
  if (!own) throw notFound();
  return own;
}

async function page(request: Request, h: ResponseToolkit, { step, refusal, invited }: Shown) {
  const { ctx } = request;
  const own = await required(request);
  const zone = userOf(ctx).timezone;
  const known = Intl.supportedValuesOf('timeZone');
  return h.view('web/welcome', {
    // Nothing else is to be seen yet: the steps lead into it.
    frame: 'alone',
    title: ctx.app.messages.text(ctx.locale, `web.welcome.${step}`),
    step,
    steps: WELCOME_STEPS,
    at: WELCOME_STEPS.indexOf(step) + 1,
    values: { name: own.name, icon: own.icon, timezone: zone, ...refusal?.typed },
    zones: zone && !known.includes(zone) ? [zone, ...known] : known,
    faults: refusal?.faults ?? {},
    message: refusal?.message ?? '',
    sent: invited?.sent ?? [],
    way: mailWay(ctx),
    refused: invited?.refused ?? [],
  });
}

const again =
  (step: WelcomeStep): ShowAgain =>
  (request, h, refusal) =>
    page(request, h, { step, refusal });

function step(
  name: WelcomeStep,
  fields: Record<string, Joi.Schema>,
  run: (request: Request, h: ResponseToolkit) => unknown,
) {
  return route({
    method: 'POST',
    path: `/welcome/${name}`,
    rules: { access: me, html: true, form: true, refused: again(name) },
    options: { id: `welcome.${name}`, validate: { payload: Joi.object({ ...fields, csrf }).required() } },
    handler: run as never,
  });
}

export const welcomeRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/welcome',
    rules: { access: me, html: true },
    options: {
      id: 'web.welcome',
      validate: {
        query: Joi.object({ step: Joi.valid(...WELCOME_STEPS).empty(Joi.any().invalid(...WELCOME_STEPS)) }),
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const [own, progress] = await Promise.all([ownWorkspace(request), progressOf(ctx)]);
      const wanted = request.query.step as WelcomeStep | undefined;
      // Done is done: only who asks for a step sees it again, e.g. from the help.
      if (!own || (progress.step === 'done' && !wanted)) return h.redirect('/').code(303);
      return page(request, h, { step: wanted ?? (progress.step as WelcomeStep) });
    },
  }),
  step(
    'workspace',
    {
      name: name().trim().required(),
      icon: Joi.string().allow('').max(100).default(''),
      timezone: Joi.string().allow('').max(100).default(''),
    },
    async (request, h) =>
      h
        .redirect(await nameWorkspace(request.ctx, await required(request), request.payload as WorkspaceSetup))
        .code(303),
  ),
  step('content', { begin: Joi.valid('starter', 'import', 'empty').required() }, async (request, h) => {
    const { begin } = request.payload as { begin: 'starter' | 'import' | 'empty' };
    return h.redirect(await fillWorkspace(request.ctx, await required(request), begin)).code(303);
  }),
  step(
    'people',
    {
      addresses: Joi.string().allow('').max(10_000).default(''),
      role: Joi.valid(...roles).default('editor'),
    },
    async (request, h) => {
      const { addresses, role } = request.payload as { addresses: string; role: (typeof roles)[number] };
      const own = await required(request);
      const invited = await invitePeople(request.ctx, own, addresses, role);
      if (invited.refused.length) return page(request, h, { step: 'people', invited });
      const next = await skip(request.ctx, 'people');
      // Nobody would look for links there by themselves.
      const isWaiting = invited.sent.length > 0 && mailWay(request.ctx) === 'here';
      return h.redirect(isWaiting ? `/workspaces/${own.id}/members#invitations-title` : next).code(303);
    },
  ),
  route({
    method: 'POST',
    path: '/welcome/skip',
    rules: { access: me, html: true, form: true },
    options: {
      id: 'welcome.skip',
      validate: { payload: Joi.object({ step: Joi.valid(...WELCOME_STEPS).required(), csrf }).required() },
    },
    handler: async (request, h) =>
      h.redirect(await skip(request.ctx, (request.payload as { step: WelcomeStep }).step)).code(303),
  }),
];
