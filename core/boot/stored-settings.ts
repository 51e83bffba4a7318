// Settings that administrators change while the service runs; what the environment or .env says wins over them.
import type Joi from 'joi';
import { Problem } from '../http/problem.ts';
import type { App } from '../kernel/app.ts';
import { actorId, type Ctx } from '../kernel/context.ts';
import { type Point, point } from '../kernel/plugin.ts';
import type { Settings } from './config.ts';
import { settingRows } from './setting-rows.ts';
import { changeableRules, describeSettings, pluginSettings } from './setting-rules.ts';

/** New values by name; null goes back to the default. */
export type SettingChanges = Record<string, unknown>;

const rulesOfApps = new WeakMap<App, Record<string, Joi.Schema>>();

/** Rules of all that may change, those of plugins too: settings whose rule has the tag `changeable`. */
export function changeableSettings(app: App): Record<string, Joi.Schema> {
  const known = rulesOfApps.get(app) ?? changeableRules(pluginSettings(app.plugins));
  rulesOfApps.set(app, known);
  return known;
}

/** Names of all others, which come from the environment or .env alone. */
export const environmentSettings = (app: App): string[] =>
  describeSettings(pluginSettings(app.plugins))
    .map(({ name }) => name)
    .filter((name) => !(name in changeableSettings(app)));

/** Called in this process after settings were changed; other processes hear of it on the bus, under the same name. */
export const settingsChanged: Point<() => void> = point('core.settings');

/** What is stored, by name. */
export const storedSettings = (ctx: Ctx): Promise<Map<string, string>> =>
  settingRows.readMany(ctx.db, Object.keys(changeableSettings(ctx.app)));

/** What holds now, of each of these. Read each time, because another process may have changed it. */
export async function settingsOf<Name extends string>(ctx: Ctx, names: Name[]): Promise<Pick<Settings, Name>> {
  const { settings } = ctx.app;
  const free = names.filter((name) => !settings.given[name]);
  const stored = free.length ? await settingRows.readMany(ctx.db, free) : new Map<string, string>();
  const rules = changeableSettings(ctx.app);
  const values = names.map((name) => {
    const own = stored.get(name);
    return [name, own === undefined ? settings[name] : rules[name]?.validate(own).value];
  });
  return Object.fromEntries(values);
}

/** What holds now, of one. */
export const settingOf = async <Name extends string>(ctx: Ctx, name: Name): Promise<Settings[Name]> =>
  (await settingsOf(ctx, [name]))[name];

/**
 * Stores values that their rules have let through.
 * @throws Problem conflict for one that the environment or .env decides, now or always
 */
export async function changeSettings(ctx: Ctx, changes: SettingChanges): Promise<void> {
  const names = Object.keys(changeableSettings(ctx.app));
  const alone = environmentSettings(ctx.app).find((name) => changes[name] !== undefined);
  if (alone) throw new Problem('conflict', `${alone} comes from the environment alone and cannot be stored.`);
  const fixed = names.find((name) => changes[name] !== undefined && ctx.app.settings.given[name]);
  if (fixed) throw new Problem('conflict', `${fixed} is set in the environment, which wins. Change it there.`);
  await ctx.tx(async (tx) => {
    tx.afterCommit(() => {
      for (const tell of tx.app.contributions(settingsChanged)) tell();
      return tx.app.bus.publish(settingsChanged.point, '');
    });
    for (const name of names) {
      const value = changes[name];
      if (value === undefined) continue;
      if (value === null) await settingRows.remove(tx, name);
      else await settingRows.write(tx, name, String(value));
      tx.log.info({ setting: name, value, by: actorId(tx) }, 'setting changed');
    }
  });
}
