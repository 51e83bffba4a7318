// Rollups with what follows from the properties that they look at, which belong to other databases and change with them.
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Config, type Property, type PropertyTypeName, seenAs } from '../model.ts';
import { propertyStore } from './property-store.ts';
import { typeNamed } from './types/registry.ts';

/** Sums and counts of 100. */
const SHARES = /^percent_/;
/** Numbers of the same unit as those they are made of. */
const SAME_UNIT = /^(sum|average|median|min|max|range)$/;

/** As which type the members of what is shown are said. */
function shownAs(target: Property): Partial<Config> {
  const { type, config } = seenAs(target);
  return typeNamed(type).rollsUpAs?.(config) ?? { result: type };
}

/** What a rollup of this function over this property is besides what is stored of it. */
function derivedOf(how: string, target: Property): Partial<Config> {
  if (how === 'earliest' || how === 'latest') return { result: 'date' };
  if (SHARES.test(how)) return { result: 'number', format: 'of_100' };
  const own = target.type === 'rollup' ? target.config : shownAs(target);
  if (how === 'show') {
    const { result, options, format, currency, decimals, prefix } = own;
    return { result, options, format, currency, decimals, prefix };
  }
  if (!SAME_UNIT.test(how)) return { result: 'number' };
  const result = own.result as PropertyTypeName | undefined;
  if (result && typeNamed(result)?.isSummedAsItself) return { result };
  return { result: 'number', format: own.format, currency: own.currency, decimals: own.decimals };
}

type ById = (ids: number[]) => Promise<(Property & { deleted_at: string | null })[]>;

/** How far rollups of rollups reach. */
const DEPTH_MAX = 12;

/** By the properties themselves, with what was derived: what is parsed of a list of formulas is kept with the list. */
const lists = new WeakMap<Property[], { key: string; properties: Property[] }>();

/** The properties of a schema, rollups among them as what they show. */
export async function withTargets(
  ctx: Ctx,
  properties: Property[],
  byIds: ById = (ids) => propertyStore.byIds(ctx, ids),
): Promise<Property[]> {
  const rollups = properties.filter(({ type }) => type === 'rollup');
  if (!rollups.length) return properties;
  const derived = await derive(byIds, rollups, DEPTH_MAX);
  const key = JSON.stringify([...derived]);
  const kept = lists.get(properties);
  if (kept?.key === key) return kept.properties;
  const made = properties.map((one) => ({ ...one, config: { ...one.config, ...derived.get(one.id) } }));
  lists.set(properties, { key, properties: made });
  return made;
}

/** By the id of the rollup; nothing for one whose property is gone. */
async function derive(byIds: ById, rollups: Property[], depth: number): Promise<Map<number, Property['config']>> {
  const ids = rollups.map(({ config }) => config.property_id as number);
  const found = (await byIds([...new Set(ids)])).filter(({ deleted_at }) => deleted_at === null);
  const deeper = found.filter(({ type }) => type === 'rollup');
  const below = deeper.length && depth ? await derive(byIds, deeper, depth - 1) : new Map<number, Property['config']>();
  const targets = new Map(found.map((one) => [one.id, { ...one, config: { ...one.config, ...below.get(one.id) } }]));
  return new Map(
    rollups.flatMap(({ id, config }): [number, Property['config']][] => {
      const target = targets.get(config.property_id as number);
      return target ? [[id, derivedOf(config.function ?? 'show', target)]] : [];
    }),
  );
}
