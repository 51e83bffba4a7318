// All settings with their values and where each comes from, as administrators see them; secrets only as set or not.
import Joi from 'joi';
import { describeSettings, pluginSettings } from '../../core/boot/setting-rules.ts';
import { changeableSettings, storedSettings } from '../../core/boot/stored-settings.ts';
import type { Ctx } from '../../core/kernel/context.ts';

export async function settingList(ctx: Ctx) {
  const { app } = ctx;
  const [stored, changeable] = [await storedSettings(ctx), changeableSettings(app)];
  return describeSettings(pluginSettings(app.plugins)).map(({ name, description, default: fallback, secret }) => {
    const given = app.settings.given[name];
    const own = given?.value ?? stored.get(name);
    return {
      name,
      value: secret ? null : (own ?? fallback),
      is_set: own !== undefined && own !== '',
      is_secret: secret,
      source: given?.source ?? (own === undefined ? 'default' : 'stored'),
      changeable: name in changeable && !given,
      default: secret ? '' : fallback,
      description,
    };
  });
}

/** The whole answer of reading and changing settings. */
export const installationSettings = async (ctx: Ctx) => ({
  version: ctx.app.version,
  database: ctx.app.database.engine,
  base_url: ctx.app.baseUrl,
  settings: await settingList(ctx),
});

const text = () => Joi.string().required().allow('');

const settingSchema = Joi.object({
  name: text().example('REGISTRATION'),
  value: text().allow(null).example('open').description('null for secrets, which are never shown'),
  is_set: Joi.boolean().required(),
  is_secret: Joi.boolean().required(),
  source: Joi.valid('environment', '.env', 'stored', 'default').required(),
  changeable: Joi.boolean().required().description('whether PUT takes it: not while the environment or .env decides'),
  default: text().example('open'),
  description: text(),
}).meta({ title: 'Setting' });

export const installationSettingsSchema = Joi.object({
  version: text(),
  database: Joi.valid('sqlite', 'postgres').required(),
  base_url: text(),
  settings: Joi.array().items(settingSchema).required(),
});
