// What others miss once pages are gone from where they were: gathered from those who know, for whoever means to do it.
import Joi from 'joi';
import type { Ctx } from '../../../core/kernel/context.ts';
import { deletionImpact, type PageLosses } from '../extension-points.ts';

export async function deletionImpactOf(ctx: Ctx, pageIds: number[]): Promise<PageLosses> {
  const found = await Promise.all(ctx.app.contributions(deletionImpact).map((find) => find(ctx, pageIds)));
  return {
    databases: found.flatMap(({ databases }) => databases ?? []),
    synced: found.flatMap(({ synced }) => synced ?? []),
  };
}

export const isEmptyImpact = ({ databases, synced }: PageLosses): boolean => !databases.length && !synced.length;

export const lossesSchema = Joi.object({
  databases: Joi.array()
    .items(
      Joi.object({
        title: Joi.string().required().allow(''),
        rows: Joi.number().required(),
        properties: Joi.array().items(Joi.string()).required(),
      }),
    )
    .required(),
  synced: Joi.array()
    .items(
      Joi.object({
        page_id: Joi.number().required(),
        title: Joi.string().required().allow(''),
        uses: Joi.number().required(),
        pages: Joi.array()
          .items(Joi.object({ id: Joi.number().required(), title: Joi.string().required().allow('') }))
          .required(),
      }),
    )
    .required(),
});
