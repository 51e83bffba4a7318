// How much the agent was used, as a page of administrators.
import { type Route, route } from '../../../core/http/route.ts';
import { adminPages } from '../../admin/contract.ts';
import { limitsOf, modelSettings } from '../settings.ts';
import { usedByDay } from './v2.ts';

export const agentAdminRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/admin/agent',
    rules: { access: { admin: true }, html: true },
    options: { id: 'agent.admin-page' },
    async handler(request, h) {
      const { ctx } = request;
      const values = { model: modelSettings(ctx.app), limits: limitsOf(ctx.app), days: await usedByDay(ctx) };
      return ctx.use(adminPages).show(request, h, '/admin/agent', 'agent/admin', values);
    },
  }),
];
