// Values that actions give to properties: what a property never takes is refused where the rule is saved.
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases } from '../../databases/contract.ts';
import { hasSigns } from '../runs/text-template.ts';

/** With ids for names of options; what signs such as `{title}` come to is not known yet. @throws Problem validation_failed */
export const checkedValue = async (
  ctx: Ctx,
  collectionId: number,
  [propertyId, value]: readonly [number, unknown],
  at: (string | number)[],
): Promise<unknown> =>
  hasSigns(value) ? value : ctx.use(databases).checkValue(ctx, collectionId, propertyId, value, at.slice(1));
