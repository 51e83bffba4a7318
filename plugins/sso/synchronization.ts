// Roles of everybody who came by a provider, brought in line with the groups of their last sign-in.
import type { Ctx } from '../../core/kernel/context.ts';
import { workspaces } from '../workspaces/contract.ts';
import { currentSettings } from './configuration/current.ts';
import type { SignOnSettings } from './configuration/settings.ts';
import { applyChanges, changesFor, type KeptMembership, type RoleChange } from './identity/roles.ts';
import { identityStore } from './identity/store.ts';

const PORTION = 500;
/** of each list in an answer */
const SHOWN = 1000;

export interface Synchronized {
  /** people whose groups are known */
  users: number;
  /** memberships that changed, or would */
  changed: number;
  kept: KeptMembership[];
  /** the first 1,000 */
  changes: RoleChange[];
}

/** @param dryRun only says what would change @param tried settings that are not saved, for a preview */
export async function synchronize(ctx: Ctx, dryRun: boolean, tried?: SignOnSettings): Promise<Synchronized> {
  const settings = tried ?? (await currentSettings(ctx)).settings;
  const all: Synchronized = { users: 0, changed: 0, kept: [], changes: [] };
  for (let last = 0; ; ) {
    const portion = await identityStore.after(ctx, last, PORTION);
    const end = portion.at(-1);
    if (!end) break;
    last = end.user_id;
    // Where the provider kept silent, roles stay as they are.
    const people = portion.flatMap(({ user_id, groups }) => (groups ? [{ user_id, groups }] : []));
    const ids = people.map(({ user_id }) => user_id);
    const now = Map.groupBy(await ctx.use(workspaces).memberships(ctx, ids), ({ user_id }) => user_id);
    const found = people.map(({ user_id, groups }) => changesFor(settings, user_id, groups, now.get(user_id) ?? []));
    const wanted = found.flatMap(({ changes }) => changes);
    const done = await applyChanges(ctx, wanted, dryRun);
    all.users += people.length;
    all.changed += done.changed.length;
    all.changes.push(...done.changed.slice(0, SHOWN - all.changes.length));
    all.kept.push(...[...found.flatMap(({ kept }) => kept), ...done.kept].slice(0, SHOWN - all.kept.length));
  }
  if (!dryRun) ctx.log.info({ users: all.users, changed: all.changed }, 'roles brought in line with groups');
  return all;
}
