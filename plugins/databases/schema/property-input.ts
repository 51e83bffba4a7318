// What a property is to be, as clients send it: checked against its type and against what it names.
import Joi from 'joi';
import { invalid, Problem } from '../../../core/http/problem.ts';
import { uniqueKey } from '../../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import {
  buttonRules,
  type Config,
  type Option,
  type Property,
  type PropertyTypeName,
  type Validation,
} from '../contract.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { configChange, newVariants, validationChange } from './property-schema.ts';
import { propertyStore } from './property-store.ts';
import type { Schema } from './schema.ts';
import type { CollectionRow } from './store.ts';
import { isEmptyValue, ValueFault } from './types/property-type.ts';
import { configSchema, PROPERTY_TYPES, typeNamed, validationSchema } from './types/registry.ts';

export interface PropertyInput {
  name: string;
  type: PropertyTypeName;
  config?: object;
  validation?: object;
  group_name?: string;
  position?: number;
}

export type PropertyPatch = Partial<Omit<PropertyInput, 'type'>>;

export const PROPERTIES_MAX = 200;

const name = () =>
  Joi.string()
    .trim()
    .min(1)
    .max(100)
    .pattern(/^\P{Cc}*$/u)
    .messages({ 'string.pattern.base': '{{#label}} must be one line of text' });

const fields = {
  config: Joi.object().unknown().description('options, format, target of a relation: what the type is set up with'),
  validation: Joi.object().unknown().description('required, unique, min, max, min_length, max_length'),
  group_name: Joi.string().allow('').max(100),
  position: Joi.number().integer().min(0).max(PROPERTIES_MAX),
};

export const typeName = () =>
  Joi.valid(...PROPERTY_TYPES)
    .required()
    .example('number');
export const newPropertyKeys = { name: name().required(), type: typeName(), ...fields };
export const newPropertySchema = Joi.object(newPropertyKeys).meta({
  title: 'NewProperty',
  variants: newVariants,
});
export const propertyPatchKeys = {
  name: name(),
  ...fields,
  config: fields.config.meta({ documented: configChange }),
  validation: fields.validation.meta({ documented: validationChange }),
};

/** joi's faults as they would be had the route known the type. */
function checked<T>(part: string, schema: Joi.Schema, value: unknown): T {
  const result = schema.validate(value, { abortEarly: true, convert: true });
  const fault = result.error?.details[0];
  if (!fault) return result.value as T;
  throw invalid(['body', part, ...fault.path], fault.message.replace(/^"[^"]*" /, ''), 'value_error');
}

export const readValidation = (type: PropertyTypeName, given: object = {}): Validation => {
  const found = checked<Validation>('validation', validationSchema(typeNamed(type)), given);
  const { min, max, min_length, max_length } = found;
  if ((min !== undefined && max !== undefined && min > max) || (min_length ?? 0) > (max_length ?? Infinity))
    throw invalid(['body', 'validation'], 'has a least value above the greatest');
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== false));
};

const newOptionId = (): string => Math.random().toString(36).slice(2, 10);

/** New options get ids; those that are there keep theirs. */
const withIds = (options: Option[]): Option[] => options.map((one) => ({ ...one, id: one.id ?? newOptionId() }));

/** A configuration by the type alone. @throws Problem validation_failed */
export function readConfig(type: PropertyTypeName, given: object = {}): Config & { two_way?: boolean } {
  const config = checked<Config>('config', configSchema(typeNamed(type)), given);
  if (config.options) config.options = withIds(config.options);
  if (isEmptyValue(config.default)) delete config.default;
  else if (config.default !== undefined) config.default = readDefault(type, config);
  return config;
}

function readDefault(type: PropertyTypeName, config: Config): Config['default'] {
  const kind = typeNamed(type);
  if (kind.computed || kind.refs) throw invalid(['body', 'config', 'default'], 'is nothing that this type has');
  try {
    return kind.read(config.default, { id: 0, name: '', type, config, position: 0, group_name: '', validation: {} });
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    throw invalid(['body', 'config', 'default'], error.message);
  }
}

