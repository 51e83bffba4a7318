// Joi building blocks that every route shares, so that an id or a title is checked the same way everywhere.
import Joi from 'joi';
import { deception } from '../i18n/address-scripts.ts';
import type { QueryRole } from './route.ts';

export const MAX_ID = 2_147_483_647;

/** joi would also read 01, 1e3 and 0x1 as numbers. */
const decimal: Joi.CustomValidator = (value, helpers) =>
  typeof helpers.original === 'string' && !/^[1-9]\d{0,9}$/.test(helpers.original)
    ? helpers.error('number.base')
    : value;

interface Extended extends Joi.Root {
  named(): Joi.AnySchema;
}

/** joi asks a type for its JSON Schema by this hook, which its own declarations leave out. */
const namedType = (joi: Joi.Root): Joi.Extension & { jsonSchema(schema: Joi.Schema): object } => ({
  type: 'named',
  base: joi.any(),
  jsonSchema: (schema) => structuredClone((schema.describe() as Described).metas?.[0]?.jsonSchema ?? {}),
});

interface Described {
  metas?: { jsonSchema?: object }[];
}

const extended = Joi.extend(namedType) as Extended;

// Rules are never changed, only added to: those that hundreds of routes ask for are made once.
const ID = Joi.number().integer().min(1).max(MAX_ID).custom(decimal);
/** An id: 1…2147483647, in paths and queries as plain decimal (contract 2). */
export const id = (): Joi.NumberSchema => ID;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Bytes as base64, of at most so many characters; the pattern of joi's own rule overflows the stack on megabytes. */
export const base64 = (most?: number): Joi.StringSchema =>
  (most === undefined ? Joi.string() : Joi.string().max(most)).custom((value: string, helpers) =>
    BASE64.test(value) && value.length % 4 !== 1 ? value : helpers.error('string.base64'),
  );

/** An id in a multipart body, whose fields are texts. */
export const textId = (): Joi.AlternativesSchema =>
  Joi.alternatives(
    id(),
    Joi.string()
      .pattern(/^[1-9]\d{0,9}$/, 'id')
      .custom((value: string, helpers) =>
        Number(value) > MAX_ID ? helpers.error('number.max', { limit: MAX_ID }) : value,
      )
      .description('an id'),
  );

/** A file in a multipart body. */
export const file = (): Joi.ObjectSchema => Joi.object().unknown().meta({ file: true });

/** Path parameters, all required. */
export const params = (names: Record<string, Joi.Schema>): Joi.ObjectSchema =>
  Joi.object(Object.fromEntries(Object.entries(names).map(([name, schema]) => [name, schema.required()])));

/** A flag that JSON shows as 0/1; true and false are taken too. */
export const flag = (): Joi.AlternativesSchema => Joi.alternatives(Joi.valid(0, 1), Joi.boolean());

/** A switch in a query string: true, false, 1 or 0. */
export const toggle = (): Joi.BooleanSchema => Joi.boolean().truthy('1').falsy('0');

/** `?permanent=true` of a DELETE: removes what is in the trash already, which is for owners. */
export const permanentQuery = (): Joi.ObjectSchema =>
  Joi.object({
    permanent: toggle().default(false).description('remove permanently what is in the trash; needs the role owner'),
  });
export const permanently: QueryRole = { query: 'permanent', role: 'owner' };

/** A list of ids as a comma list in the query, e.g. `ids=1,2`. At most 200. */
export const idList = (): Joi.StringSchema =>
  Joi.string().custom((value: string) => {
    const parts = value.split(',').filter(Boolean);
    if (parts.length > 200) throw new Error('names more than 200 ids');
    if (parts.some((part) => !/^[1-9]\d{0,9}$/.test(part) || Number(part) > MAX_ID))
      throw new Error('must be a list of ids with commas between them');
    return parts.map(Number);
  });

/** Line ends and other control characters, and signs that turn the direction of the text after them. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

const TITLE = Joi.string()
  .min(1)
  .max(500)
  .custom((value: string, helpers) => {
    const line = value.replace(UNSEEN, ' ').trim();
    return /[^\s\p{Cf}]/u.test(line) ? line : helpers.error('string.empty');
  });
/** One line without blanks around it; refused when nothing of it can be seen. */
export const title = (): Joi.StringSchema => TITLE;
const NAME = Joi.string()
  .min(1)
  .pattern(/^\P{Cc}*[^\s\p{Cc}]\P{Cc}*$/u)
  .messages({ 'string.pattern.base': '{{#label}} must be one line of text' });
/** Of a person, a workspace, a token: one line, not blank. */
export const name = (max = 200): Joi.StringSchema => NAME.max(max);
/** What forms without scripts carry instead of a header; it is checked before the body is. */
export const csrf = Joi.string().allow('');
/** Of an account that may be older than the rules for new addresses. */
export const knownEmail = (): Joi.StringSchema => Joi.string().email({ tlds: false }).max(254);
/** An address that somebody brings: none that passes for another one. */
export const email = (): Joi.StringSchema =>
  knownEmail().custom((value: string) => {
    const fault = deception(value);
    if (fault) throw new Error(fault);
    return value;
  });
export const timestamp = (): Joi.StringSchema => Joi.string().isoDate();

const PAGING = {
  page: Joi.number().integer().min(1).max(1_000_000).default(1),
  limit: Joi.number().integer().min(1).max(100).default(50),
};
/** Where a list in the order of ids goes on. */
export const recordCursor = (): Joi.NumberSchema =>
  id().description('X-Next-Cursor of the answer before, for what is behind it, instead of a page');
/** `page` and `limit` of v2 lists. */
export const paging = (extra: Record<string, Joi.Schema> = {}): Joi.ObjectSchema => Joi.object({ ...PAGING, ...extra });

/**
 * A recursive schema that JSON Schema conversion cannot follow: `check` validates, `jsonSchema` documents. The OpenAPI
 * document keeps it as a component under its title, to which `jsonSchema` may refer: `#/components/schemas/<title>`.
 * @param check returns the value to use, or throws an Error whose message becomes the validation message
 */
export const named = <T>(title: string, check: (value: unknown) => T, jsonSchema: object): Joi.Schema =>
  extended
    .named()
    .custom((value) => check(value))
    .meta({ title, jsonSchema });
