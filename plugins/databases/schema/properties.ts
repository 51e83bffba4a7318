// Use cases of properties: make, change, order and delete them; each is a change of the schema that others are told of.

import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import type { Config, Option, Property } from '../contract.ts';
import { announceSchema, otherSide } from '../notifications.ts';
import { buildSchemaDelta, type SchemaDelta } from '../schema-change/change.ts';
import { changeSchema, type StartedJob, startChange } from '../schema-change/start-change.ts';
import { builtInProperty, progress } from '../templates/built-in.ts';
import { requireAllRows } from '../visibility/all-rows-check.ts';
import { visibleSchema, visibleSchemaById } from '../visibility/visible-schema.ts';
import { readFormula, shownProperty } from './formula-properties.ts';
import {
  checkNamed,
  PROPERTIES_MAX,
  type PropertyInput,
  type PropertyPatch,
  readConfig,
  readValidation,
  requireFreeName,
} from './property-input.ts';
import { propertyStore } from './property-store.ts';
import { fullSchemaById, type Schema } from './schema.ts';
import { typeNamed } from './types/registry.ts';

/** A property of this database. @throws Problem not_found */
export function requireProperty(schema: Schema, id: number): Property {
  const found = schema.byId.get(id);
  if (!found) throw notFound();
  return found;
}

/**
 * Adds one without telling anybody: what `createProperty` and the making of a database share. It names only what its
 * maker sees of the database.
 */
export async function insertProperty(
  ctx: Ctx,
  schema: Schema,
  input: PropertyInput,
  seen: Schema = schema,
): Promise<Property> {
  const { two_way, reverse_name, ...made } = await readProperty(ctx, schema, input, seen);
  const property = { id: await propertyStore.insert(ctx, schema.collection.id, made), ...made };
  if (made.type === 'relation' && (two_way || made.config.sub_items))
    await insertReverse(ctx, schema, property, reverse_name);
  if (input.position !== undefined)
    await place(ctx, [...schema.properties, property], seen, property.id, input.position);
  return property;
}

type ReadProperty = Omit<Property, 'id'> & { two_way?: boolean; reverse_name?: string };

/** What it would be in this database, behind what is there. @throws Problem validation_failed, conflict */
export async function readProperty(
  ctx: Ctx,
  schema: Schema,
  input: PropertyInput,
  seen: Schema = schema,
): Promise<ReadProperty> {
  const { type } = input;
  if (schema.properties.length >= PROPERTIES_MAX)
    throw new Problem('conflict', `A database has at most ${PROPERTIES_MAX} properties.`);
  requireFreeName(seen.properties, input.name);
  if (typeNamed(type).single && schema.properties.some((one) => one.type === type))
    throw invalid(['body', 'type'], 'is there already, and a database has one of it');
  const given = typeNamed(type).hasStates ? withStates(ctx, input.config) : input.config;
  const { two_way, reverse_name, ...config } = readConfig(type, given) as Config & {
    two_way?: boolean;
    reverse_name?: string;
  };
  await checkNamed(ctx, seen, type, { ...config, two_way } as Config);
  const whole = type === 'formula' ? readFormula(seen, config) : subItems(config);
  const last = Math.max(-1, ...schema.properties.map(({ position }) => position));
  return {
    name: input.name,
    type,
    config: whole,
    position: last + 1,
    group_name: input.group_name ?? '',
    validation: readValidation(type, input.validation),
    two_way,
    reverse_name,
  };
}

/** A status that names no states has the usual ones. */
function withStates(ctx: Ctx, config: Config = {}): Config {
  if (config.options) return config;
  const states = builtInProperty(ctx.app.messages.in(ctx.locale), {
    word: 'status',
    type: 'status',
    options: progress,
  });
  return { ...config, options: states.config.options as Option[] };
}

/** Clients say true; what is kept says on which side of the relation the property stands. */
const subItems = (config: Config): Config =>
  config.sub_items ? { ...config, sub_items: 'children', multiple: true } : withoutSubItems(config);

function withoutSubItems({ sub_items: _none, ...config }: Config): Config {
  return config;
}

