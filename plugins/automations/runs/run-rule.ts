// One run: one transaction that does all of a rule or nothing, once for each cause, and says what came of it.
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx, UserActor } from '../../../core/kernel/context.ts';
import { runAction } from '../actions/registry.ts';
import { AskingFailed, evaluateConditions } from '../conditions/evaluate.ts';
import type { AutomationRun, AutomationRunReason, Rule, RuleAction, RunStep } from '../model.ts';
import { propertiesOfAction, propertiesOfCondition } from '../rules/property-sight.ts';
import { automationStore } from '../rules/store.ts';
import { disableRule } from '../rules/switch.ts';
import { actorFor, actsAsPresser } from './identity.ts';
import { MissingProperty, requireSeen } from './missing-property.ts';
import { type Cause, RunSituation } from './situation.ts';
import { automationRunStore, type NewRun } from './store.ts';

/** A chain of rules ends after so many. */
const DEPTH_MAX = 5;
/** Runs of a workspace in a minute that act or try to. */
const RUNS_A_MINUTE = 100;
/** Of these, those that may be presses of buttons: the rest is left for what happens and for the clock. */
const PRESSES_A_MINUTE = 50;
/** Errors in a row after which a rule is switched off. */
const ERRORS_MAX = 10;

/** What was found out before anything was done: undefined leaves no trace, because nobody may know of it. */
type Outcome = Pick<NewRun, 'status' | 'reason' | 'detail' | 'steps' | 'actor_id' | 'collection_id'>;

/** A rule whose conditions hold, with whom it acts as and what it acts on. */
interface Firing {
  actor: UserActor;
  situation: RunSituation;
  steps: RunStep[];
}

export const fires = (found: Outcome | Firing): found is Firing => 'situation' in found;

const outcome = (
  status: NewRun['status'],
  reason: AutomationRunReason,
  detail: string,
  steps: RunStep[] = [],
): Outcome => ({
  ...{ status, reason, detail, steps },
  ...{ actor_id: null, collection_id: null },
});

export const newRun = (rule: Rule, cause: Cause, found: Outcome): NewRun => ({
  automation_id: rule.id,
  workspace_id: rule.workspace_id,
  cause: cause.key,
  trigger_source: cause.source,
  page_id: cause.pageId,
  ...found,
});

/** A slot that was found too late to act on it. */
export const missedRun = (rule: Rule, cause: Cause, slot: string): NewRun =>
  newRun(rule, cause, outcome('skipped', 'missed', `It was due at ${slot}, and found more than an hour later.`));

/** Stops the transaction of a run, with what is to be kept of it. */
class Stopped extends Error {
  readonly found: Outcome | undefined;

  constructor(found: Outcome | undefined) {
    super('the run ends');
    this.found = found;
  }
}

const system = { type: 'system' as const, reason: 'automations' };

/** Why a rule is not even asked: it is part of what led here, or too many rules are. */
function loopIn(rule: Rule, { event }: Cause): Outcome | undefined {
  const chain = event?.chain ?? [];
  if (chain.includes(rule.id)) return outcome('skipped', 'loop', 'The rule itself led to this event.');
  if (chain.length >= DEPTH_MAX) return outcome('skipped', 'depth', `${DEPTH_MAX} rules led to this event.`);
  return undefined;
}

const noActor = (): Outcome =>
  outcome('error', 'gone', 'Whoever the rule acts as may not make rules in the workspace any more.');

/** What it does is known as its doing, however far that leads. */
const acting = (ctx: Ctx, rule: Rule, cause: Cause, actor: UserActor): Ctx =>
  ctx.as(actor, 'automation', [...(cause.event?.chain ?? []), rule.id]);

/** The conditions, asked as whoever the rule acts as; undefined: they may not see what it is about. */
async function ask(ctx: Ctx, rule: Rule, cause: Cause): Promise<Outcome | Firing | undefined> {
  const actor = await actorFor(ctx, rule, cause);
  if (!actor) return noActor();
  const as = ctx.as(actor, 'automation');
  const situation = await RunSituation.open(as, cause);
  return situation && judge(as, rule, situation, actor);
}

