// The button in the browser's JSON (specification, Automations).
import { loaded } from '../../../core/access/access-control.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import type { Rule } from '../model.ts';
import { pressBody, pressed, pressRefs } from '../runs/press-request.ts';
import { presentRuns } from '../runs/visible-runs.ts';

export const browserRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/automations/{id}/run',
    rules: { access: { role: 'viewer', resource: 'automation', param: 'id', refs: pressRefs } },
    options: {
      id: 'automations.run',
      description: 'Press the button of a rule: 200 with what came of it, 409 where it failed',
      plugins: { api: { statuses: [409] } },
      validate: { params: params({ id: id() }), payload: pressBody },
    },
    handler: async (request, h) => {
      const made = await pressed(request);
      const [run] = await presentRuns(request.ctx, loaded<Rule>(request, 'id'), [made]);
      return h.response({ ok: made.status !== 'error', run }).code(made.status === 'error' ? 409 : 200);
    },
  }),
];
