// The service read-only for a while, and words over every page, as administrators switch them.
import Joi from 'joi';
import type { MaintenanceState } from '../../core/http/maintenance.ts';
import { invalid } from '../../core/http/problem.ts';
import { timestamp } from '../../core/http/schema-fields.ts';
import type { Ctx } from '../../core/kernel/context.ts';

export const BANNER_MAX = 300;

/** What is left out is off. @throws Problem validation_failed for an end that has passed */
export async function switchMaintenance(ctx: Ctx, wanted: Partial<MaintenanceState>): Promise<MaintenanceState> {
  const until = wanted.until ? new Date(wanted.until).toISOString() : null;
  if (until !== null && until <= ctx.now()) throw invalid(['body', 'until'], 'must be in the future', 'greater_than');
  await ctx.app.maintenance.set(ctx, { read_only: false, banner: '', ...wanted, until });
  return ctx.app.maintenance.state;
}

export const maintenanceBody = Joi.object({
  read_only: Joi.boolean().description('nothing can be changed, but by administrators on their pages'),
  banner: Joi.string().allow('').max(BANNER_MAX).description('words over every page'),
  until: timestamp().allow(null).description('when both end by themselves'),
})
  .required()
  .example({ banner: 'Moving to a larger machine on Friday' });

export const maintenanceSchema = Joi.object({
  read_only: Joi.boolean().required(),
  banner: Joi.string().required().allow(''),
  until: Joi.string().required().allow(null),
}).meta({ title: 'Maintenance' });