/** What is wrong with one of several properties is said of its place in the list of the body. */
export function faultAt(error: unknown, list: string, at: number | undefined): unknown {
  if (at === undefined || !(error instanceof Problem) || !error.extra.validation) return error;
  const validation = error.extra.validation.map(({ loc, ...fault }) => ({
    ...fault,
    loc: ['body', list, at, ...loc.slice(1)],
  }));
  return new Problem(error.code, error.message, { ...error.extra, validation });
}

export const nameTaken = (): Problem => invalid(['body', 'name'], 'is the name of another property');

export function requireFreeName(properties: Property[], wanted: string, except?: number): void {
  const key = uniqueKey(wanted);
  if (properties.some((one) => one.id !== except && uniqueKey(one.name) === key)) throw nameTaken();
}

/**
 * What a configuration names: the database of a relation, and what a rollup or a button looks at.
 * @throws Problem validation_failed, not_found, forbidden
 */
export async function checkNamed(ctx: Ctx, schema: Schema, type: PropertyTypeName, config: Config, self?: number) {
  if (type === 'relation') return checkRelation(ctx, schema, config as Config & { two_way?: boolean });
  if (type === 'rollup') return checkRollup(ctx, schema, config, self);
  if (typeNamed(type).isPressed) await checkButton(ctx, schema, config);
}

/** A way back is a property there, which takes an editor of that database, too. */
async function checkRelation(ctx: Ctx, { collection }: Schema, config: Config & { two_way?: boolean }): Promise<void> {
  const target = config.collection_id as number;
  const isOwn = target === collection.id;
  if (config.sub_items && !isOwn)
    throw invalid(['body', 'config', 'sub_items'], 'is for relations of a database to itself');
  if (isOwn) return;
  const role = config.two_way ? 'editor' : 'viewer';
  const subject = await ctx.app.access.require(
    ctx,
    { resource: 'collection', role, ...(config.two_way && { lock: true }) },
    target,
  );
  if ((subject.row as CollectionRow).workspace_id !== collection.workspace_id)
    throw invalid(['body', 'config', 'collection_id'], 'belongs to another workspace');
}

/** Computed from what is stored of related rows: what is filled from their pages is not. */
function isRolledUp({ type }: Property): boolean {
  const { pageColumn, isValueless } = typeNamed(type);
  return !pageColumn && !isValueless;
}

async function checkRollup(ctx: Ctx, schema: Schema, config: Config, self?: number): Promise<void> {
  const relation = schema.byId.get(config.relation_property_id as number);
  if (relation?.type !== 'relation')
    throw invalid(['body', 'config', 'relation_property_id'], 'names no relation of this database');
  const there = await visibleSchemaById(ctx, relation.config.collection_id as number);
  const target = there.byId.get(config.property_id as number);
  if (!target) throw invalid(['body', 'config', 'property_id'], 'names no property of the related database');
  if (!isRolledUp(target)) throw invalid(['body', 'config', 'property_id'], 'names a property that is not rolled up');
  if (target.config.is_volatile)
    throw invalid(['body', 'config', 'property_id'], 'names a formula that depends on who asks, when, or other pages');
  let next: Property | undefined = target;
  for (let depth = 0; next?.type === 'rollup'; depth++) {
    if (next.id === self || depth > 10)
      throw invalid(['body', 'config', 'property_id'], 'would make the rollup depend on itself');
    next = await propertyStore.byId(ctx, next.config.property_id as number);
  }
  if (next && next.id === self)
    throw invalid(['body', 'config', 'property_id'], 'would make the rollup depend on itself');
}

async function checkButton(ctx: Ctx, schema: Schema, { actions = [] }: Config): Promise<void> {
  for (const [index, { kind, property_id, values = {}, automation_id }] of actions.entries()) {
    if (kind === 'automation') {
      const [rules] = ctx.app.contributions(buttonRules);
      if (!rules) throw invalid(['body', 'config', 'actions', index], 'is nothing that this service can do');
      await rules.check(ctx, automation_id as number, schema.collection);
      continue;
    }
    const named = kind === 'set_property' ? [property_id as number] : Object.keys(values).map(Number);
    const wrong = named.some((one) => !schema.byId.has(one) || typeNamed(schema.byId.get(one)?.type as never).computed);
    if (wrong) throw invalid(['body', 'config', 'actions', index], 'names no property that can be set');
  }
}