/** The property that shows the way back, in the database at the other end. */
async function insertReverse(ctx: Ctx, schema: Schema, property: Property, wanted?: string): Promise<void> {
  const { config } = property;
  const there =
    config.collection_id === schema.collection.id ? schema : await fullSchemaById(ctx, config.collection_id as number);
  const parent = ctx.app.messages.text(ctx.locale, 'databases.parent_item');
  const names = new Set([...there.properties, property].map(({ name }) => name.toLowerCase()));
  let name = wanted ?? (config.sub_items ? parent : schema.collection.name || property.name);
  for (let count = 2, base = name.slice(0, 90); names.has(name.toLowerCase()); count++) name = `${base} ${count}`;
  const back: Omit<Property, 'id'> = {
    name,
    type: 'relation',
    config: {
      collection_id: schema.collection.id,
      reverse_property_id: property.id,
      multiple: !config.sub_items,
      ...(config.sub_items ? { sub_items: 'parent' } : {}),
    },
    position: Math.max(...there.properties.map(({ position }) => position)) + 2,
    group_name: '',
    validation: {},
  };
  const id = await propertyStore.insert(ctx, there.collection.id, back);
  property.config = { ...config, reverse_property_id: id };
  await propertyStore.change(ctx, property.id, { config: property.config });
  if (there !== schema) await announceSchema(ctx, there, ['schema']);
}

/** `position` counts what the actor sees of the others. */
async function place(ctx: Ctx, properties: Property[], seen: Schema, id: number, position: number): Promise<void> {
  const others = properties.filter((one) => one.id !== id);
  const moved = properties.find((one) => one.id === id) as Property;
  const next = others.filter((one) => seen.byId.has(one.id))[position];
  const order = others.toSpliced(next ? others.indexOf(next) : others.length, 0, moved);
  for (const [at, one] of order.entries())
    if (one.position !== at) await propertyStore.change(ctx, one.id, { position: at });
}

/** What is computed comes to be there when all rows have it. */
const creation =
  (input: PropertyInput) =>
  async (tx: Ctx, schema: Schema): Promise<SchemaDelta> => {
    const property = await insertProperty(tx, schema, input, await visibleSchema(tx, schema));
    const isComputed = property.type === 'rollup' || property.type === 'formula';
    return buildSchemaDelta(schema.collection.id, { shown: [property.id], touched: isComputed ? [property.id] : [] });
  };

/** The caller's right on the database has been checked by access. @throws Problem validation_failed, conflict */
export async function createProperty(ctx: Ctx, collectionId: number, input: PropertyInput): Promise<Property> {
  return ctx.tx(async (tx) => {
    const { change } = await changeSchema(tx, collectionId, creation(input));
    return shownProperty(await visibleSchemaById(tx, collectionId), change.shown[0] as number);
  });
}

/** The same, as a job where many rows are to be filled. */
export async function startProperty(
  ctx: Ctx,
  collectionId: number,
  input: PropertyInput,
): Promise<Property | StartedJob> {
  return ctx.tx(async (tx) => {
    const started = await startChange(tx, collectionId, creation(input));
    if ('job' in started) return started;
    return shownProperty(await visibleSchemaById(tx, collectionId), started.change.shown[0] as number);
  });
}

export interface PropertyChangeResult {
  property: Property;
  /** with which `undoChange` takes back what values were lost */
  undo: number | null;
}

/** @throws Problem not_found, validation_failed, version_conflict, forbidden, conflict when values are not unique */
export async function changeProperty(
  ctx: Ctx,
  collectionId: number,
  id: number,
  patch: PropertyPatch,
): Promise<PropertyChangeResult> {
  return ctx.tx(async (tx) => {
    const { undo } = await changeSchema(tx, collectionId, modification(id, patch));
    return { property: shownProperty(await visibleSchemaById(tx, collectionId), id), undo };
  });
}

/** The same, as a job where many rows are to be filled. */
export async function startPropertyChange(
  ctx: Ctx,
  collectionId: number,
  id: number,
  patch: PropertyPatch,
): Promise<PropertyChangeResult | StartedJob> {
  return ctx.tx(async (tx) => {
    const started = await startChange(tx, collectionId, modification(id, patch));
    if ('job' in started) return started;
    return { property: shownProperty(await visibleSchemaById(tx, collectionId), id), undo: started.undo };
  });
}

const modification =
  (id: number, patch: PropertyPatch) =>
  async (tx: Ctx, schema: Schema): Promise<SchemaDelta> => {
    const seen = await visibleSchema(tx, schema);
    const property = requireProperty(schema, id);
    const { name, group_name, position } = patch;
    if (name !== undefined) requireFreeName(seen.properties, name, id);
    const config = patch.config && (await changedConfig(tx, seen, property, patch.config));
    const validation = patch.validation && readValidation(property.type, patch.validation);
    const named = {
      ...(name === undefined ? {} : { name }),
      ...(group_name === undefined ? {} : { group_name }),
    };
    if (Object.keys(named).length) await propertyStore.change(tx, id, named);
    if (position !== undefined) await place(tx, schema.properties, seen, id, position);
    if (!config && !validation) return buildSchemaDelta(schema.collection.id, {});
    const next = { ...property, ...named, ...(config ? { config } : {}), ...(validation ? { validation } : {}) };
    const change = followed(property, next);
    if (change.kept) await requireAllRows(tx, schema.collection, 'delete');
    return buildSchemaDelta(schema.collection.id, { next: [next], ...change });
  };

