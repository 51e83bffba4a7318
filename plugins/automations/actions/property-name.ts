// Properties as whoever writes a rule calls them, by id or by name; rules keep ids.
import Joi from 'joi';
import { id } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases, type Property, propertyNamed } from '../../databases/contract.ts';

const NAME_MAX = 200;

/** Names of keys of values; digits are an id, unless a property is called so. */
export const propertyKey = Joi.string().min(1).max(NAME_MAX);

export const settableProperty = Joi.alternatives()
  .conditional(Joi.string().pattern(/\D/), {
    // biome-ignore lint/suspicious/noThenProperty: a word of joi
    then: propertyKey,
    otherwise: id(),
  })
  .description('id or name of a property');

/** Finds one among those of a database that whoever saves the rule sees; undefined also where two could be meant. */
export async function propertyFinder(
  ctx: Ctx,
  collectionId: number,
): Promise<(key: string | number) => Property | undefined> {
  const properties = await ctx.use(databases).properties(ctx, collectionId);
  const byId = new Map(properties.map((one) => [one.id, one]));
  return (key) => propertyNamed({ byId, properties }, key);
}
