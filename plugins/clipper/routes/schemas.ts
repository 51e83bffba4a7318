// What requests of the clipper hold, and how its answers look.
import Joi from 'joi';
import { base64, id, name } from '../../../core/http/schema-fields.ts';
import { CLIP_PICTURES_MAX, CLIP_TYPES } from '../clips/clip-input.ts';

const MIB = 1024 * 1024;
/** Of a clip as JSON. */
export const CLIP_BODY_MAX = 16 * MIB;
const IMAGE_MAX = 8 * MIB;
const PICTURES_MAX = 12 * MIB;

const bytesOf = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4);

/** Browsers give pictures of what they show as addresses that hold them. */
const PICTURE_ADDRESS = /^data:image\/[a-z+.-]{1,20};base64,/;

const pictureText = (most: number): Joi.StringSchema =>
  Joi.string()
    .custom((text: string) => text.replace(PICTURE_ADDRESS, ''))
    .concat(base64(Math.ceil((most * 4) / 3) + 4))
    .messages({ 'string.max': `{{#label}} must have at most ${most / MIB} MiB` });

const webAddress = () => Joi.string().min(1).max(10_000).example('https://example.org/articles/lighthouses');
const short = (most = 300) => Joi.string().allow('').max(most);

const facts = Joi.object({
  author: short(),
  site: short(),
  published: short(100).description('as the page says it').example('2026-11-20'),
  canonical: Joi.string()
    .max(2048)
    // As browsers read addresses, which is less strict than their standard.
    .custom((text: string, { error }) =>
      /^https?:/i.test(text) && URL.canParse(text) ? text : error('string.uriCustomScheme', { scheme: 'http|https' }),
    )
    .example('https://example.org/articles/lighthouses'),
  description: short(5000),
  language: short(50),
  reading_minutes: Joi.number().integer().min(0).max(10_000),
}).description('what is known of the page: a line above the text, and values of a row');

export const highlightFields = {
  exact: Joi.string().min(1).max(10_000).description('the words, paragraphs parted by line breaks'),
  prefix: short().description('words in front of them, where they stand on the page several times'),
  suffix: short(),
  note: short(5000),
};

const highlight = Joi.object({ ...highlightFields, exact: highlightFields.exact.required() });

const pictures = Joi.array()
  .items(Joi.object({ url: Joi.string().max(2048).required(), data: pictureText(PICTURES_MAX).required() }))
  .max(CLIP_PICTURES_MAX)
  .custom((list: { data: string }[], { error }) =>
    list.reduce((sum, { data }) => sum + bytesOf(data), 0) > PICTURES_MAX ? error('array.max') : list,
  )
  .messages({ 'array.max': `{{#label}} must be at most ${CLIP_PICTURES_MAX}, of at most 12 MiB altogether` })
  .description('base64 of pictures that only who looks at the page may see; the service fetches all others');

const tags = Joi.array().items(Joi.string().trim().min(1).max(100)).max(50);

export const clipBody = Joi.object({
  client_id: Joi.string().min(1).max(100).description('a repeated one is answered as the first, and costs nothing'),
  clip_type: Joi.valid(...CLIP_TYPES).default('article'),
  source_url: webAddress().required(),
  title: Joi.string().allow('').max(500).example('On lighthouses'),
  html: Joi.string().allow('').description('of what is to be kept, not of the whole page'),
  markdown: Joi.string().allow(''),
  image: pictureText(IMAGE_MAX).description(
    'PNG or JPEG of a screenshot, at most 8 MiB: base64, also as a data: address',
  ),
  workspace_id: id(),
  parent_id: id(),
  collection_id: id().description('a database; title, address and date fill themselves'),
  values: Joi.object().pattern(Joi.string(), Joi.any()).description('of the row, by id or name of the property'),
  page_id: id().description('a page into which the clip comes'),
  place: Joi.valid('append', 'prepend'),
  tags,
  highlights: Joi.array().items(highlight).max(200),
  properties: facts,
  pictures,
})
  .required()
  .meta({ exclusive: ['page_id', 'parent_id', 'collection_id', 'workspace_id', 'values', 'place'] })
  .example({
    ...{ clip_type: 'article', source_url: 'https://example.org/articles/lighthouses', title: 'On lighthouses' },
    ...{ html: '<h2>History</h2><p>The first one stood at Alexandria.</p>', tags: ['reading'] },
  });

