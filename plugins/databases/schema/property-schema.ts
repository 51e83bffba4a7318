// What properties look like by their type, for the API document: generated clients know the settings of each type.
import Joi from 'joi';
import { configSchema, PROPERTY_TYPES, type PropertyTypeName, typeNamed, validationSchema } from './types/registry.ts';

const integer = () => Joi.number().integer();
/** All that a client may send or get back, without what it leaves out getting a value. */
const settings = (type: PropertyTypeName): Joi.ObjectSchema => configSchema(typeNamed(type));
const optional = (schema: Joi.ObjectSchema): Joi.ObjectSchema => {
  const keys = schema.$_terms.keys as { key: string; schema: Joi.Schema }[] | null;
  return keys?.length ? schema.keys(Object.fromEntries(keys.map((one) => [one.key, one.schema.optional()]))) : schema;
};

const byType = (keysOf: (type: PropertyTypeName) => Record<string, Joi.Schema>) => ({
  on: 'type',
  of: Object.fromEntries(PROPERTY_TYPES.map((type) => [type, keysOf(type)])),
});

/** No keys at all would mean to joi that there are none. */
const shown = (type: PropertyTypeName): Joi.ObjectSchema => {
  const keys = typeNamed(type).shownConfig;
  return keys ? settings(type).keys(keys) : settings(type);
};

export const shownVariants = byType((type) => ({
  config: shown(type).unknown().required(),
  validation: validationSchema(typeNamed(type)).required(),
}));

/** Types that cannot be set up without a setting need one. */
export const newVariants = byType((type) => {
  const config = settings(type);
  const needed = config.validate({}).error !== undefined;
  return { config: needed ? config.required() : config, validation: validationSchema(typeNamed(type)) };
});

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Changes do not name the type: one of the settings of all types, of which none has to be there. */
const own = PROPERTY_TYPES.filter((type) => Object.keys(typeNamed(type).config).length > 0);
export const configChange = Joi.alternatives(
  ...own.map((type) => optional(settings(type)).meta({ title: `${pascal(type)}ConfigChange` })),
).example({ description: 'Places that are left' });
export const validationChange = Joi.object({
  required: Joi.boolean(),
  unique: Joi.boolean(),
  min: Joi.alternatives(Joi.number(), Joi.string().isoDate()),
  max: Joi.alternatives(Joi.number(), Joi.string().isoDate()),
  min_length: integer().min(0),
  max_length: integer().min(0),
})
  .meta({ title: 'ValidationChange' })
  .example({ required: false });
