// What doctor asks of single sign-on: its secrets can be read, nothing it names is gone, and nobody is locked out.
import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import { daysAgo } from '../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { workspaces } from '../workspaces/contract.ts';
import { waysBack } from './configuration/exclusiveness.ts';
import type { SamlSettings } from './configuration/settings.ts';
import { ssoSettingsStore } from './configuration/store.ts';
import { identityStore } from './identity/store.ts';
import { providerCertificates } from './saml/metadata-source.ts';
import { scimTokenStore } from './scim/token-store.ts';
import { scimUserStore } from './scim/user-store.ts';

/** When the last certificate of a provider ended; undefined while one goes on. */
async function endedCertificate(ctx: Ctx, saml: SamlSettings): Promise<string | undefined> {
  const last = (await providerCertificates(ctx, saml))
    .map(({ valid_until }) => valid_until)
    .toSorted()
    .at(-1);
  return last !== undefined && last < ctx.now() ? last.slice(0, 10) : undefined;
}

async function run(ctx: Ctx): Promise<Verdict> {
  const { settings, isReadable, version } = await ssoSettingsStore.read(ctx);
  if (!version) return { ok: true, detail: 'single sign-on was never set up' };
  if (!isReadable)
    return { ok: false, detail: 'its secrets were written with another SECRET_KEY: save the settings anew', count: 1 };
  if (settings.sso_only && !(await waysBack(ctx, settings.break_glass)).length)
    return { ok: false, detail: 'no administrator could sign in while the provider is away', count: 1 };
  const ended = settings.enabled && settings.saml.enabled ? await endedCertificate(ctx, settings.saml) : undefined;
  if (ended)
    return {
      ok: false,
      detail: `the certificate of the provider ended on ${ended}: nobody can sign in by it`,
      count: 1,
    };
  const there = new Set((await ctx.use(workspaces).all(ctx)).map(({ id }) => id));
  const places = [...settings.mappings, ...settings.default_workspaces].map(({ workspace_id }) => workspace_id);
  const gone = places.filter((id) => !there.has(id));
  if (gone.length)
    return { ok: false, detail: `a role is mapped to the workspace ${gone[0]}, which is gone`, count: gone.length };
  const count = await identityStore.count(ctx);
  return { ok: true, detail: settings.enabled ? 'its settings can be read and used' : 'it is switched off', count };
}

/** A directory that fell silent changes nobody any more, also who has left. */
const SILENT_DAYS = 14;

async function runDirectory(ctx: Ctx): Promise<Verdict> {
  const tokens = (await scimTokenStore.all(ctx)).filter(({ revoked_at }) => !revoked_at);
  const count = await scimUserStore.count(ctx);
  if (count && !tokens.length)
    return {
      ok: false,
      detail: 'people came from a directory, and no token is left by which it could change them',
      count,
    };
  const last = tokens
    .map(({ last_used_at, created_at }) => last_used_at ?? created_at)
    .toSorted()
    .at(-1);
  if (count && last && last < daysAgo(ctx, SILENT_DAYS))
    return {
      ok: false,
      detail: `the directory has not been here since ${last}: whoever left may still come in`,
      count,
    };
  return {
    ok: true,
    detail: tokens.length ? 'a directory may bring people and groups' : 'no directory is set up',
    count,
  };
}

export const directoryCheck: DoctorCheck = { name: 'directory', run: runDirectory };
export const signOnCheck: DoctorCheck = { name: 'single sign-on', run };