/** The same for many events at once, in their order: what is read for one is read for all. */
export async function askAll(ctx: Ctx, rule: Rule, causes: Cause[]): Promise<(Outcome | Firing | undefined)[]> {
  const [first] = causes;
  const actor = first && (await actorFor(ctx, rule, first));
  if (!actor) return causes.map(noActor);
  const as = ctx.as(actor, 'automation');
  const found: (Outcome | Firing | undefined)[] = [];
  for (const situation of await RunSituation.openAll(as, causes))
    found.push(situation && (await judge(as, rule, situation, actor)));
  return found;
}

async function judge(as: Ctx, rule: Rule, situation: RunSituation, actor: UserActor): Promise<Outcome | Firing> {
  const loop = loopIn(rule, situation.cause);
  if (loop) return loop;
  const said = { actor_id: actor.id, collection_id: situation.collectionId };
  try {
    const steps = await evaluateConditions(as, situation, rule.condition_json);
    if (steps.every(({ ok }) => ok)) return { actor, situation, steps };
    return { ...outcome('skipped', 'conditions', 'A condition does not hold.', steps), ...said };
  } catch (error) {
    if (!(error instanceof AskingFailed)) throw error;
    const { index, condition, steps, cause } = error;
    if (!isTold(cause)) as.log.error({ err: cause, automation: rule.id }, 'automation failed');
    const step = failedStep(`condition.${index}`, propertiesOfCondition(condition), wordsOf(cause));
    return { ...refusal(cause, [...steps, step], `Condition ${index + 1}: `), ...said };
  }
}

/**
 * @returns nothing for a rule that was deleted meanwhile, and for a cause that was looked at before, or that whoever the
 * rule acts as may not know of
 * @throws when not even that it failed can be written: the cause comes again
 */
export async function runRule(ctx: Ctx, rule: Rule, cause: Cause): Promise<AutomationRun | undefined> {
  try {
    return await ctx.as(system).tx((tx) => attempt(tx, rule, cause));
  } catch (error) {
    const found = error instanceof Stopped ? error.found : refusal(error);
    if (!found) return undefined;
    if (!(error instanceof Stopped) && found.reason === 'failed')
      ctx.log.error({ err: error, automation: rule.id }, 'automation failed');
    return ctx.as(system).tx((tx) => keep(tx, rule, cause, found));
  }
}

/** What a run would come to, however many there are just now; nothing of it stays. */
export async function dryRunRule(ctx: Ctx, rule: Rule, cause: Cause): Promise<Outcome | undefined> {
  try {
    return await ctx.as(system).tx(async (tx) => {
      throw new Stopped(await act(tx, rule, await firing(tx, rule, cause)));
    });
  } catch (error) {
    return error instanceof Stopped ? error.found : refusal(error);
  }
}

/** @throws Stopped and what actions throw: the transaction must not stand then */
async function attempt(tx: Ctx, rule: Rule, cause: Cause): Promise<AutomationRun | undefined> {
  if (!(await automationStore.holdAmong(tx, [rule.id])).length) return undefined;
  const run = await automationRunStore.insert(tx, newRun(rule, cause, outcome('fired', '', '')));
  if (!run) return undefined;
  const found = await firing(tx, rule, cause);
  await requireRoom(tx, rule, cause);
  const change = await act(tx, rule, found);
  await automationStore.tally(tx, rule.id, null);
  await automationRunStore.change(tx, run.id, change);
  return { ...run, ...change };
}

/** @throws Stopped for a rule whose conditions do not hold */
async function firing(tx: Ctx, rule: Rule, cause: Cause): Promise<Firing> {
  const found = await ask(tx, rule, cause);
  if (!found || !fires(found)) throw new Stopped(found);
  return found;
}

