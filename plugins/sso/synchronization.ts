// Roles of everybody who came by a provider or a directory, brought in line with their groups.
import { portions } from '../../core/database/chunks.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { workspaces } from '../workspaces/contract.ts';
import { currentSettings } from './configuration/current.ts';
import type { SignOnSettings } from './configuration/settings.ts';
import { groupsAfter, personGroups } from './identity/person-groups.ts';
import { applyChanges, changesFor, type KeptMembership, type RoleChange } from './identity/roles.ts';

const PORTION = 500;
/** of each list in an answer */
const SHOWN = 1000;

export interface SynchronizationResult {
  /** people whose groups are known */
  users: number;
  /** memberships that changed, or would */
  changed: number;
  kept: KeptMembership[];
  /** the first 1,000 */
  changes: RoleChange[];
}

interface Person {
  id: number;
  groups: string[];
}

/** Brings the roles of some people in line, in one transaction. */
async function bringInLine(ctx: Ctx, settings: SignOnSettings, people: Person[], dryRun: boolean) {
  const ids = people.map(({ id }) => id);
  const now = Map.groupBy(await ctx.use(workspaces).memberships(ctx, ids), ({ user_id }) => user_id);
  const found = people.map(({ id, groups }) => changesFor(settings, id, groups, now.get(id) ?? []));
  const done = await applyChanges(
    ctx,
    found.flatMap(({ changes }) => changes),
    dryRun,
  );
  return { changed: done.changed, kept: [...found.flatMap(({ kept }) => kept), ...done.kept] };
}

/** @param dryRun only says what would change @param tried settings that are not saved, for a preview */
export async function synchronize(ctx: Ctx, dryRun: boolean, tried?: SignOnSettings): Promise<SynchronizationResult> {
  const settings = tried ?? (await currentSettings(ctx)).settings;
  const all: SynchronizationResult = { users: 0, changed: 0, kept: [], changes: [] };
  for (let last = 0; ; ) {
    const portion = [...(await groupsAfter(ctx, last, PORTION))];
    const end = portion.at(-1)?.[0];
    if (end === undefined) break;
    last = end;
    // Where nobody says anything of groups, roles stay as they are.
    const people = portion.flatMap(([id, groups]) => (groups ? [{ id, groups }] : []));
    const done = await bringInLine(ctx, settings, people, dryRun);
    all.users += people.length;
    all.changed += done.changed.length;
    all.changes.push(...done.changed.slice(0, SHOWN - all.changes.length));
    all.kept.push(...done.kept.slice(0, SHOWN - all.kept.length));
  }
  if (!dryRun) ctx.log.info({ users: all.users, changed: all.changed }, 'roles brought in line with groups');
  return all;
}

/** The directory has changed the groups of these people: from now on they have the roles of what is left. */
export async function followDirectory(tx: Ctx, userIds: number[]): Promise<void> {
  const { settings } = await currentSettings(tx);
  for (const some of portions([...new Set(userIds)], PORTION)) {
    const known = await personGroups(tx, some);
    const people = some.map((id) => ({ id, groups: known.get(id) ?? [] }));
    await bringInLine(tx, settings, people, false);
  }
}
