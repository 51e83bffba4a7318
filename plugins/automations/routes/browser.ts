// The button in the browser's JSON (specification, Automations).
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { isBearer } from '../../../core/http/csrf.ts';
import { faultText } from '../../../core/http/localized-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import type { Rule } from '../model.ts';
import { automationPolicies } from '../policies.ts';
import { lockRefusal } from '../runs/lock-refusal.ts';
import { buttonChoices } from '../runs/press.ts';
import { pressBody, pressed, pressRefs } from '../runs/press-request.ts';
import { presentRuns } from '../runs/visible-runs.ts';

export const buttonRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/pages/{page_id}/buttons',
    rules: { access: can(automationPolicies.listButtons, 'page_id') },
    options: {
      id: 'automations.buttons',
      description: 'The automations that the caller may start by a button of this page, by name',
      validate: { params: params({ page_id: id() }) },
      response: {
        schema: Joi.object({
          buttons: Joi.array().items(
            Joi.object({
              id: id(),
              name: Joi.string().allow('').description('empty for who may not see rules'),
              enabled: Joi.boolean(),
              collection_id: id().allow(null).description('only for rows of this database'),
            }),
          ),
        }),
      },
    },
    handler: async (request) => {
      const { workspace_id } = loaded<{ workspace_id: number }>(request, 'page_id');
      return { buttons: await buttonChoices(request.ctx, workspace_id) };
    },
  }),
  route({
    method: 'POST',
    path: '/api/automations/{id}/run',
    rules: { access: can(automationPolicies.press, 'id', { refs: pressRefs }) },
    options: {
      id: 'automations.run',
      description:
        'Press the button of a rule: 200 with what came of it, 409 where it failed, 423 where a lock kept it from acting',
      plugins: { api: { statuses: [409, 423] } },
      validate: { params: params({ id: id() }), payload: pressBody },
    },
    handler: async (request, h) => {
      const made = await pressed(request);
      const [run] = await presentRuns(request.ctx, loaded<Rule>(request, 'id'), [made]);
      if (made.status !== 'error') return { ok: true, run };
      const { ctx } = request;
      const locked = await lockRefusal(ctx, made);
      if (!locked) return h.response({ ok: false, code: 'conflict', detail: run?.detail, run }).code(409);
      // Programs get it as code states it, people in their language.
      const detail = isBearer(request) ? locked.message : faultText(ctx.app.messages, ctx.locale, locked.message);
      return h.response({ ok: false, code: locked.code, detail, run }).code(locked.status);
    },
  }),
];
