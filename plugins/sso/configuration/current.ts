// The settings of single sign-on as they are now: kept, because every request of a browser asks about them.
import { DATABASE_CHANGED } from '../../../core/events/bus.ts';
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { entryRules, type ProvedIdentity } from '../contract.ts';
import { DEFAULTS } from './schema.ts';
import type { SignOnSettings, StoredSettings } from './settings.ts';
import { ssoSettingsStore } from './store.ts';

export const SETTINGS_CHANNEL = 'sso.settings';
const kept = new WeakMap<App, Promise<StoredSettings>>();

export function currentSettings(ctx: Ctx): Promise<StoredSettings> {
  const { app } = ctx;
  const known = kept.get(app);
  if (known) return known;
  // Outside of what the caller may be writing: others are given it as well.
  const settings = ssoSettingsStore.read(app.context({ type: 'system', reason: 'sso' }));
  kept.set(app, settings);
  settings.catch(() => kept.delete(app));
  return settings;
}

/** What holds for whoever comes by this provider: those of others bring rules of their own, and trust in no second factor. */
export async function settingsFor(ctx: Ctx, { provider }: Pick<ProvedIdentity, 'provider'>): Promise<SignOnSettings> {
  for (const rules of ctx.app.contributions(entryRules)) {
    const own = await rules(ctx, provider);
    if (own) return { ...DEFAULTS, provisioning: own.provisioning, linking: own.linking, second_factor: 'local' };
  }
  return (await currentSettings(ctx)).settings;
}

/** To be called in the transaction that changes them. */
export const forgetSettings = (tx: Ctx): void =>
  tx.afterCommit(() => {
    kept.delete(tx.app);
    return tx.app.bus.publish(SETTINGS_CHANNEL, '');
  });

/** Forgets what is kept when it may have changed in another process. */
export function watchSettings(app: App): void {
  for (const channel of [SETTINGS_CHANNEL, DATABASE_CHANGED]) app.bus.subscribe(channel, () => void kept.delete(app));
}