/** Asked once the run is written, which is one of them. @throws Stopped */
async function requireRoom(tx: Ctx, { workspace_id }: Rule, { source }: Cause): Promise<void> {
  const minute = new Date(Date.parse(tx.now()) - 60_000).toISOString();
  const { all, presses } = await automationRunStore.busy(tx, workspace_id, minute);
  if (source === 'button' && presses > PRESSES_A_MINUTE)
    throw new Stopped(
      outcome('skipped', 'busy', `More than ${PRESSES_A_MINUTE} presses of buttons in a minute in this workspace.`),
    );
  if (all > RUNS_A_MINUTE)
    throw new Stopped(outcome('skipped', 'busy', `More than ${RUNS_A_MINUTE} runs in a minute in this workspace.`));
}

/** The actions, in the transaction of the run. @throws Stopped, Problem */
async function act(tx: Ctx, rule: Rule, { actor, situation, steps }: Firing): Promise<Outcome> {
  const as = acting(tx, rule, situation.cause, actor);
  for (const [index, action] of rule.actions_json.entries()) {
    const path = `action.${index}`;
    const done = async () => {
      await requireSeen(as, rule, situation, propertiesOfAction(action));
      return runAction(as, situation, rule, action, path);
    };
    const result = await done().catch((error) => {
      if (!isTold(error)) tx.log.error({ err: error, automation: rule.id }, 'automation failed');
      throw new Stopped({
        ...refusal(error, [...steps, failedAction(path, action, error)], `Action ${index + 1}: `),
        ...{ actor_id: actor.id, collection_id: situation.collectionId },
      });
    });
    steps.push({ path, ok: true, kind: action.kind, ...result });
    situation.forgetRow();
  }
  return { ...outcome('fired', '', '', steps), actor_id: actor.id, collection_id: situation.collectionId };
}

/** Why a condition or an action failed may quote properties that it is about. */
const failedStep = (path: string, properties: number[], detail: string): RunStep => ({
  ...{ path, ok: false, detail },
  ...(properties.length ? { properties } : {}),
});

const failedAction = (path: string, action: RuleAction, error: unknown): RunStep => ({
  ...failedStep(path, propertiesOfAction(action), wordsOf(error)),
  kind: action.kind,
  ...(error instanceof Problem && error.extra.lockedPage ? { locked: error.extra.lockedPage } : {}),
});

/** Whether its words are for people. */
const isTold = (error: unknown): boolean => error instanceof Problem || error instanceof MissingProperty;

/** A refusal is told in its own words; anything else is a fault of the service, whose log says more. */
function wordsOf(error: unknown): string {
  if (error instanceof MissingProperty) return error.message;
  if (!(error instanceof Problem)) return 'The service failed.';
  const [first] = error.extra.errors ?? [];
  return first && !error.message.includes(first.detail) ? `${error.message} ${first.detail}` : error.message;
}

function refusal(error: unknown, steps: RunStep[] = [], before = ''): Outcome {
  const reason = error instanceof MissingProperty ? 'gone' : error instanceof Problem ? 'refused' : 'failed';
  return outcome('error', reason, before + wordsOf(error), steps);
}

/** What a run that did nothing leaves behind. */
async function keep(tx: Ctx, rule: Rule, cause: Cause, found: Outcome): Promise<AutomationRun | undefined> {
  if (!(await automationStore.holdAmong(tx, [rule.id])).length) return undefined;
  const run = await automationRunStore.insert(tx, newRun(rule, cause, found));
  if (!run || found.status !== 'error') return run;
  // What a presser may not do, or asks of the wrong page, says nothing of the rule.
  if (actsAsPresser(rule)) {
    await automationStore.ran(tx, rule.id);
    return run;
  }
  await automationStore.tally(tx, rule.id, found.detail);
  if (rule.trigger_type === 'button') return run;
  const fresh = await automationStore.byId(tx, rule.id);
  // The words may name a property that not everybody sees who is told.
  const told = found.steps.length ? 'A property that the rule names was deleted or hidden.' : found.detail;
  if (fresh && found.reason === 'gone') await disableRule(tx, fresh, found.detail, told);
  else if (fresh && fresh.error_count >= ERRORS_MAX) {
    // The last one may be about what not everybody sees who is told.
    const all = `${ERRORS_MAX} errors in a row`;
    await disableRule(tx, fresh, `${all}, the last one: ${found.detail}`, `${all}.`);
  }
  return run;
}
