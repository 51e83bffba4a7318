// A button that is pressed, and a failed run that is tried again.
import { atLeast } from '../../../core/access/access-control.ts';
import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import type { Role } from '../../../core/http/route.ts';
import { type Ctx, type UserActor, userOf } from '../../../core/kernel/context.ts';
import { databases } from '../../databases/contract.ts';
import { pages } from '../../pages/contract.ts';
import type { AutomationRun, Rule } from '../model.ts';
import { buttonKinds, buttonWords } from '../rules/action-words.ts';
import { automationStore } from '../rules/store.ts';
import { eventCause } from './event-stream.ts';
import { runRule } from './run-rule.ts';
import type { Cause } from './situation.ts';
import { automationRunStore, pressesOf } from './store.ts';

/** Presses of one person in a minute in a workspace, whatever came of them. */
const PRESSES_MAX = 30;

/** @throws Problem not_found, conflict for a rule that is no button or is off, forbidden */
async function requireButton(ctx: Ctx, id: number): Promise<Rule> {
  const rule = await automationStore.byId(ctx, id);
  if (!rule) throw notFound();
  if (rule.trigger_type !== 'button') throw new Problem('conflict', 'The rule is not started by a button.');
  // Not why: that may be about what the presser does not see.
  if (!rule.enabled) throw new Problem('conflict', 'The rule is off.');
  await requirePresser(ctx, rule);
  return rule;
}

/** The name is empty for who may not see rules. @throws Problem not_found, conflict, forbidden */
export async function pressedButton(
  ctx: Ctx,
  id: number,
): Promise<Pick<Rule, 'name' | 'workspace_id'> & { does: string[] }> {
  const rule = await requireButton(ctx, id);
  const { name, workspace_id } = rule;
  const role = await memberRole(ctx, workspace_id);
  if (!role || !atLeast(role, 'editor')) return { name: '', workspace_id, does: buttonKinds(ctx, rule) };
  return { name, workspace_id, does: await buttonWords(ctx, rule) };
}

/** @throws Problem not_found, conflict for a rule that is no button or is off, forbidden, rate_limited */
export async function press(
  ctx: Ctx,
  id: number,
  { pageId, cause }: { pageId: number | null; cause: string },
): Promise<AutomationRun> {
  const rule = await requireButton(ctx, id);
  await requirePlace(ctx, rule, pageId);
  const presserId = userOf(ctx).id;
  const key = `${pressesOf(presserId)}${cause}`;
  const known = await automationRunStore.byCause(ctx, rule.id, key);
  if (known) return samePress(known, pageId);
  await requireRest(ctx, rule, presserId);
  return samePress(await once(ctx, rule, { key, source: 'button', event: null, pageId, presserId }), pageId);
}

/** A key says that this is the same press again: on another page it is not. @throws Problem idempotency_mismatch */
function samePress(run: AutomationRun, pageId: number | null): AutomationRun {
  if (run.page_id !== pageId)
    throw new Problem('idempotency_mismatch', 'This Idempotency-Key was used for a press on another page.');
  return run;
}

/** Nobody fills the list of runs, or takes the turns of others. @throws Problem rate_limited */
async function requireRest(ctx: Ctx, { workspace_id }: Rule, presserId: number): Promise<void> {
  const minute = new Date(Date.parse(ctx.now()) - 60_000).toISOString();
  if ((await automationRunStore.presses(ctx, workspace_id, presserId, minute)) < PRESSES_MAX) return;
  const detail = `You have pressed buttons ${PRESSES_MAX} times within a minute: wait a little.`;
  throw new Problem('rate_limited', detail, { headers: { 'retry-after': '60' } });
}

/** Of the caller as a member, without an administrator's powers. */
async function memberRole(ctx: Ctx, workspaceId: number): Promise<Role | undefined> {
  const home = await ctx.app.resource('workspace').load(ctx, workspaceId);
  const me: UserActor = { ...userOf(ctx), isAdmin: false };
  return (home && (await ctx.app.access.roleOn(ctx.as(me), home))) ?? undefined;
}

