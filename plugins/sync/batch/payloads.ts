// What each kind of change carries. Ids may be those that the device gave to what it made itself.
import Joi from 'joi';
import { Problem } from '../../../core/http/problem.ts';
import { base64, flag, id, title } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Databases, databases } from '../../databases/contract.ts';
import { tagName, tidyName } from '../../tags/contract.ts';
import { ENTRY_TYPES, type EntryType } from '../model.ts';

/** An id, or the client_id of the change that makes the thing. */
export type ClientReference = number | string;

export interface PageFields {
  title?: string;
  page_icon?: string;
  cover_url?: string;
  full_width?: 0 | 1;
  font_small?: 0 | 1;
  /** by property id */
  values?: Record<string, unknown>;
  calendar?: Record<string, unknown> | null;
  tags?: string[];
  /** tags that are put on and taken off, whatever others there are by now */
  add_tags?: string[];
  remove_tags?: string[];
  favorite?: boolean;
}

export interface CollectionFields {
  name?: string;
  icon?: string;
  description?: string;
}

export interface Payloads {
  page_create: {
    workspace_id: number;
    parent_id?: ClientReference | null;
    title: string;
    page_icon?: string;
    /** the text that was written, as one update or several that belong together */
    update?: string | string[];
    schema_version?: number;
    collection_id?: ClientReference;
    values?: Record<string, unknown>;
    template_id?: number | null;
  };
  page_update: { id: ClientReference; fields: PageFields; base?: PageFields };
  page_move: { id: ClientReference; parent_id: ClientReference | null; position?: number };
  page_delete: { id: ClientReference };
  collection_create: {
    workspace_id: number;
    parent_id?: ClientReference | null;
    title: string;
    icon?: string;
    description?: string;
    properties?: { name: string; type: string }[];
  };
  collection_update: {
    id: ClientReference;
    fields?: CollectionFields;
    base?: CollectionFields;
    add_properties?: { name: string; type: string }[];
    add_views?: { name: string; kind: 'table' }[];
  };
  collection_delete: { id: ClientReference };
}

const UPDATES_MAX = 1000;

const named = () => Joi.alternatives(id(), Joi.string().pattern(/^[\x21-\x7e]{1,100}$/));
const icon = () => Joi.string().allow('').max(200);
const tags = () => Joi.array().items(tagName().custom(tidyName)).max(100);
const values = () => Joi.object().pattern(/^[1-9]\d{0,9}$/, Joi.any());
const place = { workspace_id: id().required(), parent_id: named().allow(null), title: title().required() };
const looks = {
  page_icon: Joi.string().allow('').max(100),
  cover_url: Joi.string().allow('').max(300),
  full_width: flag().custom(Number),
  font_small: flag().custom(Number),
};
const pageFields = {
  ...looks,
  title: title(),
  values: values(),
  tags: tags(),
  add_tags: tags(),
  remove_tags: tags(),
  favorite: Joi.boolean(),
};
const collectionFields = {
  name: Joi.string().trim().min(1).max(500),
  icon: icon(),
  description: Joi.string().allow('').max(10_000),
};
/** What a device has seen is not checked: it is only compared. */
const baseOf = (fields: object) => Joi.object(Object.fromEntries(Object.keys(fields).map((name) => [name, Joi.any()])));

const pageSchemas = (calendar: Joi.Schema) => ({
  page_create: Joi.object({
    ...place,
    title: title().required().allow(''),
    page_icon: looks.page_icon,
    update: Joi.alternatives(base64(), Joi.array().items(base64()).min(1).max(UPDATES_MAX)),
    schema_version: Joi.number().integer().min(1),
    collection_id: named(),
    values: values(),
    template_id: id().allow(null),
  })
    .oxor('parent_id', 'collection_id')
    .oxor('update', 'template_id')
    .with('values', 'collection_id')
    .with('schema_version', 'update'),
  page_update: Joi.object({
    id: named().required(),
    fields: Joi.object({ ...pageFields, calendar })
      .min(1)
      .without('tags', ['add_tags', 'remove_tags'])
      .required(),
    base: baseOf({ ...pageFields, calendar }),
  }),
  page_move: Joi.object({
    id: named().required(),
    parent_id: named().allow(null).required(),
    position: Joi.number().integer().min(0).max(1_000_000),
  }),
  page_delete: Joi.object({ id: named().required() }),
});

const collectionSchemas = ({ property, view }: Omit<Bodies, 'calendar'>) => ({
  collection_create: Joi.object({
    ...place,
    icon: icon(),
    description: collectionFields.description,
    properties: Joi.array().items(property).max(50),
  }),
  collection_update: Joi.object({
    id: named().required(),
    fields: Joi.object(collectionFields).min(1),
    base: baseOf(collectionFields),
    add_properties: Joi.array().items(property).min(1).max(50),
    add_views: Joi.array().items(view).min(1).max(20),
  }).or('fields', 'add_properties', 'add_views'),
  collection_delete: Joi.object({ id: named().required() }),
});

type Bodies = ReturnType<Databases['bodies']>;
/** Made for the first change that comes: few processes ever take one. */
let schemas: Record<EntryType, Joi.ObjectSchema> | undefined;

function makeSchemas({ calendar, ...bodies }: Bodies): Record<EntryType, Joi.ObjectSchema> {
  return { ...pageSchemas(calendar), ...collectionSchemas(bodies) };
}

/** @throws Problem validation_failed */
export function requireEntryType(type: string): asserts type is EntryType {
  if (!ENTRY_TYPES.some((one) => one === type))
    throw new Problem('validation_failed', `type must be one of ${ENTRY_TYPES.join(', ')}`);
}

/** @throws Problem validation_failed naming the field and the rule */
export function payloadOf<Type extends EntryType>(ctx: Ctx, type: Type, given: unknown): Payloads[Type] {
  schemas ??= makeSchemas(ctx.use(databases).bodies());
  const { value, error } = schemas[type].validate(given);
  if (!error) return value;
  throw new Problem('validation_failed', `${type}: ${error.message}`);
}
