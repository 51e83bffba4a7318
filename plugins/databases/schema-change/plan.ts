// Which properties a change reaches, through formulas and rollups of any database, and in what order they are filled.

import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Config, Property } from '../model.ts';
import { formulasUsing, formulaUses, readFormula } from '../schema/formula-properties.ts';
import { propertyStore } from '../schema/property-store.ts';
import type { Schema } from '../schema/schema.ts';
import type { Phase, SchemaChangePlan, SchemaDelta } from './change.ts';
import { NextSchemas } from './next-schemas.ts';

/** How far formulas and rollups reach through each other. */
const ROUNDS = 20;

export async function planOf(ctx: Ctx, change: SchemaDelta): Promise<SchemaChangePlan> {
  const before = new NextSchemas(ctx, { gone: [], shown: [], drafts: [] });
  const drafts = new Map(change.next.map((one) => [one.id, one]));
  const reached = new Set(change.touched);
  const homes = new Map(change.touched.map((id) => [id, change.collectionId]));
  const places = new Set([change.collectionId]);
  let next = new NextSchemas(ctx, { ...change, drafts: [...drafts.values()] });
  for (let round = 0, size = -1; round < ROUNDS && size !== reached.size + drafts.size; round++) {
    size = reached.size + drafts.size;
    for (const place of places) {
      const changed = await restated(await before.before(place), await next.of(place), reached);
      for (const { id } of changed.reached) homes.set(id, place);
      for (const one of changed.drafts) drafts.set(one.id, one);
      if (changed.drafts.length) next = new NextSchemas(ctx, { ...change, drafts: [...drafts.values()] });
    }
    for (const rollup of await rollupsIn(ctx, change, drafts)) {
      const { property_id = 0, relation_property_id = 0 } = rollup.config;
      if (![rollup.id, property_id, relation_property_id].some((id) => reached.has(id))) continue;
      reached.add(rollup.id);
      homes.set(rollup.id, rollup.collection_id);
      places.add(rollup.collection_id);
    }
  }
  return phased(change, next, { drafts, homes, places });
}

/** Formulas may have other results now, of another kind, or none: of those that are reached, what becomes of them. */
async function restated(before: Schema, now: Schema, reached: Set<number>) {
  const users = new Set([...formulasUsing(before, [...reached]), ...formulasUsing(now, [...reached])]);
  const formulas = now.properties.filter(({ id, type }) => type === 'formula' && (reached.has(id) || users.has(id)));
  const drafts: Property[] = [];
  for (const formula of formulas) {
    reached.add(formula.id);
    const config = configOf(now, formula);
    if (JSON.stringify(config) !== JSON.stringify(formula.config)) drafts.push({ ...formula, config });
  }
  return { reached: formulas, drafts };
}

function configOf(schema: Schema, { id, config }: Property): Config {
  try {
    return readFormula(schema, config, id);
  } catch (error) {
    // A formula that no longer makes sense stays as it is written, without results.
    if (error instanceof Problem) return config;
    throw error;
  }
}

type Rollup = Property & { collection_id: number };

async function rollupsIn(ctx: Ctx, { gone, shown }: SchemaDelta, drafts: Map<number, Property>): Promise<Rollup[]> {
  const live = await propertyStore.ofTypes(ctx, ['rollup']);
  const back = (await propertyStore.byIds(ctx, shown)).filter(({ type }) => type === 'rollup');
  const all = new Map([...live, ...back].map((one) => [one.id, { ...one, ...drafts.get(one.id) }]));
  return [...all.values()].filter(({ id }) => !gone.includes(id));
}

interface Reached {
  drafts: Map<number, Property>;
  homes: Map<number, number>;
  places: Set<number>;
}

async function phased(
  change: SchemaDelta,
  next: NextSchemas,
  { drafts, homes, places }: Reached,
): Promise<SchemaChangePlan> {
  const filled = new Map<number, { property: Property; home: number }>();
  const scope = new Set<number>();
  for (const place of places) {
    const before = await next.before(place);
    const { properties, byId } = await next.of(place);
    for (const property of properties) {
      const isReached = homes.get(property.id) === place && /^(formula|rollup)$/.test(property.type);
      if (!(property.id in change.made) && !(isReached && isStored(property, before.byId.get(property.id)))) continue;
      filled.set(property.id, { property, home: place });
      scope.add(place);
      const there = byId.get(property.config.relation_property_id ?? 0)?.config.collection_id;
      if (property.type === 'rollup' && there) scope.add(there);
    }
  }
  if (change.claims) scope.add(change.collectionId);
  const all = [...filled.values()];
  for (const { property } of all) drafts.set(property.id, property);
  return { ...change, drafts: [...drafts.values()], phases: await phasesOf(change, next, filled), scope: [...scope] };
}

/** What every reader computes anew has no stored values, unless it had some. */
const isStored = (property: Property, before: Property | undefined): boolean =>
  property.type === 'rollup' || !property.config.is_volatile || Boolean(before && !before.config.is_volatile);

async function phasesOf(
  { made, claims, collectionId }: SchemaDelta,
  next: NextSchemas,
  filled: Map<number, { property: Property; home: number }>,
): Promise<Phase[]> {
  const levels = new Map<number, number>();
  const levelOf = async (id: number): Promise<number> => {
    const known = levels.get(id);
    const draft = filled.get(id);
    if (known !== undefined || !draft || id in made) return known ?? 0;
    // What goes round in a circle is computed once.
    levels.set(id, 0);
    const { property, home } = draft;
    const schema = await next.of(home);
    const used = property.type === 'formula' ? formulaUses(schema, id) : [property.config.relation_property_id ?? 0];
    let level = 0;
    for (const one of used) level = Math.max(level, await levelOf(one));
    const target = property.type === 'rollup' ? (property.config.property_id ?? 0) : 0;
    if (filled.has(target)) level = Math.max(level, 1 + (await levelOf(target)));
    levels.set(id, level);
    return level;
  };
  const phases = new Map<string, Phase & { level: number }>();
  if (claims) phases.set(`0 ${collectionId}`, { level: 0, collectionId, ids: [] });
  for (const [id, { home }] of filled) {
    const level = await levelOf(id);
    const key = `${level} ${home}`;
    phases.set(key, { level, collectionId: home, ids: [...(phases.get(key)?.ids ?? []), id] });
  }
  return [...phases.values()].sort((a, b) => a.level - b.level).map(({ level: _level, ...phase }) => phase);
}
