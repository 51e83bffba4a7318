// Who has to have a second factor before anything else: all, administrators, or the members of some workspaces.
import type { App } from '../../core/app.ts';
import { DATABASE_CHANGED } from '../../core/bus.ts';
import { actorId, type Ctx, type UserActor } from '../../core/context.ts';
import type { Barrier } from '../../core/lifecycle.ts';
import { Problem } from '../../core/problem.ts';
import { settingOf, settingsChanged } from '../../core/stored-settings.ts';
import { type Asking, demands } from './store.ts';

type Wanted = 'nobody' | 'admins' | 'everybody';
export const PAGE = '/accounts/two-factor';

/** What holds for the service as a whole; kept, because nearly all services ask nobody and then no request pays for it. */
interface Policy {
  wanted: Wanted;
  workspaces: boolean;
}

const CHANNEL = 'two-factor.policy';
const kept = new WeakMap<App, Promise<Policy>>();

async function readPolicy(ctx: Ctx): Promise<Policy> {
  const [wanted, workspaces] = await Promise.all([settingOf(ctx, 'REQUIRE_TWO_FACTOR'), demands.any(ctx.db)]);
  return { wanted, workspaces };
}

function policyOf(ctx: Ctx): Promise<Policy> {
  const { app } = ctx;
  const known = kept.get(app);
  if (known) return known;
  const policy = readPolicy(ctx);
  kept.set(app, policy);
  policy.catch(() => kept.delete(app));
  return policy;
}

/** Forgets what is kept when it may have changed, here or in another process. */
export function watchPolicy(app: App): void {
  const forget = () => void kept.delete(app);
  app.contribute(settingsChanged, forget);
  for (const channel of [CHANNEL, settingsChanged.point, DATABASE_CHANGED]) app.bus.subscribe(channel, forget);
}

/** Whether the members of a workspace have to; the caller has checked that the actor owns it. */
export async function demand(ctx: Ctx, workspaceId: number, wanted: boolean): Promise<void> {
  await ctx.tx(async (tx) => {
    await demands.set(tx, workspaceId, wanted);
    tx.log.info({ workspace_id: workspaceId, two_factor: wanted, by: actorId(tx) }, 'second factor asked of members');
    tx.afterCommit(() => {
      kept.delete(tx.app);
      return tx.app.bus.publish(CHANNEL, '');
    });
  });
}

const byService = (wanted: Wanted, { isAdmin }: Pick<UserActor, 'isAdmin'>): boolean =>
  wanted === 'everybody' || (wanted === 'admins' && isAdmin);

/** Who asks it of this person. */
export async function askersOf(
  ctx: Ctx,
  person: Pick<UserActor, 'id' | 'isAdmin'>,
): Promise<{ service: boolean; workspaces: Asking[] }> {
  const { wanted, workspaces } = await readPolicy(ctx);
  const asking = workspaces ? (await demands.on(ctx.db, person.id)).workspaces : [];
  return { service: byService(wanted, person), workspaces: asking };
}

/** Of these people, those who have to. */
export async function requiredAmong(ctx: Ctx, people: { id: number; is_admin: boolean }[]): Promise<Set<number>> {
  const { wanted } = await readPolicy(ctx);
  const asked = people.filter(({ is_admin }) => byService(wanted, { isAdmin: is_admin })).map(({ id }) => id);
  const others = people.map(({ id }) => id).filter((id) => !asked.includes(id));
  return new Set([...asked, ...(await demands.among(ctx, others))]);
}

/** Keeps out who has to set it up first. */
export async function barrier(ctx: Ctx, actor: UserActor): Promise<Barrier | undefined> {
  const { wanted, workspaces } = await policyOf(ctx);
  const asked = byService(wanted, actor);
  if (!asked && !workspaces) return undefined;
  const state = await demands.on(ctx.db, actor.id);
  if (state.enabled || !(asked || state.workspaces.length)) return undefined;
  return {
    problem: new Problem('two_factor_required', 'Set up two-factor authentication first (POST /auth/2fa/setup).'),
    page: PAGE,
  };
}
