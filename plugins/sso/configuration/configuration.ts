// Reading and changing the settings of single sign-on: what a change must meet, what it drops, and who hears of it.
import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { accounts, signIn } from '../../auth/contract.ts';
import { isProviderKind } from '../provider.ts';
import { providers } from '../provider-list.ts';
import { providerCertificates } from '../saml/metadata-source.ts';
import { currentSettings, forgetSettings } from './current.ts';
import { requireWayBack } from './exclusiveness.ts';
import { completed } from './schema.ts';
import type { SignOnSecrets, SignOnSettings, StoredSettings } from './settings.ts';
import { ssoSettingsStore } from './store.ts';

const LOCK = 7_210_026;

export type SettingsInput = Partial<SignOnSettings> & { oidc?: { client_secret?: string } };

/** As reads show them: everything but secrets. */
export async function presentSettings(ctx: Ctx, stored: StoredSettings) {
  const { settings, secrets, version, isReadable } = stored;
  return {
    ...settings,
    oidc: { ...settings.oidc, has_client_secret: Boolean(secrets['oidc.client_secret']) },
    saml: { ...settings.saml, certificates: await providerCertificates(ctx, settings.saml) },
    version,
    is_proven: version > 0 && stored.provenVersion === version,
    is_readable: isReadable,
    addresses: Object.assign({}, ...Object.values(providers).map((provider) => provider.addresses(ctx))),
    updated_at: stored.updatedAt,
  };
}

/** The settings that an input comes to: a secret that it leaves out stays while it goes to where it went. */
export function merged(input: SettingsInput, before: StoredSettings): Pick<StoredSettings, 'settings' | 'secrets'> {
  const settings = completed(input);
  const given = input.oidc?.client_secret;
  const kept = before.settings.oidc.issuer === settings.oidc.issuer ? before.secrets['oidc.client_secret'] : undefined;
  const secret = given === undefined ? kept : given;
  const { 'oidc.client_secret': _, ...others } = before.secrets;
  const secrets: SignOnSecrets = secret ? { ...others, 'oidc.client_secret': secret } : others;
  return { settings, secrets };
}

/** What decides whether somebody comes in; after a change of it nobody has proved yet that anybody does. */
const way = ({ enabled, provisioning, linking, required_groups, oidc, saml }: SignOnSettings): string =>
  JSON.stringify([enabled, provisioning.mode, provisioning.domains, linking, required_groups, oidc, saml]);

/** Everything that an input names is there. @throws Problem validation_failed */
async function requireSound(ctx: Ctx, { settings, secrets }: Pick<StoredSettings, 'settings' | 'secrets'>) {
  for (const [id, provider] of Object.entries(providers)) {
    if (!settings.enabled || !settings[id as 'oidc'].enabled) continue;
    const field = provider.missing({ settings, secrets });
    if (field) throw invalid(['body', id, field], 'Field required', 'missing');
    const fault = await provider.fault({ settings, secrets });
    if (fault) throw invalid(['body', id, ...fault.path], fault.rule);
  }
  for (const list of ['mappings', 'default_workspaces'] as const)
    for (const [index, { workspace_id }] of settings[list].entries())
      if (!(await ctx.app.access.allows(ctx, { resource: 'workspace', role: 'owner' }, workspace_id)))
        throw invalid(['body', list, index, 'workspace_id'], 'names no workspace');
  const admins = (await ctx.use(accounts).admins(ctx)).map(({ id }) => id);
  const stranger = settings.break_glass.findIndex((id) => !admins.includes(id));
  if (stranger >= 0) throw invalid(['body', 'break_glass', stranger], 'names no active administrator');
}

/** Every administrator hears of it, so that nobody changes it unseen. */
async function tellAdministrators(tx: Ctx, text: string): Promise<void> {
  const by = tx.actor.type === 'user' ? tx.actor.fullName || tx.actor.login : 'commonplace sso';
  for (const { id } of await tx.use(accounts).admins(tx))
    await tx.use(signIn).tell(tx, id, 'sso.notice.changed.subject', text, { by });
}

/** Replaces the settings. @throws Problem validation_failed, conflict */
export async function saveSettings(ctx: Ctx, input: SettingsInput): Promise<StoredSettings> {
  await requireSound(ctx, merged(input, await ssoSettingsStore.read(ctx)));
  await ctx.tx(async (tx) => {
    await tx.dialect.advisoryLock(tx.db as never, LOCK);
    const before = await ssoSettingsStore.read(tx);
    const { settings, secrets } = merged(input, before);
    const isSameWay =
      way(before.settings) === way(settings) && before.secrets['oidc.client_secret'] === secrets['oidc.client_secret'];
    // Of secrets that nobody can read nobody knows whether they stayed.
    const isProven = before.isReadable && before.version > 0 && isSameWay && before.provenVersion === before.version;
    if (settings.sso_only) await requireWayBack(tx, settings, isProven);
    const version = before.version + 1;
    await ssoSettingsStore.write(tx, settings, secrets, { version, proven_version: isProven ? version : 0 });
    await tellAdministrators(tx, 'sso.notice.changed.text');
    tx.log.info({ version, by: actorId(tx) }, 'single sign-on changed');
    forgetSettings(tx);
  });
  return ssoSettingsStore.read(ctx);
}

/** Nobody comes in by a provider any more, and everybody by their password again; what was set stays. */
export async function disableSignOn(ctx: Ctx): Promise<StoredSettings> {
  await ctx.tx(async (tx) => {
    await tx.dialect.advisoryLock(tx.db as never, LOCK);
    const { settings, secrets, version, isReadable } = await ssoSettingsStore.read(tx);
    // Secrets that nobody can read are of no use to anybody.
    const kept = isReadable ? secrets : {};
    const off = { ...settings, enabled: false, sso_only: false };
    await ssoSettingsStore.write(tx, off, kept, { version: version + 1, proven_version: 0 });
    await tellAdministrators(tx, 'sso.notice.disabled.text');
    tx.log.info({ by: actorId(tx) }, 'single sign-on disabled');
    forgetSettings(tx);
  });
  return ssoSettingsStore.read(ctx);
}

/** The settings of a provider that is switched on. @throws Problem not_found */
export async function requireProvider(ctx: Ctx, id: string) {
  const stored = await currentSettings(ctx);
  const provider = isProviderKind(id) ? providers[id] : undefined;
  if (!provider || !stored.settings.enabled || !stored.settings[provider.id].enabled) throw notFound();
  if (!stored.isReadable)
    throw new Problem('conflict', 'The settings of single sign-on were saved with another SECRET_KEY. Save them anew.');
  return { provider, stored };
}
