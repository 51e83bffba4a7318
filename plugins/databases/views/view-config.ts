// What a view may be set to, and which properties that names.
import Joi from 'joi';
import { PALETTE } from '../../blocks/value-rules.ts';
import type { Filter, View, ViewConfig } from '../contract.ts';
import type { FilterLeaf } from '../model.ts';
import { AGGREGATES, CHART_AGGREGATES } from '../query/aggregate.ts';
import { filterSchema } from '../query/filter.ts';
import { CHART_KINDS, CHART_SORTS } from './chart/chart-kinds.ts';

const propertyId = () => Joi.number().integer().min(1).max(2_147_483_647);
/** Where names serve as well: they become ids before anything is stored or asked. */
export const propertyIdOrName = () =>
  Joi.alternatives(propertyId(), Joi.string().trim().min(1).max(100)).description('id or name of a property');
const sort = Joi.object({
  property_id: propertyIdOrName().required(),
  direction: Joi.valid('asc', 'desc').default('asc'),
}).rename('property', 'property_id');
export const sortsSchema = Joi.array().items(sort).max(10);
const byProperty = (value: Joi.Schema) => Joi.object().pattern(/^[1-9]\d{0,9}$/, value);
/** What every object has under such a name is no limit of an option. */
const optionKey = Joi.string()
  .pattern(/^[\w-]{1,32}$/)
  .invalid(...Object.getOwnPropertyNames(Object.prototype));

const question = Joi.object({
  property_id: propertyId().required(),
  label: Joi.string().trim().max(300).allow(''),
  hint: Joi.string().trim().max(1000).allow(''),
  required: Joi.boolean(),
  when: Joi.object({ property_id: propertyId().required(), value: Joi.string().max(500).allow('').required() })
    .allow(null)
    .description('asked only if the answer to that question is this: text, the id of an option, or true'),
});

const formSchema = Joi.object({
  title: Joi.string().trim().max(300).allow(''),
  description: Joi.string().trim().max(5000).allow(''),
  confirmation: Joi.string().trim().max(2000).allow('').description('shown when an answer was sent'),
  closes_at: Joi.string().isoDate().allow(null),
  for_readers: Joi.boolean().description('people who may only read can answer, too'),
  questions: Joi.array().items(question).max(100),
});

export const viewConfigSchema: Joi.ObjectSchema<ViewConfig> = Joi.object<ViewConfig>({
  filter: filterSchema.allow(null),
  sorts: sortsSchema,
  group_by: propertyIdOrName().allow(null),
  sub_group_by: propertyIdOrName().allow(null),
  visible: Joi.array().items(propertyId()).max(200),
  order: Joi.array().items(propertyId()).max(200),
  widths: byProperty(Joi.number().integer().min(40).max(2000)),
  wrap: Joi.boolean(),
  frozen: Joi.number().integer().min(0).max(20),
  row_height: Joi.valid('short', 'medium', 'tall'),
  date_property_id: propertyId().allow(null),
  end_property_id: propertyId().allow(null),
  dependency_property_id: propertyId().allow(null).description('of a timeline: a relation to rows that come before'),
  zoom: Joi.valid('week', 'month', 'quarter'),
  mode: Joi.valid('month', 'week', 'day').description('what a calendar shows at once'),
  cover: Joi.string().max(100).allow('').description('of a gallery: `page`, the id of a property, or nothing for none'),
  card_size: Joi.valid('small', 'medium', 'large'),
  cover_fit: Joi.valid('crop', 'fit').description('of a gallery: pictures fill their frame, or are seen whole'),
  card_names: Joi.valid('needed', 'all', 'none').description(
    'of boards and galleries: whether names of properties stand beside values: where these do not say what they are',
  ),
  wip_limits: Joi.object().pattern(optionKey, Joi.number().integer().min(0).max(100_000)),
  wip_enforced: Joi.boolean(),
  swimlane_property_id: propertyId().allow(null),
  color_rules: Joi.array()
    .items(Joi.object({ filter: filterSchema.required(), color: Joi.valid(...PALETTE).required() }))
    .max(50),
  aggregates: byProperty(Joi.valid(...AGGREGATES)),
  chart_kind: Joi.valid(...CHART_KINDS),
  chart_aggregate: Joi.valid(...CHART_AGGREGATES),
  chart_property_id: propertyId().allow(null).description('of a chart: the numbers that it sums up'),
  chart_interval: Joi.valid('day', 'month', 'year').description('of a chart over dates'),
  chart_sort: Joi.valid(...CHART_SORTS)
    .allow(null)
    .description('of bars; absent: in the order of what they are of'),
  form: formSchema,
})
  .example({
    filter: { property_id: 21, op: 'contains', value: 'text' },
    sorts: [{ property_id: 22, direction: 'desc' }],
    visible: [21, 22],
    wrap: true,
  })
  .meta({ title: 'ViewConfig' });

/** Ids inside the settings of a view, which are checked against the properties of its database. */
export const VIEW_IDS = [
  'date_property_id',
  'end_property_id',
  'dependency_property_id',
  'swimlane_property_id',
  'chart_property_id',
] as const;

/** The single conditions of a filter, however they are joined. */
export const conditionsOf = (filter: Filter): FilterLeaf[] => {
  if ('and' in filter) return filter.and.flatMap(conditionsOf);
  return 'or' in filter ? filter.or.flatMap(conditionsOf) : [filter];
};

const asked = (filter: Filter | null | undefined): number[] =>
  filter ? conditionsOf(filter).map((one) => one.property_id) : [];

/** Properties that a view filters, sorts, groups, draws or asks by. */
export const usedByView = ({ config }: Pick<View, 'config'>): number[] => [
  ...asked(config.filter),
  ...(config.sorts ?? []).map((one) => one.property_id),
  ...(config.color_rules ?? []).flatMap((rule) => asked(rule.filter)),
  ...(config.form?.questions ?? []).flatMap((one) => [one.property_id, ...(one.when ? [one.when.property_id] : [])]),
  ...[config.group_by, config.sub_group_by, ...VIEW_IDS.map((name) => config[name])].filter(
    (id) => id !== null && id !== undefined,
  ),
];
