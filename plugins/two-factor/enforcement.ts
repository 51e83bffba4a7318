// Who has to have a second factor: all or administrators before anything else, members before they enter a workspace.
import type { ClosedWorkspaces } from '../../core/access/workspace-conditions.ts';
import { settingOf, settingsChanged } from '../../core/boot/stored-settings.ts';
import { DATABASE_CHANGED } from '../../core/events/bus.ts';
import { Problem } from '../../core/http/problem.ts';
import type { Barrier } from '../../core/http/request-lifecycle.ts';
import type { App } from '../../core/kernel/app.ts';
import { actorId, type Ctx, type UserActor } from '../../core/kernel/context.ts';
import { hasProvedFactor } from '../auth/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { demands, type RequiringWorkspace } from './store.ts';

type Wanted = 'nobody' | 'admins' | 'everybody';
export const TWO_FACTOR_PAGE = '/accounts/two-factor';

/** What holds for the service as a whole; kept, because nearly all services ask nobody and then no request pays for it. */
interface Policy {
  wanted: Wanted;
  workspaces: boolean;
}

const CHANNEL = 'two-factor.policy';
const kept = new WeakMap<App, Promise<Policy>>();

async function readPolicy(ctx: Ctx): Promise<Policy> {
  const [wanted, anyWorkspace] = await Promise.all([settingOf(ctx, 'REQUIRE_TWO_FACTOR'), demands.any(ctx)]);
  return { wanted, workspaces: anyWorkspace };
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
    await tx.use(workspaces).bumpEpoch(tx, workspaceId);
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
): Promise<{ service: boolean; workspaces: RequiringWorkspace[] }> {
  const policy = await readPolicy(ctx);
  // A workspace asks nothing of those who run the service.
  const isAsked = policy.workspaces && !person.isAdmin;
  const asking = isAsked ? (await demands.on(ctx, person.id)).asking : [];
  return { service: byService(policy.wanted, person), workspaces: asking };
}

/** Of these people, those who have to. */
export async function requiredAmong(ctx: Ctx, people: { id: number; is_admin: boolean }[]): Promise<Set<number>> {
  const { wanted } = await readPolicy(ctx);
  const asked = people.filter(({ is_admin }) => byService(wanted, { isAdmin: is_admin })).map(({ id }) => id);
  const others = people.filter(({ id, is_admin }) => !is_admin && !asked.includes(id)).map(({ id }) => id);
  return new Set([...asked, ...(await demands.among(ctx, others))]);
}

const missing = (): Problem =>
  new Problem('two_factor_required', 'Set up two-factor authentication first (POST /auth/2fa/setup).', {
    page: TWO_FACTOR_PAGE,
  });

/** Keeps out whom the service asks for it. What a workspace asks holds in that workspace alone, see `closedFor`. */
export async function barrier(ctx: Ctx, actor: UserActor): Promise<Barrier | undefined> {
  const { wanted } = await policyOf(ctx);
  if (!byService(wanted, actor) || (await demands.on(ctx, actor.id)).holds) return undefined;
  if (await hasProvedFactor(ctx, actor.via)) return undefined;
  return { problem: missing(), page: TWO_FACTOR_PAGE };
}

/** The workspaces that ask it of this member, who has none. */
export async function closedFor(ctx: Ctx, { id, via }: UserActor): Promise<ClosedWorkspaces | undefined> {
  if (!(await policyOf(ctx)).workspaces) return undefined;
  const { holds, asking } = await demands.on(ctx, id);
  if (holds || !asking.length || (await hasProvedFactor(ctx, via))) return undefined;
  return { workspaceIds: asking.map((one) => one.id), problem: missing() };
}

/** After a factor was taken away: what is open in workspaces that ask for one looks at its rights again. */
export async function reconsider(tx: Ctx, userId: number): Promise<void> {
  for (const { id } of (await demands.on(tx, userId)).asking) await tx.use(workspaces).bumpEpoch(tx, id);
}
