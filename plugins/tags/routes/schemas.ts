// What requests about tags carry, by either spelling of the colour.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { invalid } from '../../../core/http/problem.ts';
import { id } from '../../../core/http/schema-fields.ts';
import { UNDONE_MAX } from '../merging.ts';
import { tagColor, tagName, tidyName } from '../tag.ts';

const colors = { color: tagColor(), colour: tagColor() };

export const newTagBody = Joi.object({ name: tagName().required(), ...colors })
  .oxor('color', 'colour')
  .required();

export const tagBody = Joi.object({ name: tagName(), ...colors })
  .oxor('color', 'colour')
  .required();

const pageIds = (): Joi.ArraySchema => Joi.array().items(id()).max(UNDONE_MAX).unique().required();

export const mergedBody = Joi.object({
  name: tagName().required(),
  color: tagColor().required(),
  page_ids: pageIds(),
  added_ids: pageIds(),
}).required();

interface Given {
  name?: string;
  color?: string;
}

/** The values of such a body. @throws Problem validation_failed when nothing is to be changed */
export function givenIn(request: Request): Given {
  const { name, color, colour } = request.payload as Given & { colour?: string };
  if (name === undefined && color === undefined && colour === undefined)
    throw invalid(['body', 'name'], 'Field required', 'missing');
  return { name: name && tidyName(name), color: color ?? colour };
}

export const tagInput = (request: Request): Given & { name: string } => givenIn(request) as Given & { name: string };
