// Settings that administrators change while the service runs; what the environment or .env says wins over them.
import Joi from 'joi';
import { Problem } from '../http/problem.ts';
import { actorId, type Ctx } from '../kernel/context.ts';
import { type Point, point } from '../kernel/plugin.ts';
import { retention, type Settings } from './config.ts';
import { settingRows } from './setting-rows.ts';

/** Those that may change, with what they take; null goes back to the default. */
export const changeable = {
  REGISTRATION: Joi.valid('open', 'invite', 'closed', null).description('Who may register'),
  REQUIRE_TWO_FACTOR: Joi.valid('nobody', 'admins', 'everybody', null).description('Who needs two-factor'),
  VERSION_RETENTION: retention().allow(null).description('Versions of pages that are kept: thinned, all, or days'),
  BACKUP_SCHEDULE: Joi.valid('off', 'daily', 'weekly', null).description('When the service makes a backup by itself'),
  BACKUP_KEEP: Joi.number().integer().min(1).max(366).allow(null).description('How many of them are kept'),
};
export type ChangeableSetting = keyof typeof changeable;
export type SettingChanges = { [Name in ChangeableSetting]?: Settings[Name] | null };

const names = Object.keys(changeable) as ChangeableSetting[];

/** Called in this process after settings were changed; other processes hear of it on the bus, under the same name. */
export const settingsChanged: Point<() => void> = point('core.settings');

/** What holds now. Read each time, because another process may have changed it. */
export async function settingOf<Name extends ChangeableSetting>(ctx: Ctx, name: Name): Promise<Settings[Name]> {
  const { settings } = ctx.app;
  if (settings.given[name]) return settings[name];
  return ((await settingRows.read(ctx.db, name)) as Settings[Name] | undefined) ?? settings[name];
}

/** What is stored, by name. */
export const storedSettings = (ctx: Ctx): Promise<Map<string, string>> => settingRows.readMany(ctx.db, names);

/** @throws Problem conflict for one that the environment or .env decides */
export async function changeSettings(ctx: Ctx, changes: SettingChanges): Promise<void> {
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
