// What the settings of a view must mean when they are saved: what they said before may stay, whatever became of it.
import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Filter } from '../model.ts';
import { requireFilter } from '../query/row-match.ts';
import { isDateProperty } from '../schema/property-traits.ts';
import type { Schema } from '../schema/schema.ts';
import type { View, ViewConfig } from './model.ts';
import { viewDraftStore } from './store.ts';
import { conditionsOf, usedByView } from './view-config.ts';

/**
 * @param view that is set so; none: a new one
 * @throws Problem validation_failed for what the database does not have, or what cannot be asked of its properties
 */
export async function checkViewSettings(ctx: Ctx, schema: Schema, config: ViewConfig, view?: View): Promise<void> {
  const before = view ? await settingsBefore(ctx, view) : [];
  requireKnown(schema, config);
  requireDates(schema, config, before);
  requireLimited(schema, config, before);
  const old = before.flatMap(filtersOf).flatMap(({ filter }) => conditionsOf(filter));
  for (const { filter, at } of filtersOf(config)) {
    const and = conditionsOf(filter).filter((one) => !old.some((known) => isDeepStrictEqual(known, one)));
    if (and.length) await requireFilter(ctx, schema, { and }, ['config', ...at]);
  }
}

/** As the view stands, and as the actor looks at it, which they may save for everybody. */
async function settingsBefore(ctx: Ctx, { id, collection_id, config }: View): Promise<ViewConfig[]> {
  if (ctx.actor.type !== 'user') return [config];
  const draft = (await viewDraftStore.of(ctx, collection_id, ctx.actor.id)).get(id);
  return draft ? [draft, config] : [config];
}

function requireKnown(schema: Schema, config: ViewConfig): void {
  const unknown = usedByView({ config }).find((id) => !schema.byId.has(id));
  if (unknown !== undefined)
    throw invalid(['body', 'config'], 'names a property that this database does not have', 'value_error', unknown);
}

const filtersOf = ({ filter, color_rules = [] }: ViewConfig): { filter: Filter; at: (string | number)[] }[] => [
  ...(filter ? [{ filter, at: ['filter'] }] : []),
  ...color_rules.map((rule, index) => ({ filter: rule.filter, at: ['color_rules', index, 'filter'] })),
];

const DATES = ['date_property_id', 'end_property_id'] as const;

function requireDates({ byId }: Schema, config: ViewConfig, before: ViewConfig[]): void {
  for (const key of DATES) {
    const id = config[key];
    const property = byId.get(id ?? 0);
    if (property && !isDateProperty(property) && before.every((one) => one[key] !== id))
      throw invalid(['body', 'config', key], `${property.name} is no date`, 'value_error', id);
  }
}

/** Columns of a board by options are called by the ids of these, and the one of rows without any has no limit. */
function requireLimited({ byId }: Schema, config: ViewConfig, before: ViewConfig[]): void {
  const whole: ViewConfig = Object.assign({}, ...before, config);
  const property = byId.get(whole.group_by ?? 0);
  const { options } = property?.config ?? {};
  if (!property || !options) return;
  const known = new Set([
    ...options.map(({ id }) => id),
    ...before.flatMap((one) => Object.keys(one.wip_limits ?? {})),
  ]);
  const unknown = Object.keys(config.wip_limits ?? {}).find((key) => !known.has(key));
  if (unknown !== undefined)
    throw invalid(
      ['body', 'config', 'wip_limits', unknown],
      `names no option of ${property.name}`,
      'value_error',
      unknown,
    );
}
