// How much the agent was used, which model answers and what it may use, as a page of administrators.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { changeableRules, describeSettings } from '../../../core/boot/setting-rules.ts';
import { changeSettings, type SettingChanges, settingsOf } from '../../../core/boot/stored-settings.ts';
import type { Refusal, ShowAgain } from '../../../core/http/form-errors.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { adminPages } from '../../admin/contract.ts';
import { connectors } from '../../agent-connectors/contract.ts';
import { agentConfig, hasProvider, modelSettings } from '../settings.ts';
import { usedByDay } from './v2.ts';

const PATH = '/admin/agent';
const access = { admin: true as const };
const NAMES = ['AGENT_MODEL', 'AGENT_MAX_STEPS', 'AGENT_RUN_TOKENS', 'AGENT_DAY_TOKENS'];
const rules = changeableRules(agentConfig);
/** An empty field stands for the default. */
const defaults = new Map(describeSettings(agentConfig).map(({ name, default: value }) => [name, Number(value)]));
const stored = Object.fromEntries(NAMES.map((name) => [name, rules[name]?.allow('')]));

async function page(request: Request, h: ResponseToolkit, refused?: Refusal): Promise<ResponseObject> {
  const { ctx } = request;
  const { app } = ctx;
  const [model, now, days] = await Promise.all([modelSettings(ctx), settingsOf(ctx, NAMES), usedByDay(ctx)]);
  const limits = { run: now.AGENT_RUN_TOKENS, day: now.AGENT_DAY_TOKENS };
  const fields = NAMES.map((name) => ({
    ...{ name, value: refused?.typed[name] ?? now[name], fault: refused?.faults[name] ?? '' },
    ...{ isNumber: name !== 'AGENT_MODEL', isFixed: Boolean(app.settings.given[name]) },
    otherwise: defaults.get(name),
  }));
  return ctx.use(adminPages).show(request, h, PATH, 'agent/admin', {
    ...{ model, limits, days, fields, hasProvider: hasProvider(app), message: refused?.message ?? '' },
    hosts: ctx.use(connectors).hosts(ctx).join(', '),
    done: !refused && request.query.done === 'saved' ? app.messages.text(ctx.locale, 'agent.admin.saved') : '',
  });
}

const again: ShowAgain = (request, h, refused) => page(request, h, refused);

export const agentAdminRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access, html: true },
    options: { id: 'agent.admin-page', validate: { query: Joi.object({ done: Joi.string().max(20) }) } },
    handler: (request, h) => page(request, h),
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access, html: true, form: true, refused: again },
    options: {
      id: 'agent.change-settings',
      validate: { payload: Joi.object({ csrf: Joi.string().allow(''), ...stored }).required() },
    },
    handler: async (request, h) => {
      const { csrf: _, ...typed } = request.payload as SettingChanges;
      const changes = Object.entries(typed).map(([name, value]) => [name, value === '' ? null : value]);
      await changeSettings(request.ctx, Object.fromEntries(changes));
      return h.redirect(`${PATH}?done=saved`).code(303);
    },
  }),
];
