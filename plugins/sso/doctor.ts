// What doctor asks of single sign-on: its secrets can be read, nothing it names is gone, and nobody is locked out.
import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { workspaces } from '../workspaces/contract.ts';
import { waysBack } from './configuration/exclusiveness.ts';
import { settingsStore } from './configuration/store.ts';
import { identityStore } from './identity/store.ts';

async function run(ctx: Ctx): Promise<Verdict> {
  const { settings, isReadable, version } = await settingsStore.read(ctx);
  if (!version) return { ok: true, detail: 'single sign-on was never set up' };
  if (!isReadable)
    return { ok: false, detail: 'its secrets were written with another SECRET_KEY: save the settings anew', count: 1 };
  if (settings.sso_only && !(await waysBack(ctx, settings.break_glass)).length)
    return { ok: false, detail: 'no administrator could sign in while the provider is away', count: 1 };
  const there = new Set((await ctx.use(workspaces).all(ctx)).map(({ id }) => id));
  const places = [...settings.mappings, ...settings.default_workspaces].map(({ workspace_id }) => workspace_id);
  const gone = places.filter((id) => !there.has(id));
  if (gone.length)
    return { ok: false, detail: `a role is mapped to the workspace ${gone[0]}, which is gone`, count: gone.length };
  const count = await identityStore.count(ctx);
  return { ok: true, detail: settings.enabled ? 'its settings can be read and used' : 'it is switched off', count };
}

export const signOnCheck: DoctorCheck = { name: 'single sign-on', run };