/** What rows have to follow of a property that is set up in another way. */
function followed(before: Property, next: Property): Partial<SchemaDelta> {
  const idsIn = ({ config }: Property) => (config.options ?? []).map((one) => one.id);
  const [was, is] = [idsIn(before), idsIn(next)];
  const dropped = was.filter((id) => !is.includes(id));
  const isOrdered = JSON.stringify(was) === JSON.stringify(is.slice(0, was.length));
  const isComputed = before.type === 'formula' || before.type === 'rollup';
  const means = ({ config: { options, prefix, ...rest } }: Property) =>
    JSON.stringify([options, prefix, isComputed && rest]);
  const [wasUnique, isUnique] = [before.validation.unique === true, next.validation.unique === true];
  return {
    made: isOrdered ? {} : { [next.id]: { kind: 'options' } },
    touched: means(before) === means(next) ? [] : [next.id],
    ...(wasUnique !== isUnique || (isUnique && dropped.length) ? { claims: next.id } : {}),
    ...(dropped.length ? { kept: { kind: 'options', before } } : {}),
  };
}

/** Keys that a patch does not name stay; where a relation leads never changes. */
async function changedConfig(ctx: Ctx, schema: Schema, property: Property, patch: object): Promise<Config> {
  const { reverse_property_id, sub_items, ...kept } = property.config;
  const given = Object.fromEntries(Object.entries({ ...kept, ...patch }).filter(([, value]) => value !== null));
  const fixed = { reverse_property_id, sub_items } as Config;
  const { two_way, reverse_name, ...config } = readConfig(property.type, given) as Config & {
    two_way?: boolean;
    reverse_name?: string;
  };
  if (property.type === 'relation' && (config.collection_id !== kept.collection_id || two_way || reverse_name))
    throw invalid(['body', 'config'], 'of a relation keeps its database and its way back');
  if (reverse_property_id && config.multiple !== kept.multiple)
    throw invalid(['body', 'config', 'multiple'], 'stays as it is while the relation goes both ways');
  await checkNamed(ctx, schema, property.type, config, property.id);
  if (property.type === 'formula') return readFormula(schema, config, property.id);
  return Object.fromEntries(Object.entries({ ...config, ...fixed }).filter(([, value]) => value !== undefined));
}

/** What would be gone with a property, or with one option of it. */
export interface SchemaImpact {
  /** live rows that have a value */
  rows: number;
  /** names of views that filter, sort or group by it */
  views: string[];
  /** names of properties that are computed from it, or go with it */
  properties: string[];
  /** whoever it names has a role on the row by it, and would lose that */
  opens: boolean;
}

/**
 * Takes it away with its values, and the way back of a relation with it; all can be brought back.
 * @throws Problem not_found, conflict, forbidden for who does not see all rows that have values of it
 */
export async function deleteProperty(
  ctx: Ctx,
  collectionId: number,
  id: number,
): Promise<{ undo: number } | StartedJob> {
  const { collection } = await fullSchemaById(ctx, collectionId);
  return ctx.tx(async (tx) => {
    // Rights end with it, and whoever changes rights holds the tree before anything else.
    await tx.use(pages).lockTree(tx, collection.workspace_id);
    const started = await startChange(tx, collectionId, async (_held, schema) => {
      const property = requireProperty(schema, id);
      if (property.type === 'title')
        throw new Problem('conflict', 'Every database keeps the property that holds its titles.');
      if (!typeNamed(property.type).computed)
        for (const one of [collectionId, ...otherSide(schema, property)])
          await requireAllRows(tx, (await fullSchemaById(tx, one)).collection, 'delete');
      const back = property.config.reverse_property_id;
      const gone = [id, ...(back ? [back] : [])];
      const kept = { kind: 'delete' as const, before: property, gone };
      return buildSchemaDelta(collectionId, { gone, touched: gone, kept, announces: otherSide(schema, property) });
    });
    return 'job' in started ? started : { undo: started.undo as number };
  });
}
