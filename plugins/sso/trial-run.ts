// Settings tried out before they are saved: what the provider says of itself.
import type { Ctx } from '../../core/kernel/context.ts';
import type { SettingsCheck, SignOnProvider, TriedSettings } from './provider.ts';
import { enabledProviders, providers } from './provider-list.ts';

/** All that is switched on, or without any what is filled in; or one. */
export async function checkSettings(
  ctx: Ctx,
  tried: TriedSettings,
  only?: SignOnProvider,
): Promise<{ ok: boolean; checks: (SettingsCheck & { provider: string })[] }> {
  const chosen = enabledProviders({ ...tried.settings, enabled: true });
  const list = only
    ? [only]
    : chosen.length
      ? chosen
      : Object.values(providers).filter((provider) => !provider.missing(tried));
  const found = await Promise.all(
    list.map(async (provider) => {
      const missing = provider.missing(tried);
      const checks = missing
        ? [{ name: 'settings', ok: false, detail: `${missing} is missing` }]
        : await provider.check(ctx, tried);
      return checks.map((one) => ({ provider: provider.id, ...one }));
    }),
  );
  const checks = found.flat();
  return { ok: checks.length > 0 && checks.every((one) => one.ok), checks };
}
