// What a tag is: a name of its owner's own, and a colour of the palette.
import Joi from 'joi';
import { PALETTE } from '../blocks/value-rules.ts';

export const NAME_MAX = 100;

/** As contract 10 has it. */
export interface Tag {
  id: number;
  name: string;
  color: string;
  /** pages that the owner sees and that carry it */
  count: number;
}

/** Signs that turn the direction of what is written beside a tag. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** How a name is kept: lists of tags in an address are parted by commas, so no name holds one. */
export const tidyName = (given: string): string =>
  given
    .replace(TURNING, '')
    .replace(/[,\s]+/g, ' ')
    .trim();

export const tagName = (): Joi.StringSchema =>
  Joi.string()
    .min(1)
    .max(NAME_MAX)
    .pattern(/^[^\p{Cc},]*[^\s\p{C},][^\p{Cc},]*$/u)
    .messages({ 'string.pattern.base': '{{#label}} must be one line of text without commas' });

/** A name of the palette; colours of other programs are taken as they are and shown in the nearest of it. */
export const tagColor = (): Joi.AlternativesSchema =>
  Joi.alternatives(Joi.valid(...PALETTE), Joi.string().pattern(/^#[0-9a-fA-F]{6}$/)).messages({
    'alternatives.match': '{{#label}} takes a name of the palette or #rrggbb',
  });
