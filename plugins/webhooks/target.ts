// Where a hook sends to, and the headers that it sends beside its own: checked before they are kept.
import Joi from 'joi';
import type { Ctx } from '../../core/kernel/context.ts';

const HEADERS_MAX = 10;
/** Ours, or the connection's. */
const TAKEN =
  /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|date|user-agent|content-.*|webhook-.*)$/i;

export const urlSchema = Joi.string()
  .max(2000)
  // Of another scheme than the web's: refused with all others that may not be reached, and not here.
  .custom((value: string, helpers) => (URL.canParse(value) ? value : helpers.error('string.uri')))
  .messages({ 'string.uri': '{{#label}} must be a web address' })
  .description('where messages are posted to')
  .example('https://example.org/hooks/commonplace');

export const headersSchema = Joi.object()
  .pattern(
    Joi.string()
      .pattern(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/)
      .pattern(TAKEN, { invert: true }),
    Joi.string()
      .allow('')
      .max(1000)
      .pattern(/^[\x20-\x7e]*$/)
      .messages({ 'string.pattern.base': '{{#label}} must be plain letters and signs on one line' }),
  )
  .max(HEADERS_MAX)
  .messages({ 'object.unknown': '{{#label}} is not the name of a header that can be set here' })
  .description('sent beside those of the message; kept encrypted and never shown. At most 10')
  .example({ 'x-team': 'docs' });

/** @throws Problem private_url for what is not public, by its name or by what that stands for */
export async function checkTarget(ctx: Ctx, url: string): Promise<void> {
  await ctx.app.outbound.checkName(url);
}

/** A secret belongs to the origin it was given for. */
export const sameOrigin = (a: string, b: string): boolean => new URL(a).origin === new URL(b).origin;