/** Rules that buttons on a page may start. */
export interface ButtonChoice {
  id: number;
  /** empty for who may not see rules */
  name: string;
  enabled: boolean;
  /** only rows of this database */
  collection_id: number | null;
}

const CHOICES_MAX = 500;

/** The rules that the caller may start in a workspace by a button, by name; none for who is no member. */
export async function buttonChoices(ctx: Ctx, workspaceId: number): Promise<ButtonChoice[]> {
  const role = await memberRole(ctx, workspaceId);
  if (!role) return [];
  const rules = await automationStore.buttons(ctx, workspaceId, CHOICES_MAX);
  return rules
    .filter(({ runs_as, least_role }) => runs_as === 'presser' || atLeast(role, least_role))
    .map(({ id, name, enabled, collection_id }) => ({
      ...{ id, enabled, collection_id },
      name: atLeast(role, 'editor') ? name : '',
    }));
}

/** Members press; where a button has its author's rights, those whom it names. @throws Problem forbidden */
async function requirePresser(ctx: Ctx, rule: Rule): Promise<void> {
  const role = await memberRole(ctx, rule.workspace_id);
  if (!role) throw new Problem('forbidden', 'Buttons are for members of the workspace.');
  if (rule.runs_as === 'author' && !atLeast(role, rule.least_role))
    throw new Problem('forbidden', `This needs the role ${rule.least_role}.`);
}

/** A button about a database is pressed on its rows, and nowhere outside its workspace. @throws Problem validation_failed, not_found */
async function requirePlace(ctx: Ctx, rule: Rule, pageId: number | null): Promise<void> {
  if (pageId === null) return;
  const [page] = await ctx.use(pages).byIds(ctx, [pageId]);
  if (!page) throw new Problem('not_found', `There is no page ${pageId}.`);
  if (page.workspace_id !== rule.workspace_id)
    throw invalid(['body', 'page_id'], 'names a page of another workspace', 'value_error', pageId);
  if (rule.collection_id === null) return;
  if ((await ctx.use(databases).ofPage(ctx, pageId))?.id !== rule.collection_id)
    throw invalid(['body', 'page_id'], 'names no row of the database of this rule', 'value_error', pageId);
}

/** What a run was about, also when it was itself tried again. */
async function rootOf(ctx: Ctx, run: AutomationRun): Promise<AutomationRun> {
  const root = /^replay:(\d+):/.exec(run.cause)?.[1];
  return (root && (await automationRunStore.byId(ctx, Number(root)))) || run;
}

/** @throws Problem conflict for a run that did not fail, or whose event is no longer kept */
export async function replay(ctx: Ctx, rule: Rule, run: AutomationRun): Promise<AutomationRun> {
  if (run.status !== 'error') throw new Problem('conflict', 'Only a run that failed can be tried again.');
  if (rule.trigger_type === 'button') await requirePresser(ctx, rule);
  const root = await rootOf(ctx, run);
  const eventId = /^event:(.+)$/.exec(root.cause)?.[1];
  const event = eventId ? await ctx.app.events.byId(ctx.db, eventId) : undefined;
  if (eventId && !event) throw new Problem('conflict', 'The event is no longer kept.');
  const about = { event: null, pageId: root.page_id, presserId: userOf(ctx).id };
  return once(ctx, rule, {
    ...(event ? eventCause(event) : about),
    key: `replay:${root.id}:${run.id}`,
    source: 'replay',
  });
}

/** The run of a cause, be it made now or before. @throws Problem conflict for what whoever it acts as may not see */
async function once(ctx: Ctx, rule: Rule, cause: Cause): Promise<AutomationRun> {
  const made = await runRule(ctx, rule, cause);
  const run = made ?? (await automationRunStore.byCause(ctx, rule.id, cause.key));
  if (!run) throw new Problem('conflict', 'Whoever the rule acts as does not see this page.');
  return run;
}