/** Every place that a clip may name; `resolveClipTarget` asks for the right that is needed there. */
export const CLIP_PLACES = ['workspace_id', 'parent_id', 'collection_id', 'page_id'];

export const quotaSchema = Joi.object({
  limit: Joi.number().integer().required().example(50),
  remaining: Joi.number().integer().required(),
  reset: Joi.number().integer().required().description('seconds until it is whole again'),
}).meta({ title: 'ClipQuota' });

export const takenSchema = Joi.object({
  ok: Joi.valid(true).required(),
  id: Joi.number().integer().required(),
  page_id: Joi.number().integer().allow(null).required().description('null: the page has gone since a repeated clip'),
  url: Joi.string().allow(null).required(),
  quota: quotaSchema.required(),
  repeated: Joi.valid(true),
});

export const clipSchema = Joi.object({
  id: Joi.number().integer().required(),
  clip_type: Joi.valid(...CLIP_TYPES).required(),
  source_url: Joi.string().required(),
  title: Joi.string().allow('').required(),
  page_id: Joi.number().integer().allow(null).required().description('null: gone, or hidden from you by now'),
  workspace_id: Joi.number().integer().allow(null).required(),
  url: Joi.string().allow(null).required(),
  path: Joi.array().items(Joi.string().allow('')).required(),
  state: Joi.valid('reading', 'done', 'failed').required().description('reading: the service still fetches it'),
  error: Joi.string().allow('').required(),
  device_id: Joi.number().integer().allow(null).required(),
  created_at: Joi.string().required(),
}).meta({ title: 'Clip' });

export const pairedDeviceSchema = Joi.object({
  id: Joi.number().integer().required(),
  extension_name: Joi.string().required().example('clipper'),
  device_id: Joi.string().required(),
  device_name: Joi.string().allow('').required().example('Firefox on Linux'),
  scopes: Joi.string().required().example('read,write'),
  current: Joi.boolean().required(),
  last_used_at: Joi.string().allow(null).required(),
  created_at: Joi.string().required(),
}).meta({ title: 'ExtensionDevice' });

export const clipperStatusSchema = Joi.object({
  ok: Joi.valid(true).required(),
  user: Joi.object({
    id: Joi.number().integer().required(),
    login: Joi.string().required(),
    full_name: Joi.string().allow('').required(),
    email: Joi.string().required(),
  }).required(),
  device: pairedDeviceSchema
    .allow(null)
    .required()
    .description('null for sessions and API tokens')
    .meta({ title: 'CallingDevice' }),
  scopes: Joi.string().required(),
  quota: quotaSchema.required(),
}).meta({ title: 'ClipperStatus' });

const opaque = (most = 100) =>
  Joi.string()
    .min(8)
    .max(most)
    .pattern(/^[\w-]+$/);

export const pairingBody = Joi.object({
  device_id: opaque().required().description('made by the extension, once').example('4f9c2d1e-browser'),
  device_name: name(100).required().example('Firefox on Linux'),
  extension_name: Joi.string().pattern(/^[a-z][a-z0-9-]{0,49}$/),
  challenge: Joi.string()
    .length(43)
    .pattern(/^[\w-]+$/)
    .required()
    .description('base64url of the SHA-256 of the verifier')
    .example('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
}).required();

export const clipTemplateSchema = Joi.object({
  name: name(100).required().example('Recipes'),
  sites: Joi.array()
    .items(Joi.string().min(1).max(200))
    .max(50)
    .description('beginnings of addresses')
    .example(['*.example.org/recipes']),
  clip_type: Joi.valid(...CLIP_TYPES),
  title: Joi.string().max(500).example('{{title}} ({{site}})'),
  workspace_id: id(),
  parent_id: id(),
  collection_id: id(),
  tags,
  values: Joi.object().pattern(Joi.string(), Joi.any()),
}).meta({ exclusive: ['workspace_id', 'parent_id', 'collection_id', 'values'] });
