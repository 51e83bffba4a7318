// How much the agent was used, for administrators.
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { daysAgo } from '../../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { connectors } from '../../agent-connectors/contract.ts';
import { agentRunStore, type DayUse } from '../runs/run-store.ts';

const DAYS = 30;

/** Of everybody together, on the last 30 days that it was used on. */
export const usedByDay = (ctx: Ctx): Promise<DayUse[]> => agentRunStore.byDay(ctx, daysAgo(ctx.app, DAYS).slice(0, 10));

export const agentV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/admin/agent',
    rules: { access: { admin: true }, scope: 'admin' },
    options: {
      id: 'admin.agent',
      description:
        'Runs of the agent and the tokens of everybody by day (UTC), newest first, of the last 30 days; and connectors that failed when they were asked last',
      response: {
        schema: Joi.object({
          days: Joi.array()
            .items(
              Joi.object({
                day: Joi.string().required(),
                runs: Joi.number().integer().required(),
                tokens_in: Joi.number().integer().required(),
                tokens_out: Joi.number().integer().required(),
              }).meta({ title: 'AgentDay' }),
            )
            .required(),
          connector_errors: Joi.array()
            .items(
              Joi.object({
                id: Joi.number().integer().required(),
                user_id: Joi.number().integer().required().description('whose it is'),
                name: Joi.string().required(),
                kind: Joi.string().required(),
                detail: Joi.string().allow('').required(),
                probed_at: Joi.string().allow(null).required(),
              }).meta({ title: 'AgentConnectorError' }),
            )
            .required(),
        }),
      },
    },
    handler: async ({ ctx }) =>
      ({ days: await usedByDay(ctx), connector_errors: await ctx.use(connectors).faulty(ctx) }) as never,
  }),
];
